import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { addSeconds, now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { RetakenPhoto } from "#domain/endpoints/capture/captureMedia.ts";
import { linkLimits } from "#domain/links/uploadLink.ts";
import type { Requester } from "#worker/auth/session/actor.ts";
import { assertStatement, isAssertFailure } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { type UploadRow, upload } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { objectKeySuffixes } from "#worker/media/photoKeys.ts";
import { type MediaKind, type MediaRow, mediaTypes } from "./storedMedia.ts";

/** Validity of a signed URL. A 25 MB photo over a poor 3G connection takes about ten minutes. */
export const urlTtlSeconds = 3600;

export interface AnnouncedContent {
  size: number;
  contentType: string;
  /** Base64. */
  md5: string;
  /** Hex; the bytes must have this digest. Devices never announce one. */
  sha256?: string;
}

/**
 * Writes the row that will receive the bytes, in one batch with the statements of their reservation: a row without a reservation would
 * look like a missing photo, and nothing would remove it. Returns the row's name.
 */
export type CreateTarget = (
  reservationStatements: (name: string) => BatchItem<"sqlite">[],
) => Promise<string>;

/**
 * The authority behind an upload: a device's licence, a user, or a link (with the file's original name). Callers have checked it; settling
 * checks it again.
 */
export type Sender =
  | { licenseId: string }
  | { requester: Requester }
  | { uploadTokenId: string; originalName: string };

/** The row that receives bytes, and their sender. */
export interface Receiver {
  kind: MediaKind;
  target: MediaRow;
  sender: Sender;
  /** For a row that does not exist yet. */
  createTarget?: CreateTarget;
  /** Sent by staff instead of the device. */
  isImport?: boolean;
  /** The retake whose photo the bytes replace, and what their sender declared about the new photo. */
  retake?: { id: string; declaredPhoto: RetakenPhoto | null };
}

export const getStorageConfig = (env: Env) => ({
  endpoint: env.STORAGE_ENDPOINT,
  bucket: env.STORAGE_BUCKET,
  accessKeyId: env.STORAGE_ACCESS_KEY_ID,
  secretAccessKey: env.STORAGE_SECRET_ACCESS_KEY,
});

interface MultipartUpload {
  multipartId: string;
  partSize: number;
}

/**
 * Writes a reservation and returns it. Each has its own object key, so an older URL overwrites nothing; the sweeper removes its objects.
 * @throws duplicate if the row already has other bytes, linkFull if the link's limits are exceeded
 */
export async function createReservation(
  db: Database,
  { kind, target, sender, createTarget, isImport = false, retake }: Receiver,
  { size, contentType, md5, sha256 }: AnnouncedContent,
  {
    ttlSeconds = urlTtlSeconds,
    createParts,
  }: { ttlSeconds?: number; createParts?: (key: string) => Promise<MultipartUpload> } = {},
) {
  if (target.hasData && !retake && !(await hasStoredBytes(db, { kind, target, size, md5 })))
    throw problem("duplicate", { fields: { id: "duplicate" } });
  const id = crypto.randomUUID();
  const { customerId, documentationId } = target;
  const { originalName, ...senderColumns } = { originalName: undefined, ...sender };
  const reservation = {
    id,
    customerId,
    documentationId,
    kind,
    contentType,
    size,
    md5,
    isImport,
    targetId: target.id,
    objectKey: mediaTypes[kind].createKey(customerId, target.id, id),
    expiresAt: addSeconds(ttlSeconds),
    ...(sha256 && { sha256 }),
    ...(retake && { retakeId: retake.id, retakeParams: retake.declaredPhoto }),
    ...senderColumns,
  };
  const multipartColumns = createParts ? await createParts(reservation.objectKey) : {};
  const reservationStatements = (name: string) =>
    [
      ...replaceReservationStatements(db, {
        ...{ customerId, documentationId, kind, targetId: target.id },
        retakeId: retake?.id ?? null,
      }),
      db.insert(upload).values({ ...reservation, ...multipartColumns, name: originalName ?? name }),
      ...("uploadTokenId" in sender
        ? [assertStatement(db, linkWithinLimitsCondition(sender.uploadTokenId), "linkFull")]
        : []),
    ] as const;
  try {
    const name = createTarget
      ? await createTarget((createdName) => [...reservationStatements(createdName)])
      : target.name;
    if (!createTarget) await db.batch(reservationStatements(name));
    return { ...reservation, name };
  } catch (error) {
    if (isAssertFailure(error, "linkFull")) throw problem("linkFull");
    throw error;
  }
}

/**
 * Whether the row has exactly these bytes. A sender whose response was lost may send them again, and is told that they are stored; the
 * object it writes is swept.
 */
async function hasStoredBytes(
  db: Database,
  { kind, target, size, md5 }: Pick<Receiver, "kind" | "target"> & Pick<AnnouncedContent, "size" | "md5">,
): Promise<boolean> {
  const { customerId, documentationId, id: targetId } = target;
  const row = await db
    .select({ id: upload.id })
    .from(upload)
    .where(
      and(
        targetCondition({ customerId, documentationId, kind, targetId }),
        eq(upload.state, "STORED"),
        eq(upload.size, size),
        eq(upload.md5, md5),
      ),
    )
    .get();
  return row !== undefined;
}

/**
 * Condition: a link is within its limits, including files that are announced but have not arrived. Checked after the insert, so that
 * parallel calls cannot exceed the limits together.
 */
const linkWithinLimitsCondition = (linkId: string) =>
  sql`(SELECT count(*) <= ${linkLimits.files} AND coalesce(sum(size), 0) <= ${linkLimits.bytes} FROM upload
    WHERE upload_token_id = ${idParam(linkId)} AND state IN ('RESERVED', 'STORED'))`;

/** Condition for reservations whose bytes may still arrive, for queries by id or target: SQLite uses no index for it. */
export const pendingCondition = sql`state IN ('RESERVED', 'REPLACED')`;

/** Like `pendingCondition`, for queries of all reservations: written like the condition of the partial index `upload_open`, so that SQLite uses that index. */
export const pendingIndexCondition = sql`(state = 'RESERVED' OR state = 'REPLACED')`;

/** Marks all objects of reservations as orphans, including those that a valid URL may still write. */
export const orphanReservedStatement = (db: Database, reservationsCondition: SQL) =>
  statement(
    db,
    sql`INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
      SELECT substr(upload.object_key, 1, length(upload.object_key) - length('/original')) || tail.value, ${now()}
      FROM upload, json_each(${JSON.stringify(objectKeySuffixes)}) tail WHERE ${pendingCondition} AND ${reservationsCondition}`,
  );

/** Reverses `orphanReservedStatement` for reservations whose bytes are accepted after all. */
export const clearReservedOrphansStatement = (
  db: Database,
  reservations: readonly Pick<UploadRow, "objectKey">[],
) => {
  const prefixes = reservations.map(({ objectKey }) => objectKey.slice(0, -"/original".length));
  const keys = JSON.stringify(
    prefixes.flatMap((prefix) => objectKeySuffixes.map((suffix) => prefix + suffix)),
  );
  return statement(
    db,
    sql`DELETE FROM orphaned_object WHERE key_or_prefix IN (SELECT value FROM json_each(${keys}))`,
  );
};

/** Identifies the row that receives bytes. Senders choose ids, so rows of other customers or kinds may have the same id. */
export type ReservationTarget = Pick<UploadRow, "customerId" | "documentationId" | "targetId"> & {
  kind: MediaKind;
};

export const targetCondition = ({ customerId, documentationId, kind, targetId }: ReservationTarget) =>
  sql`customer_id = ${customerId} AND documentation_id = ${idParam(documentationId)} AND target_id = ${idParam(targetId)} AND kind = ${kind}`;

/** Statements that delete the reservations of a photo or file and mark their objects as orphans. */
export const deleteReservationStatements = (db: Database, target: ReservationTarget) =>
  [
    orphanReservedStatement(db, targetCondition(target)),
    db.delete(upload).where(and(targetCondition(target), pendingCondition)),
  ] as const;

/**
 * Statements that mark older reservations as replaced by a newer one. Their bytes may still arrive: if two senders send the same photo,
 * the first upload is accepted, and both are told that it is stored.
 */
export const replaceReservationStatements = (
  db: Database,
  target: ReservationTarget & Pick<UploadRow, "retakeId">,
) => {
  const sameTargetCondition = sql`${targetCondition(target)} AND retake_id IS ${idParam(target.retakeId)}`;
  return [
    orphanReservedStatement(db, sameTargetCondition),
    db
      .update(upload)
      .set({ state: "REPLACED" })
      .where(and(sameTargetCondition, eq(upload.state, "RESERVED"))),
  ] as const;
};
