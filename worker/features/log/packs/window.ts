import { comparePositions, type LogPosition } from "./packFormat.ts";

/** Entries sorted by date: their number, and the positions they lie between. */
export interface EntryRange {
  newest: LogPosition;
  oldest: LogPosition;
  entryCount: number;
}

/**
 * Selects the ranges, which may overlap, that contain entries `from` to `to` (exclusive) of the merged order, newest first.
 * `skippedCount` is the number of newer entries in other ranges: merge the selected ranges and drop the first `from - skippedCount` entries
 * to get the page.
 */
export function selectRanges<S extends EntryRange>(
  ranges: readonly S[],
  from: number,
  to: number,
): { selectedRanges: S[]; skipped: number } {
  let skippedCount = 0;
  const selected: S[] = [];
  for (const range of ranges) {
    let [definitelyNewer, possiblyNewer] = [0, 0];
    for (const otherRange of ranges) {
      if (comparePositions(otherRange.oldest, range.newest) > 0) definitelyNewer += otherRange.entryCount;
      if (comparePositions(otherRange.newest, range.oldest) >= 0) possiblyNewer += otherRange.entryCount;
    }
    if (possiblyNewer <= from) skippedCount += range.entryCount;
    else if (definitelyNewer < to) selected.push(range);
  }
  return { selectedRanges: selected, skipped: skippedCount };
}
