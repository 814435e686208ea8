import { describe, expect, it } from "vitest";
import { listPageNumbers } from "./pageNumbers.ts";

describe("gallery pages", () => {
  it("2§2 offers all pages if fewer than ten, otherwise the first three, the last three and the neighbours", () => {
    expect(listPageNumbers(1, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(listPageNumbers(1, 10)).toEqual([1, 2, 3, null, 8, 9, 10]);
    expect(listPageNumbers(4, 10)).toEqual([1, 2, 3, 4, 5, null, 8, 9, 10]);
    expect(listPageNumbers(10, 20)).toEqual([1, 2, 3, null, 9, 10, 11, null, 18, 19, 20]);
    expect(listPageNumbers(1, 0)).toEqual([]);
  });
});
