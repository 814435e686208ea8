import { asc, eq, sql } from "drizzle-orm";
import { addSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { type UploadRow, uploadPart } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { signPart } from "#worker/media/signedUpload.ts";
import { type Announced, type Receiver, storageOf, urlTtlSeconds, writeReservation } from "./reservations.ts";
import { media } from "./storedMedia.ts";

/** Largest file that is sent whole, in bytes: what a lost connection costs at most. */
export const maxSinglePutBytes = 50_000_000;
/** Bytes. R2 requires all parts but the last to be of one size, at least 5 MiB. */
export const partSize = 25 * 1024 * 1024;

/** Reserves a large file that is sent in parts, within `seconds`. */
export const reserveParts = (
  env: Env,
  db: Database,
  receiving: Receiver,
  announced: Announced,
  seconds: number,
) =>
  writeReservation(db, receiving, announced, {
    seconds,
    parts: async (key) => {
      const { contentType } = media[receiving.kind];
      const { uploadId } = await env.STORAGE.createMultipartUpload(key, { httpMetadata: { contentType } });
      return { multipartId: uploadId, partSize };
    },
  });

const partsOf = (row: Pick<UploadRow, "size" | "partSize">): number =>
  Math.ceil(row.size / (row.partSize ?? 1));

/** Signs a URL for each part, valid for those bytes alone. @throws invalid for a part number that the file does not have. */
export async function signParts(
  env: Env,
  row: UploadRow,
  wanted: readonly { partNumber: number; md5: string }[],
) {
  const { multipartId, partSize: whole } = row;
  if (multipartId === null || whole === null) throw problem("invalid", { fields: { uploadId: "invalid" } });
  const last = partsOf(row);
  const parts = wanted.map(({ partNumber, md5 }, index) => {
    if (partNumber > last)
      throw problem("invalid", { fields: { [`parts.${index}.partNumber`]: "tooLarge" } });
    const size = partNumber === last ? row.size - (last - 1) * whole : whole;
    const { url, headers } = signPart(storageOf(env), {
      key: row.objectKey,
      multipartId,
      partNumber,
      size,
      md5Base64: md5,
      expiresInSeconds: urlTtlSeconds,
    });
    return { partNumber, url, headers };
  });
  return { parts, expires: addSeconds(urlTtlSeconds) };
}

/** Notes parts that have arrived. A part that was sent again replaces the earlier one. */
export const confirmParts = (
  db: Database,
  row: UploadRow,
  parts: readonly { partNumber: number; etag: string }[],
) =>
  db.run(sql`
    INSERT INTO upload_part (upload_id, part_number, etag)
    SELECT ${idParam(row.id)}, value ->> 'partNumber', trim(value ->> 'etag', '"') FROM json_each(${JSON.stringify(parts)})
    WHERE value ->> 'partNumber' <= ${partsOf(row)}
    ON CONFLICT (upload_id, part_number) DO UPDATE SET etag = excluded.etag`);

export const arrivedParts = (db: Database, uploadId: string) =>
  db
    .select({ partNumber: uploadPart.partNumber, etag: uploadPart.etag })
    .from(uploadPart)
    .where(eq(uploadPart.uploadId, uploadId))
    .orderBy(asc(uploadPart.partNumber));

/**
 * R2's errors for parts that it does not have (10025), that are too small (10011) or unequal (10048), and for a multipart upload that
 * has ended (10024). Any other error is transient and no reason to send gigabytes again.
 */
const isPartError = (error: unknown): boolean => /\((?:10011|10024|10025|10048)\)/.test(String(error));

/**
 * Completes a multipart upload once all parts have arrived, and returns its object; null before that, and for an upload that is sent
 * whole. Parts that R2 rejects are forgotten, to be sent again.
 */
export async function completeMultipartUpload(
  env: Env,
  db: Database,
  row: UploadRow,
): Promise<R2ObjectBody | null> {
  if (row.multipartId === null) return null;
  const parts = await arrivedParts(db, row.id);
  if (parts.length < partsOf(row)) return null;
  try {
    await env.STORAGE.resumeMultipartUpload(row.objectKey, row.multipartId).complete(parts);
  } catch (error) {
    // Another call has completed it in the meantime, or a tag was invented.
    const there = await env.STORAGE.get(row.objectKey);
    if (there) return there;
    if (!isPartError(error)) throw error;
    await db.delete(uploadPart).where(eq(uploadPart.uploadId, row.id));
    console.error(JSON.stringify({ upload: row.id, error: String(error) }));
    return null;
  }
  return env.STORAGE.get(row.objectKey);
}
