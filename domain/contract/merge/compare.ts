/** Negative where `one` comes before `other`. */
export type Compare<R> = (one: R, other: R) => number;

/** As SQLite sorts values: nothing, numbers, texts by their code points. */
export function compareValues(one: unknown, other: unknown): number {
  const [a, b] = [sqliteTypeRank(one), sqliteTypeRank(other)];
  if (a !== b) return a - b;
  if (typeof one === "string" && typeof other === "string") return compareTexts(one, other);
  return Number(one ?? 0) - Number(other ?? 0);
}

/** The same by its collation NOCASE, which regards A to Z as a to z. */
export const compareNoCase = (a: unknown, b: unknown): number => compareValues(toNoCase(a), toNoCase(b));

export const sqliteTypeRank = (value: unknown): number =>
  value === null || value === undefined ? 0 : typeof value === "string" ? 2 : 1;

/** A text as the collation NOCASE compares it: A to Z are a to z. */
export const toNoCase = (value: unknown): unknown =>
  typeof value === "string" ? value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : value;

/** By code points, as bytes of UTF-8 do; units of UTF-16 have surrogates before the last of the basic plane. */
export function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (a !== b) return codePointOrder(a) - codePointOrder(b);
  }
  return one.length - other.length;
}

export const codePointOrder = (unit: number): number =>
  unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;

/** By each key in turn, ascending or descending. */
export function compareByKeys<R>(
  order: "asc" | "desc",
  ...keys: readonly ((row: R) => unknown)[]
): Compare<R> {
  const direction = order === "asc" ? 1 : -1;
  return (a, b) => {
    for (const key of keys) {
      const found = compareValues(key(a), key(b));
      if (found !== 0) return direction * found;
    }
    return 0;
  };
}

/** Lists that are each in order become one in order. What compares as equal stays in the order of the lists. */
export function mergeSorted<R>(lists: readonly (readonly R[])[], compare: Compare<R>, max = Infinity): R[] {
  const at = lists.map(() => 0);
  const merged: R[] = [];
  while (merged.length < max) {
    let min = -1;
    for (const [index, list] of lists.entries())
      if (at[index]! < list.length && (min < 0 || compare(list[at[index]!]!, lists[min]![at[min]!]!) < 0))
        min = index;
    if (min < 0) return merged;
    merged.push(lists[min]![at[min]!]!);
    at[min]! += 1;
  }
  return merged;
}
