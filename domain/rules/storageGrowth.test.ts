import { describe, expect, it } from "vitest";
import { assessGrowth } from "./storageGrowth";

const GB = 1e9;
/** Amounts on days in a row, from what each day added. */
const adding = (...added: number[]) =>
  added.map((_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    objectBytes: added.slice(0, index + 1).reduce((sum, one) => sum + one, 0),
  }));
const month = Array.from({ length: 28 }, (_, index) => (2 + (index % 3)) * GB);

describe("what is stored grows", () => {
  it("design§Storage like itself: the busiest of usual days is no alarm, three times as much is one", () => {
    expect(assessGrowth(adding(100 * GB, ...month, 5 * GB)).verdict).toBe("USUAL");
    expect(assessGrowth(adding(100 * GB, ...month, 13 * GB))).toEqual({
      verdict: "GROWTH",
      grew: 13 * GB,
      usual: 4 * GB,
    });
  });

  it("design§Storage a single large import does not make the next one usual", () => {
    const imported = [...month.slice(0, 10), 400 * GB, ...month.slice(10)];
    expect(assessGrowth(adding(100 * GB, ...imported, 300 * GB)).verdict).toBe("GROWTH");
  });

  it("design§Storage a tenth that is gone in a day is an alarm, from the second day on", () => {
    expect(assessGrowth(adding(100 * GB, -11 * GB)).verdict).toBe("LOSS");
    expect(assessGrowth(adding(100 * GB, ...month, -11 * GB)).verdict).toBe("USUAL");
  });

  it("design§Storage little, and a beginning, are no alarm", () => {
    expect(assessGrowth([]).verdict).toBe("USUAL");
    expect(assessGrowth(adding(0, 900 * GB)).verdict).toBe("USUAL");
    expect(assessGrowth(adding(0, 1, 1, 1, 1, 1, 1, 1, 1, 0.9 * GB)).verdict).toBe("USUAL");
    expect(assessGrowth(adding(0.9 * GB, -0.9 * GB)).verdict).toBe("USUAL");
  });

  it("design§Storage days that were not measured share what came in them", () => {
    const days = adding(100 * GB, ...month, 4 * GB, 4 * GB, 4 * GB);
    expect(assessGrowth([...days.slice(0, -3), days.at(-1)!]).verdict).toBe("USUAL");
  });
});
