import { expect, it } from "vitest";
import { comparePositions, type LogPosition } from "./packFormat.ts";
import { selectRanges } from "./window.ts";

const positionOf = (date: number, id: number): LogPosition => ({ date: String(1000 + date), id });

it("1§2 a page of the log is the same whether its entries are in one pack or in many overlapping ones", () => {
  // Pseudo-random, the same in every run.
  let seed = 7;
  const random = (max: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % max;
  };
  for (let round = 0; round < 60; round++) {
    let id = 0;
    const packs = Array.from({ length: 1 + random(8) }, () => {
      const base = random(30);
      return Array.from({ length: 1 + random(9) }, () => positionOf(base + random(12), ++id)).sort(
        (a, b) => -comparePositions(a, b),
      );
    });
    const all = packs.flat().sort((a, b) => -comparePositions(a, b));
    const ranges = packs.map((lines) => ({
      ...{ entryCount: lines.length, newest: lines[0]!, oldest: lines.at(-1)! },
      all: lines,
    }));
    for (let from = 0; from < all.length + 2; from++) {
      const to = from + 1 + random(7);
      const { selectedRanges, skipped } = selectRanges(ranges, from, to);
      const mergedLines = selectedRanges.flatMap((pack) => pack.all).sort((a, b) => -comparePositions(a, b));
      expect(mergedLines.slice(from - skipped, to - skipped)).toEqual(all.slice(from, to));
    }
  }
});
