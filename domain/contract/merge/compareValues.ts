import { compareTexts, sortKeyOf } from "#domain/core/text/sortKey.ts";

/** Negative if `a` sorts before `b`. */
export type Compare<R> = (a: R, b: R) => number;

/** Compares values in SQLite's sort order: nulls, numbers, then texts by code point. */
export function compareValues(a: unknown, b: unknown): number {
  const [rankA, rankB] = [getSqliteTypeRank(a), getSqliteTypeRank(b)];
  if (rankA !== rankB) return rankA - rankB;
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  return Number(a ?? 0) - Number(b ?? 0);
}

/** Like `compareValues`, but texts in the order of names. */
export const compareByName = (a: unknown, b: unknown): number => compareValues(toSortKey(a), toSortKey(b));

export const getSqliteTypeRank = (value: unknown): number =>
  value === null || value === undefined ? 0 : typeof value === "string" ? 2 : 1;

/** The sort key of a text; other values are returned unchanged. */
export const toSortKey = (value: unknown): unknown => (typeof value === "string" ? sortKeyOf(value) : value);

/** Compares by each key in turn, ascending or descending. */
export function compareByKeys<R>(
  order: "asc" | "desc",
  ...keys: readonly ((row: R) => unknown)[]
): Compare<R> {
  const direction = order === "asc" ? 1 : -1;
  return (a, b) => {
    for (const key of keys) {
      const result = compareValues(key(a), key(b));
      if (result !== 0) return direction * result;
    }
    return 0;
  };
}

/** Merges sorted lists into one sorted list. Equal items stay in the order of their lists. */
export function mergeSorted<R>(
  lists: readonly (readonly R[])[],
  compare: Compare<R>,
  maxItems = Infinity,
): R[] {
  const positions = lists.map(() => 0);
  const mergedItems: R[] = [];
  while (mergedItems.length < maxItems) {
    let minIndex = -1;
    for (const [index, list] of lists.entries())
      if (
        positions[index]! < list.length &&
        (minIndex < 0 || compare(list[positions[index]!]!, lists[minIndex]![positions[minIndex]!]!) < 0)
      )
        minIndex = index;
    if (minIndex < 0) return mergedItems;
    mergedItems.push(lists[minIndex]![positions[minIndex]!]!);
    positions[minIndex]! += 1;
  }
  return mergedItems;
}
