import { describe, expect, it } from "vitest";
import { formatSize } from "./byteSize.ts";

describe("sizes", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.00 kB"],
    [999_994, "999.99 kB"],
    [999_995, "1.00 MB"],
    [1_234_567, "1.23 MB"],
    [5_000_000_000, "5.00 GB"],
    [12_345_678_901_234, "12.35 TB"],
    [9_999_000_000_000_000, "9999.00 TB"],
  ])("1§9 formats %d bytes as %s", (bytes, text) => expect(formatSize(bytes)).toBe(text));
  it("1§9 uses the decimal mark of the language", () => expect(formatSize(1500, "sv")).toBe("1,50 kB"));
});
