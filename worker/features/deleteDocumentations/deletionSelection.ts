import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { problem } from "#domain/core/problem.ts";
import { acceptsDeviceUploads } from "#domain/documentation/completion.ts";
import type { countDeletion, DeletionPreview } from "#domain/endpoints/review/deleteDocumentations.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, listParam } from "#worker/db/ids.ts";
import { number, type Projection, selectRow } from "#worker/db/rows.ts";
import { createCustomerScope } from "#worker/db/scope.ts";
import { createMatchQuery } from "#worker/listQuery/search.ts";

export type Selection = z.output<NonNullable<typeof countDeletion.body>>;

/** SQL condition on `documentation d`: selected for deletion. */
export function selectionCondition({ customerId, ids, matching, except }: Selection): SQL {
  const exclusionCondition = except.length > 0 ? sql` AND d.id NOT IN ${idListParam(except)}` : sql``;
  const baseCondition = sql`d.customer_id = ${customerId}${exclusionCondition}`;
  if (!matching) return sql`${baseCondition} AND d.id IN ${idListParam(ids)}`;
  const term = matching.query;
  if (term === "") return baseCondition;
  // Unary plus keeps SQLite from using the customer's index, so that the search finds the rows.
  return sql`+${baseCondition} AND d.seq IN (${createMatchQuery(createCustomerScope(customerId), term)})`;
}

/**
 * @throws invalid, naming `ids`, if nothing is selected (2§5), ids and search are combined, or a documentation is another
 * customer's
 */
export async function assertSelectionValid(
  db: Database,
  { customerId, ids, matching }: Selection,
): Promise<void> {
  if (!matching && ids.length === 0) throw problem("invalid", { fields: { ids: "required" } });
  if (matching && ids.length > 0) throw problem("invalid", { fields: { ids: "notAllowed" } });
  const foreignDocumentation = await selectRow(
    db,
    { found: number("1") },
    (columns) =>
      sql`SELECT ${columns} FROM documentation d WHERE d.id IN ${idListParam(ids)} AND +d.customer_id <> ${customerId} LIMIT 1`,
  );
  if (foreignDocumentation) throw problem("invalid", { fields: { ids: "notFound" } });
}

const inFieldStatuses = listParam(documentationStatuses.filter(acceptsDeviceUploads));

const previewColumns = {
  documentations: number("count(*)"),
  photos: number("coalesce(sum(d.uploaded_photos), 0)"),
  bytes: number("coalesce(sum(d.data_size), 0)"),
  inFieldCount: number(sql`coalesce(sum(d.status IN ${inFieldStatuses}), 0)`),
} satisfies Projection<DeletionPreview>;

export async function previewDeletion(db: Database, selection: Selection): Promise<DeletionPreview> {
  const preview = await selectRow(
    db,
    previewColumns,
    (columns) => sql`SELECT ${columns} FROM documentation d WHERE ${selectionCondition(selection)}`,
  );
  return preview!;
}
