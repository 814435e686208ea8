import { eq, sql } from "drizzle-orm";
import type { Actor } from "../../../domain/access/actor";
import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { customer, type graphic } from "../../db/schema";
import type { Env } from "../../env";
import { clearOrphanStatement, removeOrphansQuietly } from "../../media/unowned";
import type { FoundRow } from "../../resources/binding";
import { graphics as kind } from "../../resources/image/kinds";
import { type ImageKeyParts, keyOf, prefixOf, storeImage } from "../../resources/image/store";
import { assertHasProduct } from "../../resources/products";
import { createRow } from "../../resources/writing";

/** Copies a graphic and its file to a customer. @throws duplicate for a name the customer has */
export async function copyGraphic(
  env: Env,
  db: Database,
  actor: Actor,
  row: typeof graphic.$inferSelect,
  { customer: customerId, name }: { customer: number; name: string },
): Promise<FoundRow<typeof kind.binding.resource>> {
  const target = await db.select({ id: customer.id }).from(customer).where(eq(customer.id, customerId)).get();
  if (!target) throw problem("invalid", { fields: { customer: "notFound" } });
  await assertHasProduct(db, kind.binding.resource.product!, customerId, "customer");
  const object = await env.STORAGE.get(keyOf(kind, row));
  if (!object) throw problem("storageChanged");
  const place: ImageKeyParts = { customerId, id: crypto.randomUUID(), revision: "" };
  const { description, dataSize, sha256, width, height, crc32 } = row;
  const size = { width: width ?? 0, height: height ?? 0, orientation: 1 };
  const etag = await storeImage(env, db, kind, place, object.body, size);
  const { table } = kind.binding;
  try {
    return await createRow(
      db,
      kind.binding,
      actor,
      { customerId, name, description, dataSize, sha256, width, height, hasData: true },
      {
        id: place.id,
        columns: { etag, crc32 },
        also: [clearOrphanStatement(db, prefixOf(kind, place))],
        guard: {
          holds: sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE customer_id = ${customerId} AND name = ${name})`,
          otherwise: "duplicate",
          fields: { name: "duplicate" },
        },
      },
    );
  } catch (error) {
    await removeOrphansQuietly(env, db, prefixOf(kind, place));
    throw error;
  }
}
