import { compare, type LogPosition } from "./format.ts";

/** Entries sorted by date: their number, and the positions they lie between. */
export interface LineRange {
  newest: LogPosition;
  oldest: LogPosition;
  lines: number;
}

/**
 * Selects the ranges, which may overlap, that contain entries `from` to `to` (exclusive) of the merged order, newest first.
 * `skipped` is the number of newer entries in other ranges: merge the selected ranges and drop the first `from - skipped` entries
 * to get the page.
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
