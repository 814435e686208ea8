import { eq } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { maxImageUploadBytes } from "#domain/resources/image.ts";
import type { Database } from "#worker/db/database.ts";
import { readBase64Body } from "#worker/http/base64Body.ts";
import type { AppContext } from "#worker/http/context.ts";
import { maxBodyBytes } from "#worker/http/jsonBody.ts";
import { clearOrphanStatement, markOrphanStatement, removeOrphansQuietly } from "#worker/media/orphans.ts";
import type { Found } from "#worker/resources/binding.ts";
import type { ImageFacts, ImageKind } from "#worker/resources/image/imageKinds.ts";
import { type ImageKeyParts, prefixOf, storeImage } from "#worker/resources/image/imageStore.ts";
import { assertHasProduct } from "#worker/resources/products.ts";
import type { Writes } from "#worker/resources/standard.ts";
import { changeRow, createRow, parseChange, parseCreation, removeRow } from "#worker/resources/writing.ts";

interface ImageBody {
  json: unknown;
  bytes: Uint8Array;
}

/** Bytes at the beginning of the file that the contract checks. */
const checkedHeadBytes = 48;

/**
 * The body, with only the file's beginning in `data` and the file kept separately, so that 13 MB of text are never in memory at
 * once.
 */
async function readImageBody(c: AppContext): Promise<ImageBody> {
  const { json, bytes } = await readBase64Body(c.req.raw, maxImageUploadBytes, maxBodyBytes);
  if (typeof json !== "object" || json === null || !("data" in json) || typeof json.data !== "string")
    return { json, bytes };
  return {
    json: { ...json, data: Buffer.from(bytes.subarray(0, checkedHeadBytes)).toString("base64") },
    bytes,
  };
}

/** The writes of graphics and reference photos: the standard ones, but the file is stored before its row. */
export const imageWrites = (kind: ImageKind): Writes<ImageBody> => ({
  read: readImageBody,
  jsonOf: ({ json }) => json,

  async create(c, actor, { json, bytes }) {
    const db = c.get("db");
    const { data: _, ...given } = await parseCreation(db, kind.binding, actor, json);
    await assertHasProduct(db, kind.binding.resource.product!, given.customerId, "customerId");
    const facts = kind.inspect(bytes);
    const keyParts: ImageKeyParts = {
      customerId: given.customerId,
      id: crypto.randomUUID(),
      revision: "",
    };
    const etag = await storeImage(c.env, db, kind, keyParts, bytes, facts);
    return createRow(
      db,
      kind.binding,
      actor,
      { ...given, ...imageFactsJson(facts) },
      {
        id: keyParts.id,
        columns: { etag, crc32: facts.crc32 },
        also: [clearOrphanStatement(db, prefixOf(kind, keyParts))],
      },
    );
  },

  async change(c, actor, before, { json, bytes }) {
    const db = c.get("db");
    const { change, version } = await parseChange(db, kind.binding, before, json);
    await assertHasProduct(db, kind.binding.resource.product!, Number(before.customerId), "customerId");
    const { data, ...fields } = change;
    if (data === undefined) return changeRow(db, kind.binding, actor, before, { change: fields, version });
    const facts = kind.inspect(bytes);
    // The same file.
    if (facts.sha256 === before.sha256)
      return changeRow(db, kind.binding, actor, before, { change: fields, version });
    const old = await placeOfRow(db, kind, before);
    const keyParts: ImageKeyParts = { ...old, revision: crypto.randomUUID().slice(0, 8) };
    const etag = await storeImage(c.env, db, kind, keyParts, bytes, facts);
    const changed = await changeRow(
      db,
      kind.binding,
      actor,
      before,
      { change: { ...fields, ...imageFactsJson(facts) }, version },
      {
        columns: { etag, crc32: facts.crc32, revision: keyParts.revision },
        also: [
          clearOrphanStatement(db, prefixOf(kind, keyParts)),
          markOrphanStatement(db, prefixOf(kind, old)),
        ],
      },
    );
    await removeOrphansQuietly(c.env, db, prefixOf(kind, old));
    return changed;
  },

  async remove(c, actor, before) {
    const db = c.get("db");
    const prefix = prefixOf(kind, await placeOfRow(db, kind, before));
    await removeRow(db, kind.binding, actor, before, { also: [markOrphanStatement(db, prefix)] });
    await removeOrphansQuietly(c.env, db, prefix);
  },
});

/** The fields of a file in the contract and the audit log. */
export const imageFactsJson = ({ dataSize, sha256, width, height }: ImageFacts) => ({
  dataSize,
  sha256,
  width,
  height,
  hasData: true,
});

/** The storage key of a row's file. If the row changes after this read, the following write is stale. */
async function placeOfRow(db: Database, { binding }: ImageKind, before: Found): Promise<ImageKeyParts> {
  const row = await db.select().from(binding.table).where(eq(binding.table.id, before.id)).get();
  if (!row) throw problem("notFound");
  return { customerId: Number(row.customerId), id: String(before.id), revision: String(row.revision) };
}
