import { eq } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { maxImageUploadBytes } from "#domain/resources/image.ts";
import type { Database } from "#worker/db/database.ts";
import { readBase64Body } from "#worker/http/base64Body.ts";
import type { AppContext } from "#worker/http/context.ts";
import { maxBodyBytes } from "#worker/http/jsonBody.ts";
import { clearOrphanStatement, markOrphanStatement, removeOrphansQuietly } from "#worker/media/orphans.ts";
import type { RowFields } from "#worker/resources/binding.ts";
import type { ImageFacts, ImageKind } from "#worker/resources/image/imageKinds.ts";
import { type ImageKeyParts, storeImage, toImageObjectPrefix } from "#worker/resources/image/imageStore.ts";
import { assertCustomerHasProduct } from "#worker/resources/products.ts";
import {
  changeRow,
  createRow,
  parseChange,
  parseCreation,
  removeRow,
} from "#worker/resources/resourceWrites.ts";
import type { WriteHandlers } from "#worker/resources/standardHandlers.ts";

interface ImageBody {
  json: unknown;
  bytes: Uint8Array;
}

/** Number of bytes at the beginning of the file that the contract checks. */
const headBytes = 48;

/**
 * The body, with only the file's beginning in `data` and the file kept separately, so that 13 MB of text are never in memory at
 * once.
 */
async function readImageBody(c: AppContext): Promise<ImageBody> {
  const { json, bytes } = await readBase64Body(c.req.raw, maxImageUploadBytes, maxBodyBytes);
  if (typeof json !== "object" || json === null || !("data" in json) || typeof json.data !== "string")
    return { json, bytes };
  return {
    json: { ...json, data: Buffer.from(bytes.subarray(0, headBytes)).toString("base64") },
    bytes,
  };
}

/** The writes of graphics and reference photos: the standard ones, but the file is stored before its row. */
export const createImageWrites = (kind: ImageKind): WriteHandlers<ImageBody> => ({
  read: readImageBody,
  jsonOf: ({ json }) => json,

  async create(c, actor, { json, bytes }) {
    const db = c.get("db");
    const { data: _, ...fields } = await parseCreation(db, kind.binding, actor, json);
    await assertCustomerHasProduct(db, kind.binding.resource.product!, fields.customerId, "customerId");
    const imageFacts = kind.inspect(bytes);
    const keyParts: ImageKeyParts = {
      customerId: fields.customerId,
      id: crypto.randomUUID(),
      revision: "",
    };
    const etag = await storeImage(c.env, db, kind, keyParts, bytes, imageFacts);
    return createRow(
      db,
      kind.binding,
      actor,
      { ...fields, ...toImageColumns(imageFacts) },
      {
        id: keyParts.id,
        columns: { etag, crc32: imageFacts.crc32 },
        extraStatements: [clearOrphanStatement(db, toImageObjectPrefix(kind, keyParts))],
      },
    );
  },

  async change(c, actor, existing, { json, bytes }) {
    const db = c.get("db");
    const { change, version } = await parseChange(db, kind.binding, existing, json);
    await assertCustomerHasProduct(
      db,
      kind.binding.resource.product!,
      Number(existing.customerId),
      "customerId",
    );
    const { data, ...fields } = change;
    if (data === undefined) return changeRow(db, kind.binding, actor, existing, { change: fields, version });
    const imageFacts = kind.inspect(bytes);
    // The same file.
    if (imageFacts.sha256 === existing.sha256)
      return changeRow(db, kind.binding, actor, existing, { change: fields, version });
    const oldKeyParts = await findKeyParts(db, kind, existing);
    const keyParts: ImageKeyParts = { ...oldKeyParts, revision: crypto.randomUUID().slice(0, 8) };
    const etag = await storeImage(c.env, db, kind, keyParts, bytes, imageFacts);
    const changedRow = await changeRow(
      db,
      kind.binding,
      actor,
      existing,
      { change: { ...fields, ...toImageColumns(imageFacts) }, version },
      {
        columns: { etag, crc32: imageFacts.crc32, revision: keyParts.revision },
        extraStatements: [
          clearOrphanStatement(db, toImageObjectPrefix(kind, keyParts)),
          markOrphanStatement(db, toImageObjectPrefix(kind, oldKeyParts)),
        ],
      },
    );
    await removeOrphansQuietly(c.env, db, toImageObjectPrefix(kind, oldKeyParts));
    return changedRow;
  },

  async remove(c, actor, existing) {
    const db = c.get("db");
    const prefix = toImageObjectPrefix(kind, await findKeyParts(db, kind, existing));
    await removeRow(db, kind.binding, actor, existing, {
      extraStatements: [markOrphanStatement(db, prefix)],
    });
    await removeOrphansQuietly(c.env, db, prefix);
  },
});

/** The fields of a file in the contract and the audit log. */
export const toImageColumns = ({ dataSize, sha256, width, height }: ImageFacts) => ({
  dataSize,
  sha256,
  width,
  height,
  hasData: true,
});

/** The storage key of a row's file. If the row changes after this read, the following write is stale. */
async function findKeyParts(
  db: Database,
  { binding }: ImageKind,
  existing: RowFields,
): Promise<ImageKeyParts> {
  const row = await db.select().from(binding.table).where(eq(binding.table.id, existing.id)).get();
  if (!row) throw problem("notFound");
  return { customerId: Number(row.customerId), id: String(existing.id), revision: String(row.revision) };
}
