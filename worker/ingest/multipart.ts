import { asc, eq, sql } from "drizzle-orm";
import { addSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { type UploadRow, uploadPart } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { createSignedPart } from "#worker/media/signedUpload.ts";
import {
  type AnnouncedContent,
  createReservation,
  getStorageConfig,
  type Receiver,
  urlTtlSeconds,
} from "./reservations.ts";
import { mediaTypes } from "./storedMedia.ts";

/** Maximum bytes of a file that is sent in a single PUT. If the connection is lost, at most these must be sent again. */
export const maxSinglePutBytes = 50_000_000;
/** Bytes per part. R2 requires all parts except the last to have the same size, at least 5 MiB. */
export const partSize = 25 * 1024 * 1024;

/** Reserves a multipart upload that expires after `ttlSeconds`. */
export const reserveMultipartUpload = (
  env: Env,
  db: Database,
  receiver: Receiver,
  content: AnnouncedContent,
  ttlSeconds: number,
) =>
  createReservation(db, receiver, content, {
    ttlSeconds,
    createParts: async (key) => {
      const { contentType } = mediaTypes[receiver.kind];
      const { uploadId } = await env.STORAGE.createMultipartUpload(key, { httpMetadata: { contentType } });
      return { multipartId: uploadId, partSize };
    },
  });

const countParts = (row: Pick<UploadRow, "size" | "partSize">): number =>
  Math.ceil(row.size / (row.partSize ?? 1));

/** Signs a URL for each part, valid only for bytes with that MD5. @throws invalid for an upload without parts or a part number that is too large */
export async function signParts(
  env: Env,
  row: UploadRow,
  requestedParts: readonly { partNumber: number; md5: string }[],
) {
  const { multipartId, partSize: fullPartSize } = row;
  if (multipartId === null || fullPartSize === null)
    throw problem("invalid", { fields: { uploadId: "invalid" } });
  const lastPartNumber = countParts(row);
  const signedParts = requestedParts.map(async ({ partNumber, md5 }, index) => {
    if (partNumber > lastPartNumber)
      throw problem("invalid", { fields: { [`parts.${index}.partNumber`]: "tooLarge" } });
    const size =
      partNumber === lastPartNumber ? row.size - (lastPartNumber - 1) * fullPartSize : fullPartSize;
    const { url, headers } = await createSignedPart(getStorageConfig(env), {
      key: row.objectKey,
      multipartId,
      partNumber,
      size,
      md5Base64: md5,
      expiresInSeconds: urlTtlSeconds,
    });
    return { partNumber, url, headers };
  });
  return { parts: await Promise.all(signedParts), expires: addSeconds(urlTtlSeconds) };
}

/** Records parts that have arrived. A part that is sent again replaces the earlier one. */
export const recordParts = (
  db: Database,
  row: UploadRow,
  uploadedParts: readonly { partNumber: number; etag: string }[],
) =>
  db.run(sql`
    INSERT INTO upload_part (upload_id, part_number, etag)
    SELECT ${idParam(row.id)}, value ->> 'partNumber', trim(value ->> 'etag', '"') FROM json_each(${JSON.stringify(uploadedParts)})
    WHERE value ->> 'partNumber' <= ${countParts(row)}
    ON CONFLICT (upload_id, part_number) DO UPDATE SET etag = excluded.etag`);

export const listUploadedParts = (db: Database, uploadId: string) =>
  db
    .select({ partNumber: uploadPart.partNumber, etag: uploadPart.etag })
    .from(uploadPart)
    .where(eq(uploadPart.uploadId, uploadId))
    .orderBy(asc(uploadPart.partNumber));

/**
 * R2's errors for missing parts (10025), parts that are too small (10011) or of different sizes (10048), and a multipart upload that does
 * not exist any longer (10024). Other errors are transient and no reason to send gigabytes again.
 */
const isPartError = (error: unknown): boolean => /\((?:10011|10024|10025|10048)\)/.test(String(error));

/**
 * Completes a multipart upload if all parts have arrived, and returns its object; null otherwise, and for a single PUT. If R2 rejects
 * the parts, deletes their rows so that the client sends them again.
 */
export async function completeMultipartUpload(
  env: Env,
  db: Database,
  row: UploadRow,
): Promise<R2ObjectBody | null> {
  if (row.multipartId === null) return null;
  const uploadedParts = await listUploadedParts(db, row.id);
  if (uploadedParts.length < countParts(row)) return null;
  try {
    await env.STORAGE.resumeMultipartUpload(row.objectKey, row.multipartId).complete(uploadedParts);
  } catch (error) {
    // Another call has completed the upload in the meantime, or the client sent an invalid entity tag.
    const existingObject = await env.STORAGE.get(row.objectKey);
    if (existingObject) return existingObject;
    if (!isPartError(error)) throw error;
    await db.delete(uploadPart).where(eq(uploadPart.uploadId, row.id));
    console.error(JSON.stringify({ upload: row.id, error: String(error) }));
    return null;
  }
  return env.STORAGE.get(row.objectKey);
}
