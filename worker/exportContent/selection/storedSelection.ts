import { sql } from "drizzle-orm";
import { z } from "zod";
import { uuid } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { maxSelectedPhotos } from "#domain/endpoints/documentation/comparison.ts";
import type { Database } from "#worker/db/database.ts";
import { textAsId } from "#worker/db/ids.ts";
import { nullable, number, selectRow } from "#worker/db/rows.ts";
import { selection } from "#worker/db/schema/index.ts";
import { findRowInScope, type Scope, scopeSql } from "#worker/db/scope.ts";

/** `FROM` and `WHERE` of the photos that may be selected: those of documentations that are neither hidden nor deleted. */
export const selectablePhotosSql = (scope: Scope, ids: readonly string[]) => sql`
  json_each(${JSON.stringify(ids)}) x CROSS JOIN photo ON photo.id = ${textAsId("x.value")}
    JOIN documentation d ON d.customer_id = photo.customer_id AND d.id = photo.documentation_id
  WHERE d.hidden = 0 AND d.status <> 'DELETED' AND ${scopeSql(scope, "photo")}`;

/**
 * Stores a selection of photos for a day.
 * @throws noPhotosSelected, notFound for a photo outside the scope
 */
export async function saveSelection(db: Database, scope: Scope, photos: readonly string[]): Promise<string> {
  const ids = [...new Set(photos)];
  if (ids.length === 0) throw problem("noPhotosSelected");
  const summary = await selectRow(
    db,
    { count: number("count(*)"), customerId: nullable(number("min(photo.customer_id)")) },
    (columns) => sql`SELECT ${columns} FROM ${selectablePhotosSql(scope, ids)}`,
  );
  if (!summary || summary.customerId === null || summary.count !== ids.length) throw problem("notFound");
  const id = crypto.randomUUID();
  const { customerId } = summary;
  await db
    .insert(selection)
    .values({ id, customerId, spansCustomers: spansCustomers(scope), photos: JSON.stringify(ids) });
  return id;
}

export const spansCustomers = ({ customerId }: Scope): boolean => customerId === undefined;

/** @throws notFound, also for a selection across customers if the scope is one customer */
export async function findSelection(
  db: Database,
  scope: Scope,
  id: string,
): Promise<typeof selection.$inferSelect> {
  const storedSelection = await findRowInScope(db, scope, selection, id);
  if (storedSelection.spansCustomers && !spansCustomers(scope)) throw problem("notFound");
  return storedSelection;
}

/**
 * The distinct ids of a request's photos and its stored selection.
 * @throws noPhotosSelected, invalid, notFound for a selection that has expired, tooLarge
 */
export async function readSelectedIds(
  db: Database,
  scope: Scope,
  { selection, photos }: { selection?: string | undefined; photos: readonly string[] },
): Promise<string[]> {
  const { data: photoIds } = z.array(uuid()).safeParse(photos);
  if (!photoIds) throw problem("invalid", { fields: { photo: "invalid" } });
  const storedSelection = selection ? (await findSelection(db, scope, selection)).photos : "[]";
  const ids = [...new Set([...z.array(z.string()).parse(JSON.parse(storedSelection)), ...photoIds])];
  if (ids.length === 0) throw problem("noPhotosSelected");
  if (ids.length > maxSelectedPhotos) throw problem("tooLarge");
  return ids;
}
