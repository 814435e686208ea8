import { compare, type LogPosition } from "./format.ts";

/** Some lines of the log in the order of dates: their number and the places between which they lie. */
export interface LineRange {
  newest: LogPosition;
  oldest: LogPosition;
  lines: number;
}

/**
 * The stretches, which may overlap, that hold lines `from` to `to` (exclusive) of all of them, newest first; and how many lines of the
 * others are newer than these. The lines of the chosen stretches in one order, less `from - skipped` at its beginning, are then the page.
 */
export function rangesOfWindow<S extends LineRange>(
  ranges: readonly S[],
  from: number,
  to: number,
): { chosen: S[]; skipped: number } {
  let skipped = 0;
  const chosen: S[] = [];
  for (const stretche of ranges) {
    let [surelyNewer, perhapsNewer] = [0, 0];
    for (const other of ranges) {
      if (compare(other.oldest, stretche.newest) > 0) surelyNewer += other.lines;
      if (compare(other.newest, stretche.oldest) >= 0) perhapsNewer += other.lines;
    }
    if (perhapsNewer <= from) skipped += stretche.lines;
    else if (surelyNewer < to) chosen.push(stretche);
  }
  return { chosen, skipped };
}
