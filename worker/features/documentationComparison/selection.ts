import { sql } from "drizzle-orm";
import type { Actor } from "../../../domain/access/actor";
import { spansCustomers } from "../../../domain/access/authorities";
import { mostSelectedPhotos } from "../../../domain/endpoints/documentationComparison";
import { uuid } from "../../../domain/fields";
import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { photoSelection } from "../../db/schema";
import { findScoped } from "../../db/scope";

/** Whose photos an actor may choose: of documentations that are neither hidden nor deleted. */
export const selectable = (actor: Actor, ids: readonly string[]) => sql`
  json_each(${JSON.stringify(ids)}) x CROSS JOIN photo ON photo.id = x.value
    JOIN documentation d ON d.customer_id = photo.customer_id AND d.id = photo.documentation_id
  WHERE d.hidden = 0 AND d.status <> 'DELETED'${
    spansCustomers(actor) ? sql`` : sql` AND photo.customer_id = ${actor.customerId}`
  }`;

/**
 * Keeps a choice of photos for a day.
 * @throws noPhotosSelected, notFound for a photo that the actor may not see
 */
export async function keepSelection(db: Database, actor: Actor, photos: readonly string[]): Promise<string> {
  const ids = [...new Set(photos)];
  if (ids.length === 0) throw problem("noPhotosSelected");
  const found = await db.get<{ count: number; customerId: number }>(
    sql`SELECT count(*) AS count, min(photo.customer_id) AS customerId FROM ${selectable(actor, ids)}`,
  );
  if (found?.count !== ids.length) throw problem("notFound");
  const id = crypto.randomUUID();
  await db.insert(photoSelection).values({ id, customerId: found.customerId, photos: JSON.stringify(ids) });
  return id;
}

/**
 * The ids that an address names, one by one or by a kept choice, each once.
 * @throws noPhotosSelected, notFound for a choice that is not kept any more, tooLarge
 */
export async function selectedIds(
  db: Database,
  actor: Actor,
  { selection, photos }: { selection?: string | undefined; photos: readonly string[] },
): Promise<string[]> {
  if (photos.some((id) => !uuid().safeParse(id).success))
    throw problem("invalid", { fields: { photo: "invalid" } });
  const kept = selection
    ? (JSON.parse((await findScoped(db, actor, photoSelection, selection)).photos) as string[])
    : [];
  const ids = [...new Set([...kept, ...photos])];
  if (ids.length === 0) throw problem("noPhotosSelected");
  if (ids.length > mostSelectedPhotos) throw problem("tooLarge");
  return ids;
}
