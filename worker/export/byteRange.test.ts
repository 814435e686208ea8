import { expect, test } from "vitest";
import { parseByteRange } from "./byteRange.ts";

test.each([
  ["bytes=0-0", { from: 0, to: 1 }],
  ["bytes=10-19", { from: 10, to: 20 }],
  ["bytes=10-", { from: 10, to: 100 }],
  ["bytes=90-1000", { from: 90, to: 100 }],
  ["bytes=-5", { from: 95, to: 100 }],
  ["bytes=-1000", { from: 0, to: 100 }],
  ["Bytes= 3-4 ", { from: 3, to: 5 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=100-200", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=99999999999999999999-", "unsatisfiable"],
  ["bytes=5-4", null],
  ["bytes=-", null],
  ["bytes=a-b", null],
  ["bytes=1-2,4-5", null],
  ["items=1-2", null],
  [null, null],
])("2§7 downloads: Range %s of 100 bytes", (header, expected) => {
  expect(parseByteRange(header, 100)).toEqual(expected);
});

test("2§7 downloads: no range of an empty file is satisfiable", () => {
  expect(parseByteRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(parseByteRange("bytes=-1", 0)).toBe("unsatisfiable");
});
