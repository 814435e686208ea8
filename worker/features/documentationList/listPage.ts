import { sql } from "drizzle-orm";
import type { z } from "zod";
import {
  type DocumentationListRow,
  type listDocumentations,
  maxListRows,
} from "#domain/endpoints/documentation/list.ts";
import type { Database } from "#worker/db/database.ts";
import { selectRows } from "#worker/db/rows.ts";
import type { Scope } from "#worker/db/scope.ts";
import { listColumns } from "#worker/listQuery/projection.ts";
import { createSearch, findPage } from "#worker/listQuery/queryStrategy.ts";

type Query = z.output<NonNullable<typeof listDocumentations.query>>;

/**
 * The rows of a page, with the newest exports of each.
 * @throws forbidden for another customer's rows
 */
export async function listPage(db: Database, scope: Scope, query: Query): Promise<DocumentationListRow[]> {
  const { max, offset, sort, order, ...filter } = query;
  const page = { limit: max === -1 ? maxListRows : max, offset };
  const seqs = await findPage(db, await createSearch(db, scope, filter), { sort, order }, page);
  if (seqs.length === 0) return [];
  return selectRows(
    db,
    listColumns,
    (
      columns,
    ) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(seqs)}) page JOIN documentation d ON d.seq = page.value
      JOIN template t ON t.id = d.template_id JOIN customer c ON c.id = d.customer_id ORDER BY page.key`,
  );
}
