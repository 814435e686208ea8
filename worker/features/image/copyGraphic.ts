import { eq, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { customer, type graphic } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { clearOrphanStatement, removeOrphansQuietly } from "#worker/media/orphans.ts";
import type { BoundRow } from "#worker/resources/binding.ts";
import { graphicKind as kind } from "#worker/resources/image/imageKinds.ts";
import {
  type ImageKeyParts,
  storeImage,
  toImageObjectKey,
  toImageObjectPrefix,
} from "#worker/resources/image/imageStore.ts";
import { assertCustomerHasProduct } from "#worker/resources/products.ts";
import { createRow } from "#worker/resources/resourceWrites.ts";

/** Copies a graphic and its file to a customer. @throws duplicate if the customer already has a graphic of that name */
export async function copyGraphic(
  env: Env,
  db: Database,
  actor: Actor,
  row: typeof graphic.$inferSelect,
  { customer: customerId, name }: { customer: number; name: string },
): Promise<BoundRow<typeof kind.binding.resource>> {
  const targetCustomer = await db
    .select({ id: customer.id })
    .from(customer)
    .where(eq(customer.id, customerId))
    .get();
  if (!targetCustomer) throw problem("invalid", { fields: { customer: "notFound" } });
  await assertCustomerHasProduct(db, kind.binding.resource.product!, customerId, "customer");
  const object = await env.STORAGE.get(toImageObjectKey(kind, row));
  if (!object) throw problem("storageChanged");
  const keyParts: ImageKeyParts = { customerId, id: crypto.randomUUID(), revision: "" };
  const { description, dataSize, sha256, width, height, crc32 } = row;
  const size = { width: width ?? 0, height: height ?? 0, orientation: 1 };
  const etag = await storeImage(env, db, kind, keyParts, object.body, size);
  const { table } = kind.binding;
  try {
    return await createRow(
      db,
      kind.binding,
      actor,
      { customerId, name, description, dataSize, sha256, width, height, hasData: true },
      {
        id: keyParts.id,
        columns: { etag, crc32 },
        extraStatements: [clearOrphanStatement(db, toImageObjectPrefix(kind, keyParts))],
        guard: {
          condition: sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE customer_id = ${customerId} AND name = ${name})`,
          problemCode: "duplicate",
          fields: { name: "duplicate" },
        },
      },
    );
  } catch (error) {
    await removeOrphansQuietly(env, db, toImageObjectPrefix(kind, keyParts));
    throw error;
  }
}
