/**
 * How the answers of several databases become one. Customers may lie in several (worker/db/shards.ts), and who spans customers is
 * answered from all of them: each is asked what one would be, and this says how their answers are merged.
 */

/** What a call asks, as its contract has read it. */
export interface CallInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

export interface PageRange {
  /** Rows; -1 is all that there are. */
  max: number;
  offset: number;
}

/** Negative where `one` comes before `other`. */
export type Compare<R> = (one: R, other: R) => number;

/**
 * How a call is answered for those who span customers. Whatever names a customer is asked of that customer's database alone.
 * - found: of one database after another, the caller's own first, until one knows what is named.
 * - own: of the database of the customer that the caller acts in.
 * - itself: the handler asks all of them.
 * - otherwise: of each of them at once, and their answers are merged.
 */
export type MultiDatabaseStrategy =
  | "found"
  | "own"
  | "itself"
  | CustomerScoped
  | MergeStrategy
  | PagedMergeStrategy;

/** The customer that a call names elsewhere than as `customerId` of its query or body. */
export interface CustomerScoped<A extends CallInput = CallInput> {
  customer(asked: A): number;
}

export interface MergeStrategy<Answer = unknown, A extends CallInput = CallInput> {
  /** `answers` are at least one, that of the caller's own database first. */
  merge(answers: readonly Answer[], asked: A): Answer;
}

export interface PagedMergeStrategy<Row = unknown, Answer = unknown, A extends CallInput = CallInput> {
  pageOf(asked: A): PageRange;
  /** The same call for another page. */
  at(asked: A, page: PageRange): A;
  rowsOf(answer: Answer): readonly Row[];
  compare(one: Row, other: Row, asked: A): number;
  /** The answer of a page. `answers` are those it was merged from. */
  answer(rows: readonly Row[], answers: readonly Answer[]): Answer;
  /** Rows of an answer where all are asked for; all that there are unless it says how many. */
  most?: number;
}

/** As SQLite sorts values: nothing, numbers, texts by their code points. */
export function compareValues(one: unknown, other: unknown): number {
  const [a, b] = [sqliteTypeRank(one), sqliteTypeRank(other)];
  if (a !== b) return a - b;
  if (typeof one === "string" && typeof other === "string") return compareTexts(one, other);
  return Number(one ?? 0) - Number(other ?? 0);
}

/** The same by its collation NOCASE, which regards A to Z as a to z. */
export const compareNoCase = (a: unknown, b: unknown): number => compareValues(toNoCase(a), toNoCase(b));

const sqliteTypeRank = (value: unknown): number =>
  value === null || value === undefined ? 0 : typeof value === "string" ? 2 : 1;

/** A text as the collation NOCASE compares it: A to Z are a to z. */
export const toNoCase = (value: unknown): unknown =>
  typeof value === "string" ? value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : value;

/** By code points, as bytes of UTF-8 do; units of UTF-16 have surrogates before the last of the basic plane. */
function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (a !== b) return codePointOrder(a) - codePointOrder(b);
  }
  return one.length - other.length;
}

const codePointOrder = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

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

/** Rows from the start up to which each database is asked for all rows of a page and those before it. */
const deepOffsetThreshold = 2_000;

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
async function locatePageStart<R>(
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

/** Numbers of each database's own (lines of the log) get the place of their database before them, so that a number names one row. */
const shardNumberRange = 10_000_000_000_000;

export const toGlobalNumber = (index: number, number: number): number => index * shardNumberRange + number;

export const fromGlobalNumber = (number: number): { place: number; number: number } => ({
  place: Math.floor(number / shardNumberRange),
  number: number % shardNumberRange,
});

/**
 * The id of the part of something that is made in several databases at once, in one of them: they differ in their last two digits, so
 * that each part is found by the id of another.
 */
export const shardPartId = (id: string, index: number): string =>
  id.slice(0, -2) + index.toString(16).padStart(2, "0");

/** Numbers of the answers added up. */
export const sumFields = <K extends string>(...keys: readonly K[]): MergeStrategy<Record<K, number>> => ({
  merge: (answers) => ({
    ...answers[0]!,
    ...Object.fromEntries(keys.map((key) => [key, answers.reduce((total, one) => total + one[key], 0)])),
  }),
});

/** Items of all, in an order, or as they come where it says none; `most` of them as of each. */
export const mergeItems = <Row, A extends CallInput = CallInput>(
  compare?: Compare<Row>,
  most?: (asked: A) => number,
): MergeStrategy<{ items: readonly Row[] }, A> => ({
  merge(answers, asked) {
    const lists = answers.map((answer) => answer.items);
    const merged = compare ? mergeSorted(lists, compare) : lists.flat();
    return { ...answers[0]!, items: merged.slice(0, most?.(asked) ?? merged.length) };
  },
});

/** A page of items, with `max` and `offset` in the query. */
export const mergePages = <Row, Q extends PageRange>(
  compare: (query: Q) => Compare<Row>,
  max?: number,
): PagedMergeStrategy<Row, { items: readonly Row[] }, CallInput & { query: Q }> => ({
  pageOf: ({ query: { max, offset } }) => ({ max, offset }),
  at: (input, wanted) => ({ ...input, query: { ...input.query, ...wanted } }),
  rowsOf: (answer) => answer.items,
  compare: (one, other, { query }) => compare(query)(one, other),
  answer: (rows, answers) => ({ ...answers[0], items: rows }),
  ...(max !== undefined && { most: max }),
});
