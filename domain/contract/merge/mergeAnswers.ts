import { type Compare, mergeSorted } from "./compare.ts";
import type { PageRange } from "./deepPage.ts";
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
