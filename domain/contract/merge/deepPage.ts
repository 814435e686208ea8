import type { Compare } from "./compareValues.ts";
import { mergeSorted } from "./compareValues.ts";

export interface PageRange {
  /** Number of rows; -1 for all. */
  max: number;
  offset: number;
}

/** The offset, in rows, up to which each database is asked for the whole page and all rows before it. */
export const deepOffsetThreshold = 2_000;

/**
 * Fetches a page of the merged rows of several databases.
 * @param fetchPage fetches a page of one database's rows, in order
 */
export async function fetchMergedPage<R>(
  databaseCount: number,
  { max, offset }: PageRange,
  compare: Compare<R>,
  fetchPage: (database: number, page: PageRange) => Promise<readonly R[]>,
): Promise<R[]> {
  const databaseIndexes = Array.from({ length: databaseCount }, (_, index) => index);
  const start = await locatePageStart(databaseIndexes, offset, compare, fetchPage);
  if (!start) return [];
  const { offsets, rowsToSkip } = start;
  const lists = await Promise.all(
    databaseIndexes.map((index) =>
      fetchPage(index, { offset: offsets[index]!, max: max < 0 ? max : rowsToSkip + max }),
    ),
  );
  return mergeSorted(lists, compare, max < 0 ? Infinity : rowsToSkip + max).slice(rowsToSkip);
}

/**
 * Finds each database's offset for the page, and how many rows must still be skipped. For deep pages it compares one row per
 * database at equal distances; the database with the lowest row can skip all rows up to it. Null if there are fewer rows than the
 * offset.
 */
export async function locatePageStart<R>(
  databaseIndexes: readonly number[],
  offset: number,
  compare: Compare<R>,
  fetchPage: (database: number, page: PageRange) => Promise<readonly R[]>,
): Promise<{ offsets: number[]; rowsToSkip: number } | null> {
  const positions = databaseIndexes.map(() => 0);
  let rowsToSkip = offset;
  while (rowsToSkip > deepOffsetThreshold) {
    const step = Math.floor(rowsToSkip / databaseIndexes.length);
    const rows = await Promise.all(
      databaseIndexes.map(
        async (index) => (await fetchPage(index, { offset: positions[index]! + step - 1, max: 1 }))[0],
      ),
    );
    let minIndex: number | undefined;
    for (const index of databaseIndexes) {
      const row = rows[index];
      if (row !== undefined && (minIndex === undefined || compare(row, rows[minIndex]!) < 0))
        minIndex = index;
    }
    if (minIndex === undefined) return null;
    positions[minIndex]! += step;
    rowsToSkip -= step;
  }
  return { offsets: positions, rowsToSkip };
}
