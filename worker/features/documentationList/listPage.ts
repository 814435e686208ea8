import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import {
  type DocumentationListRow,
  type listDocumentations,
  maxListRows,
} from "#domain/endpoints/documentation/list.ts";
import type { Database } from "#worker/db/database.ts";
import { number, selectRows } from "#worker/db/rows.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { listColumns } from "#worker/listQuery/projection.ts";
import { createSearch, findPage } from "#worker/listQuery/queryStrategy.ts";
import { findSearchMatches } from "#worker/listQuery/searchMatches.ts";

type Query = z.output<NonNullable<typeof listDocumentations.query>>;

/**
 * The rows of a page, with the newest exports of each.
 * @throws forbidden for another customer's rows
 */
export async function listPage(db: Database, actor: Actor, query: Query): Promise<DocumentationListRow[]> {
  const { max, offset, sort, order, ...filter } = query;
  const page = { limit: max === -1 ? maxListRows : max, offset };
  const seqs = await findPage(db, await createSearch(db, scopeOf(actor), filter), { sort, order }, page);
  if (seqs.length === 0) return [];
  const rows = await selectRows(
    db,
    { ...listColumns, seq: number("d.seq") },
    (
      columns,
    ) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(seqs)}) page JOIN documentation d ON d.seq = page.value
      JOIN template t ON t.id = d.template_id JOIN customer c ON c.id = d.customer_id ORDER BY page.key`,
  );
  const matches = await findSearchMatches(db, actor, seqs, filter.query);
  return rows.map(({ seq, ...row }) => ({ ...row, matches: matches.get(seq) ?? [] }));
}
