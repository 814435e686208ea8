import type { Compare } from "./compare.ts";
import { mergeSorted } from "./compare.ts";

export interface PageRange {
  /** Rows; -1 is all that there are. */
  max: number;
  offset: number;
}

/** Rows from the start up to which each database is asked for all rows of a page and those before it. */
export const deepOffsetThreshold = 2_000;

/**
 * A page of the merged rows of several databases.
 * @param ask a page of one database's rows, in order
 */
export async function fetchMergedPage<R>(
  databases: number,
  { max, offset }: PageRange,
  compare: Compare<R>,
  ask: (database: number, page: PageRange) => Promise<readonly R[]>,
): Promise<R[]> {
  const all = Array.from({ length: databases }, (_, index) => index);
  const begun = await locatePageStart(all, offset, compare, ask);
  if (!begun) return [];
  const { at, left } = begun;
  const lists = await Promise.all(
    all.map((index) => ask(index, { offset: at[index]!, max: max < 0 ? max : left + max })),
  );
  return mergeSorted(lists, compare, max < 0 ? Infinity : left + max).slice(left);
}

/**
 * Where each database's rows for a page begin, and how many of them still come before it. Far from the start, rows at equal distances
 * are compared: the lowest one's whole stretch comes before the page. Null where there are not so many rows.
 */
export async function locatePageStart<R>(
  all: readonly number[],
  offset: number,
  compare: Compare<R>,
  ask: (database: number, page: PageRange) => Promise<readonly R[]>,
): Promise<{ at: number[]; left: number } | null> {
  const at = all.map(() => 0);
  let left = offset;
  while (left > deepOffsetThreshold) {
    const step = Math.floor(left / all.length);
    const rows = await Promise.all(
      all.map(async (index) => (await ask(index, { offset: at[index]! + step - 1, max: 1 }))[0]),
    );
    let min: number | undefined;
    for (const index of all) {
      const row = rows[index];
      if (row !== undefined && (min === undefined || compare(row, rows[min]!) < 0)) min = index;
    }
    if (min === undefined) return null;
    at[min]! += step;
    left -= step;
  }
  return { at, left };
}
