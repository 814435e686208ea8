/** Negative if `a` sorts before `b`. */
export type Compare<R> = (a: R, b: R) => number;

/** Compares values in SQLite's sort order: nulls, numbers, then texts by code point. */
export function compareValues(a: unknown, b: unknown): number {
  const [rankA, rankB] = [sqliteTypeRank(a), sqliteTypeRank(b)];
  if (rankA !== rankB) return rankA - rankB;
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  return Number(a ?? 0) - Number(b ?? 0);
}

/** Like `compareValues`, but with SQLite's collation NOCASE, which treats A to Z as a to z. */
export const compareNoCase = (a: unknown, b: unknown): number => compareValues(toNoCase(a), toNoCase(b));

export const sqliteTypeRank = (value: unknown): number =>
  value === null || value === undefined ? 0 : typeof value === "string" ? 2 : 1;

/** A text as the collation NOCASE compares it: A to Z in lower case, other letters unchanged. */
export const toNoCase = (value: unknown): unknown =>
  typeof value === "string" ? value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : value;

/** Compares by code point, as SQLite compares UTF-8 bytes. UTF-16 units would put surrogates before the end of the basic plane. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [unitA, unitB] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (unitA !== unitB) return codePointOrder(unitA) - codePointOrder(unitB);
  }
  return a.length - b.length;
}

export const codePointOrder = (unit: number): number =>
  unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;

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
export function mergeSorted<R>(lists: readonly (readonly R[])[], compare: Compare<R>, max = Infinity): R[] {
  const positions = lists.map(() => 0);
  const merged: R[] = [];
  while (merged.length < max) {
    let min = -1;
    for (const [index, list] of lists.entries())
      if (
        positions[index]! < list.length &&
        (min < 0 || compare(list[positions[index]!]!, lists[min]![positions[min]!]!) < 0)
      )
        min = index;
    if (min < 0) return merged;
    merged.push(lists[min]![positions[min]!]!);
    positions[min]! += 1;
  }
  return merged;
}
