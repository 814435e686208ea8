import { sql } from "drizzle-orm";
import { workbookFields } from "../../../../domain/documentationColumns";
import { pick } from "../../../../domain/pick";
import type { Database } from "../../../db/database";
import { rowsOf } from "../../../db/rows";
import type { Scope } from "../../../db/scope";
import type { Filter } from "../../../documentation/filter";
import { findPage, type Order, searchOf } from "../../../documentation/find";
import { listColumns } from "../../../documentation/projection";
import type { ExportRow } from "./workbook";

/** `seq`s are small and found in large pages; rows are read in small ones. */
const [seqsPerPage, rowsPerPage] = [20_000, 1_000];

/** All rows of a filter in the order of the list. @throws forbidden, before the first row */
export async function exportRows(
  db: Database,
  scope: Scope,
  filter: Filter,
  order: Order,
): Promise<AsyncIterable<ExportRow[]>> {
  const search = await searchOf(db, scope, filter);
  const pageAt = (offset: number) => findPage(db, search, order, { limit: seqsPerPage, offset });
  const first = await pageAt(0);
  return (async function* () {
    let found = first;
    for (let offset = 0; found.length > 0; offset += seqsPerPage, found = await pageAt(offset)) {
      for (let from = 0; from < found.length; from += rowsPerPage)
        yield await read(db, found.slice(from, from + rowsPerPage));
      if (found.length < seqsPerPage) return;
    }
  })();
}

const columns = pick(listColumns, [
  ...workbookFields,
  "alias",
  "templateName",
  "uploadedPhotos",
  "numberOfPhotos",
]);

const read = (db: Database, seqs: readonly number[]): Promise<ExportRow[]> =>
  rowsOf(
    db,
    columns,
    (
      selection,
    ) => sql`SELECT ${selection} FROM json_each(${JSON.stringify(seqs)}) page CROSS JOIN documentation d ON d.seq = page.value
      JOIN template t ON t.id = d.template_id ORDER BY page.key`,
  );
