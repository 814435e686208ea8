import { sql } from "drizzle-orm";
import type { Compare } from "#domain/contract/merge/compareValues.ts";
import { pick } from "#domain/core/objects.ts";
import { workbookFields } from "#domain/documentation/columns.ts";
import { createDocumentationOrder } from "#domain/endpoints/documentation/list.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText } from "#worker/db/ids.ts";
import { type RowOf, selectJsonRows, type selectRows, text } from "#worker/db/rows.ts";
import type { Scope } from "#worker/db/scope.ts";
import type { Filter } from "#worker/listQuery/filter.ts";
import { listColumns } from "#worker/listQuery/projection.ts";
import { createSearch, findPage, type Order } from "#worker/listQuery/queryStrategy.ts";
import type { ExportRow } from "./listWorkbook.ts";

/** `seq`s are small and queried in large pages; rows are read in small ones. */
const [seqsPerPage, rowsPerPage] = [20_000, 4_000];

/**
 * All rows of a filter in list order, merged over all databases.
 * @throws forbidden, before the first row
 */
export async function readExportRows(
  databases: readonly { db: Database; scope: Scope }[],
  filter: Filter,
  order: Order,
): Promise<AsyncIterable<ExportRow[]>> {
  const [firstDatabase, ...otherDatabases] = databases;
  if (firstDatabase && otherDatabases.length === 0)
    return prefetch(await listRows(firstDatabase.db, exportColumns, firstDatabase.scope, filter, order));
  const lists = await Promise.all(
    databases.map(async ({ db, scope }) =>
      prefetch(await listRows(db, sortableColumns, scope, filter, order)),
    ),
  );
  return mergeBatches(lists, createDocumentationOrder(order));
}

/** Reads one batch ahead while the previous one is written. */
async function* prefetch<R>(batches: AsyncIterable<R>): AsyncGenerator<R> {
  const iterator = batches[Symbol.asyncIterator]();
  for (let next = iterator.next(); ; ) {
    const { value, done } = await next;
    if (done) return;
    next = iterator.next();
    // The error is thrown where it is awaited; this prevents an unhandled rejection if reading stops.
    next.catch(() => undefined);
    yield value;
  }
}

type Columns = Parameters<typeof selectRows>[1];

/** A list that is being merged: its current batch, and the position in it. */
interface MergeSource<R> {
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
  const sources = lists.map(
    (list): MergeSource<R> => ({
      batches: list[Symbol.asyncIterator](),
      rows: [],
      index: 0,
      ended: false,
    }),
  );
  let mergedRows: R[] = [];
  for (;;) {
    for (const source of sources)
      while (!source.ended && source.index === source.rows.length) {
        const nextBatch = await source.batches.next();
        source.rows = nextBatch.value ?? [];
        source.index = 0;
        source.ended = nextBatch.done ?? false;
      }
    let nextSource: (typeof sources)[number] | undefined;
    for (const candidate of sources)
      if (
        !candidate.ended &&
        (!nextSource || compare(candidate.rows[candidate.index]!, nextSource.rows[nextSource.index]!) < 0)
      )
        nextSource = candidate;
    if (nextSource) {
      mergedRows.push(nextSource.rows[nextSource.index]!);
      nextSource.index += 1;
    }
    if (mergedRows.length === rowsPerPage || !nextSource) {
      if (mergedRows.length > 0) yield mergedRows;
      if (!nextSource) return;
      mergedRows = [];
    }
  }
}

async function listRows<P extends Columns>(
  db: Database,
  columns: P,
  scope: Scope,
  filter: Filter,
  order: Order,
): Promise<AsyncIterable<RowOf<P>[]>> {
  const search = await createSearch(db, scope, filter);
  const readPage = (offset: number) => findPage(db, search, order, { limit: seqsPerPage, offset });
  const firstPage = await readPage(0);
  return (async function* () {
    let seqs = firstPage;
    for (let offset = 0; seqs.length > 0; offset += seqsPerPage, seqs = await readPage(offset)) {
      for (let startIndex = 0; startIndex < seqs.length; startIndex += rowsPerPage)
        yield await readRows(db, columns, seqs.slice(startIndex, startIndex + rowsPerPage));
      if (seqs.length < seqsPerPage) return;
    }
  })();
}

/** Templates are shown by name. */
const exportColumns = pick(listColumns, [
  ...workbookFields.filter((field) => field !== "templateId"),
  "alias",
  "templateName",
  "uploadedPhotos",
  "numberOfPhotos",
]);

/** Adds the columns by which rows of several databases are sorted. */
const sortableColumns = {
  ...exportColumns,
  id: text(idAsText("d.id")),
  templateId: text(idAsText("d.template_id")),
  customerName: text("(SELECT c.name FROM customer c WHERE c.id = d.customer_id)"),
};

const readRows = <P extends Columns>(
  db: Database,
  columns: P,
  seqs: readonly number[],
): Promise<RowOf<P>[]> =>
  selectJsonRows(
    db,
    columns,
    (
      row,
    ) => sql`SELECT json_group_array(${row} ORDER BY page.key) AS rows FROM json_each(${JSON.stringify(seqs)}) page
      CROSS JOIN documentation d ON d.seq = page.value JOIN template t ON t.id = d.template_id`,
  );
