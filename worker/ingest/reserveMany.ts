import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { addSeconds, now } from "#domain/core/fields.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam, textAsId } from "#worker/db/ids.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { createSignedUpload, type SignedUpload } from "#worker/media/signedUpload.ts";
import {
  type AnnouncedContent,
  getStorageConfig,
  orphanReservedStatement,
  urlTtlSeconds,
} from "./reservations.ts";
import { mediaTypes } from "./storedMedia.ts";

/** A photo whose row exists, and the content announced for it. */
export interface AnnouncedPhoto extends Omit<AnnouncedContent, "sha256"> {
  targetId: string;
  documentationId: string;
  name: string;
}

type SignedReservation = SignedUpload & { uploadId: string; expires: string };

/**
 * Reserves the uploads of many photos of a device and replaces older reservations, in one batch with the statements that write the photos.
 * Returns the signed URLs by the id of the photo; null, with nothing written, if the condition did not hold.
 */
export async function reserveUploads(
  env: Env,
  db: Database,
  { customerId, licenseId }: { customerId: number; licenseId: string },
  photos: readonly AnnouncedPhoto[],
  { condition, photoStatements }: { condition: SQL; photoStatements: BatchItem<"sqlite">[] },
): Promise<Map<string, SignedReservation> | null> {
  const expires = addSeconds(urlTtlSeconds);
  const rows = photos.map((item) => {
    const id = crypto.randomUUID();
    return { ...item, id, key: mediaTypes.PHOTO.createKey(customerId, item.targetId, id) };
  });
  const documentationIds = [...new Set(rows.map(({ documentationId }) => documentationId))];
  const olderReservationsCondition = sql`customer_id = ${customerId} AND documentation_id IN ${idListParam(documentationIds)}
    AND target_id IN ${idListParam(rows.map(({ targetId }) => targetId))} AND kind = 'PHOTO' AND retake_id IS NULL`;
  const wasWritten = await batchIf(db, condition, [
    ...photoStatements,
    orphanReservedStatement(db, olderReservationsCondition),
    statement(
      db,
      sql`UPDATE upload SET state = 'REPLACED' WHERE ${olderReservationsCondition} AND state = 'RESERVED'`,
    ),
    ...jsonChunks(rows).map((chunk) =>
      statement(
        db,
        sql`INSERT INTO upload (id, customer_id, documentation_id, kind, target_id, name, object_key, content_type, size, md5, license_id, expires_at,
            date_created)
          SELECT ${textAsId("value ->> 'id'")}, ${customerId}, ${textAsId("value ->> 'documentationId'")}, 'PHOTO', ${textAsId("value ->> 'targetId'")}, value ->> 'name', value ->> 'key',
            value ->> 'contentType', value ->> 'size', value ->> 'md5', ${idParam(licenseId)}, ${expires}, ${now()}
          FROM json_each(${chunk})`,
      ),
    ),
  ]);
  if (!wasWritten) return null;
  const signedEntries = rows.map(async ({ id: uploadId, targetId, key, size, contentType, md5 }) => {
    const uploadTarget = { key, size, contentType, md5Base64: md5, expiresInSeconds: urlTtlSeconds };
    const signedUpload = await createSignedUpload(getStorageConfig(env), uploadTarget);
    return [targetId, { uploadId, expires, ...signedUpload }] as const;
  });
  return new Map(await Promise.all(signedEntries));
}
