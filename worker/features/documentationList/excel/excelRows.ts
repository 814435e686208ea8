import { sql } from "drizzle-orm";
import type { Compare } from "#domain/contract/merge/compare.ts";
import { pick } from "#domain/core/objects.ts";
import { workbookFields } from "#domain/documentation/columns.ts";
import { compareDocumentations } from "#domain/endpoints/documentation/list.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText } from "#worker/db/ids.ts";
import { type RowOf, selectJsonRows, type selectRows, text } from "#worker/db/rows.ts";
import type { Scope } from "#worker/db/scope.ts";
import type { Filter } from "#worker/listQuery/filter.ts";
import { listColumns } from "#worker/listQuery/projection.ts";
import { findPage, type Order, readSearch } from "#worker/listQuery/queryStrategy.ts";
import type { ExportRow } from "./listWorkbook.ts";

/** `seq`s are small and queried in large pages; rows are read in small ones. */
const [seqsPerPage, rowsPerPage] = [20_000, 4_000];

/**
 * All rows of a filter in list order, merged over all databases.
 * @throws forbidden, before the first row
 */
export async function exportRows(
  databases: readonly { db: Database; scope: Scope }[],
  filter: Filter,
  order: Order,
): Promise<AsyncIterable<ExportRow[]>> {
  const [first, ...further] = databases;
  if (first && further.length === 0)
    return prefetch(await rowsIn(first.db, columns, first.scope, filter, order));
  const lists = await Promise.all(
    databases.map(async ({ db, scope }) => prefetch(await rowsIn(db, orderedColumns, scope, filter, order))),
  );
  return mergeBatches(lists, compareDocumentations(order));
}

/** Reads one batch ahead while the previous one is written. */
async function* prefetch<R>(batches: AsyncIterable<R>): AsyncGenerator<R> {
  const from = batches[Symbol.asyncIterator]();
  for (let next = from.next(); ; ) {
    const { value, done } = await next;
    if (done) return;
    next = from.next();
    // The error is thrown where it is awaited; this prevents an unhandled rejection if reading stops.
    next.catch(() => undefined);
    yield value;
  }
}

type Columns = Parameters<typeof selectRows>[1];

/** The batch of a list that is being merged, and how far. */
interface Head<R> {
  batches: AsyncIterator<R[]>;
  rows: R[];
  index: number;
  ended: boolean;
}

/** Merges sorted lists, in batches. */
export async function* mergeBatches<R>(
  lists: readonly AsyncIterable<R[]>[],
  compare: Compare<R>,
): AsyncGenerator<R[]> {
  const heads = lists.map(
    (list): Head<R> => ({
      batches: list[Symbol.asyncIterator](),
      rows: [],
      index: 0,
      ended: false,
    }),
  );
  let merged: R[] = [];
  for (;;) {
    for (const head of heads)
      while (!head.ended && head.index === head.rows.length) {
        const next = await head.batches.next();
        head.rows = next.value ?? [];
        head.index = 0;
        head.ended = next.done ?? false;
      }
    let smallest: (typeof heads)[number] | undefined;
    for (const head of heads)
      if (!head.ended && (!smallest || compare(head.rows[head.index]!, smallest.rows[smallest.index]!) < 0))
        smallest = head;
    if (smallest) {
      merged.push(smallest.rows[smallest.index]!);
      smallest.index += 1;
    }
    if (merged.length === rowsPerPage || !smallest) {
      if (merged.length > 0) yield merged;
      if (!smallest) return;
      merged = [];
    }
  }
}

async function rowsIn<P extends Columns>(
  db: Database,
  columns: P,
  scope: Scope,
  filter: Filter,
  order: Order,
): Promise<AsyncIterable<RowOf<P>[]>> {
  const search = await readSearch(db, scope, filter);
  const pageAt = (offset: number) => findPage(db, search, order, { limit: seqsPerPage, offset });
  const first = await pageAt(0);
  return (async function* () {
    let found = first;
    for (let offset = 0; found.length > 0; offset += seqsPerPage, found = await pageAt(offset)) {
      for (let from = 0; from < found.length; from += rowsPerPage)
        yield await read(db, columns, found.slice(from, from + rowsPerPage));
      if (found.length < seqsPerPage) return;
    }
  })();
}

/** Templates are shown by name. */
const columns = pick(listColumns, [
  ...workbookFields.filter((field) => field !== "templateId"),
  "alias",
  "templateName",
  "uploadedPhotos",
  "numberOfPhotos",
]);

/** Adds the columns by which rows of several databases are sorted. */
const orderedColumns = {
  ...columns,
  id: text(idAsText("d.id")),
  templateId: text(idAsText("d.template_id")),
  customerName: text("(SELECT c.name FROM customer c WHERE c.id = d.customer_id)"),
};

const read = <P extends Columns>(db: Database, columns: P, seqs: readonly number[]): Promise<RowOf<P>[]> =>
  selectJsonRows(
    db,
    columns,
    (
      row,
    ) => sql`SELECT json_group_array(${row} ORDER BY page.key) AS rows FROM json_each(${JSON.stringify(seqs)}) page
      CROSS JOIN documentation d ON d.seq = page.value JOIN template t ON t.id = d.template_id`,
  );
