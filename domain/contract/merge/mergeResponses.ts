import { type Compare, mergeSorted } from "./compareValues.ts";
import type { PageRange } from "./deepPage.ts";

type Order = "asc" | "desc";

/**
 * Merges the responses of several databases. Customers are spread over databases (worker/db/shards.ts); a super admin's call goes
 * to all of them, and its contract says how to merge.
 */

/** The input of a call, as parsed by its contract. */
export interface CallInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * How a call by a super admin is answered. A call that names a customer goes to that customer's database alone.
 * - firstMatch: databases are queried one after another, the caller's own first, until one has the row.
 * - current: the database of the customer the caller acts in.
 * - handler: the handler queries all of them itself.
 * - otherwise: all are queried concurrently, and their responses are merged.
 */
export type MultiDatabaseStrategy<ResponseBody = unknown, Input extends CallInput = CallInput> =
  | "firstMatch"
  | "current"
  | "handler"
  | CustomerScopedStrategy<Input>
  | MergeStrategy<ResponseBody, Input>
  | PagedMergeStrategy<unknown, ResponseBody, Input>;

/** For calls that name a customer in a field other than `customerId` of the query or body. */
export interface CustomerScopedStrategy<Input extends CallInput = CallInput> {
  customer(input: Input): number;
}

export interface MergeStrategy<ResponseBody = unknown, Input extends CallInput = CallInput> {
  /** `responses` has at least one element; the response of the caller's own database comes first. */
  merge(responses: readonly ResponseBody[], input: Input): ResponseBody;
}

export interface PagedMergeStrategy<
  Row = unknown,
  ResponseBody = unknown,
  Input extends CallInput = CallInput,
> {
  pageOf(input: Input): PageRange;
  /** The input of the same call for another page. */
  withPage(input: Input, page: PageRange): Input;
  rowsOf(response: ResponseBody): readonly Row[];
  compare(a: Row, b: Row, input: Input): number;
  /** Builds the response for a page. `responses` are those it was merged from. */
  respond(rows: readonly Row[], responses: readonly ResponseBody[]): ResponseBody;
  /** Maximum rows in the response when all are requested; no limit if absent. */
  maxRows?: number;
}

/** Adds up number fields of the responses. */
export const sumFields = <K extends string>(...keys: readonly K[]): MergeStrategy<Record<K, number>> => ({
  merge: (responses) => ({
    ...responses[0]!,
    ...Object.fromEntries(
      keys.map((key) => [key, responses.reduce((total, response) => total + response[key], 0)]),
    ),
  }),
});

/** Merges the items of all responses, sorted if `compare` is given, and limited to `maxItems`. */
export const mergeItems = <Row, Input extends CallInput = CallInput>(
  compare?: Compare<Row>,
  maxItems?: (input: Input) => number,
): MergeStrategy<{ items: readonly Row[] }, Input> => ({
  merge(responses, input) {
    const lists = responses.map((response) => response.items);
    const mergedItems = compare ? mergeSorted(lists, compare) : lists.flat();
    return { ...responses[0]!, items: mergedItems.slice(0, maxItems?.(input) ?? mergedItems.length) };
  },
});

/** Merges the items of lists with `max`, -1 for all, and `order` in the query. */
export const mergeLimitedItems = <Row, Q extends { max: number; order: Order }>(
  comparatorOf: (order: Order) => Compare<Row>,
): MergeStrategy<{ items: readonly Row[] }, CallInput & { query: Q }> => ({
  merge(responses, input) {
    const { max, order } = input.query;
    return mergeItems<Row>(comparatorOf(order), max < 0 ? undefined : () => max).merge(responses, input);
  },
});

/** Merges a page of items, for calls with `max` and `offset` in the query. */
export const mergePages = <Row, Q extends PageRange>(
  compare: (query: Q) => Compare<Row>,
  max?: number,
): PagedMergeStrategy<Row, { items: readonly Row[] }, CallInput & { query: Q }> => ({
  pageOf: ({ query: { max, offset } }) => ({ max, offset }),
  withPage: (input, page) => ({ ...input, query: { ...input.query, ...page } }),
  rowsOf: (response) => response.items,
  compare: (a, b, { query }) => compare(query)(a, b),
  respond: (rows, responses) => ({ ...responses[0], items: rows }),
  ...(max !== undefined && { maxRows: max }),
});
