import { crc32 } from "node:zlib";
import { photo } from "#worker/db/schema/index.ts";
import { createPhotoKey } from "#worker/media/photoKeys.ts";
import { db, env } from "./factories.ts";

/** A stored photo: its row and its bytes, which are not inspected. */
export async function makeStoredPhoto(
  owner: { customerId: number; id: string },
  bytes: Uint8Array,
  overrides: Partial<typeof photo.$inferInsert> = {},
) {
  const id = overrides.id ?? crypto.randomUUID();
  const object = await env.STORAGE.put(createPhotoKey(String(owner.customerId), id), bytes);
  const [row] = await db()
    .insert(photo)
    .values({
      customerId: owner.customerId,
      documentationId: owner.id,
      name: "Photo",
      creator: "field",
      hasData: true,
      dataSize: bytes.length,
      crc32: crc32(bytes) >>> 0,
      etag: object!.etag,
      ...overrides,
      id,
    })
    .returning();
  return row!;
}
