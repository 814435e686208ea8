import { describe, expect, it } from "vitest";
import { assessGrowth } from "./storageGrowth.ts";

const gb = 1e9;
/** Sizes on consecutive days, from the bytes added each day. */
const makeDailySizes = (...addedBytesPerDay: number[]) =>
  addedBytesPerDay.map((_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    objectBytes: addedBytesPerDay.slice(0, index + 1).reduce((sum, bytes) => sum + bytes, 0),
  }));
const month = Array.from({ length: 28 }, (_, index) => (2 + (index % 3)) * gb);

describe("storage growth", () => {
  it("design§Storage growth as on the busiest usual day raises no alarm, three times as much does", () => {
    expect(assessGrowth(makeDailySizes(100 * gb, ...month, 5 * gb)).verdict).toBe("USUAL");
    expect(assessGrowth(makeDailySizes(100 * gb, ...month, 13 * gb))).toEqual({
      verdict: "GROWTH",
      growthBytes: 13 * gb,
      usualGrowthBytes: 4 * gb,
    });
  });

  it("design§Storage a single large import does not make the next one usual", () => {
    const growthWithImport = [...month.slice(0, 10), 400 * gb, ...month.slice(10)];
    expect(assessGrowth(makeDailySizes(100 * gb, ...growthWithImport, 300 * gb)).verdict).toBe("GROWTH");
  });

  it("design§Storage losing a tenth in a day raises an alarm, from the second day on", () => {
    expect(assessGrowth(makeDailySizes(100 * gb, -11 * gb)).verdict).toBe("LOSS");
    expect(assessGrowth(makeDailySizes(100 * gb, ...month, -11 * gb)).verdict).toBe("USUAL");
  });

  it("design§Storage small amounts, and the first days, raise no alarm", () => {
    expect(assessGrowth([]).verdict).toBe("USUAL");
    expect(assessGrowth(makeDailySizes(0, 900 * gb)).verdict).toBe("USUAL");
    expect(assessGrowth(makeDailySizes(0, 1, 1, 1, 1, 1, 1, 1, 1, 0.9 * gb)).verdict).toBe("USUAL");
    expect(assessGrowth(makeDailySizes(0.9 * gb, -0.9 * gb)).verdict).toBe("USUAL");
  });

  it("design§Storage the growth over unmeasured days is spread evenly", () => {
    const days = makeDailySizes(100 * gb, ...month, 4 * gb, 4 * gb, 4 * gb);
    expect(assessGrowth([...days.slice(0, -3), days.at(-1)!]).verdict).toBe("USUAL");
  });
});
