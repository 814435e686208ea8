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
import { siblingSuffixes } from "#worker/media/keys.ts";
import { type Described, type MediaKind, media } from "./storedMedia.ts";

/** Seconds a signed URL is valid: a 25 MB photo over a poor 3G line takes about ten minutes. */
export const urlTtlSeconds = 3600;

export interface Announced {
  size: number;
  contentType: string;
  /** Base64. */
  md5: string;
  /** Hex; the bytes must have it. Devices never announce it. */
  sha256?: string;
}

/**
 * Writes the row that the bytes are for, in one batch with the statements that reserve them: a row without a reservation would look
 * like a missing photo, and nothing would remove it. Returns the row's name.
 */
export type MakeTarget = (reserving: (name: string) => BatchItem<"sqlite">[]) => Promise<string>;

/**
 * Whose authority an upload rests on: a device's licence, a user, or a link (with the file's name at its origin). Callers have checked
 * it; `settle` checks it again.
 */
export type Sender =
  | { licenseId: string }
  | { requester: Requester }
  | { uploadTokenId: string; originalName: string };

/** The row that bytes are for, and who sends them. */
export interface Receiver {
  kind: MediaKind;
  target: Described;
  sender: Sender;
  /** Writes the row, where it does not exist yet. */
  make?: MakeTarget;
  /** Sent by staff instead of the device. */
  imported?: boolean;
  /** The wish that the bytes answer by taking the place of those that are there, and what their sender says of them. */
  retake?: { id: string; said: RetakenPhoto | null };
}

export const storageOf = (env: Env) => ({
  endpoint: env.STORAGE_ENDPOINT,
  bucket: env.STORAGE_BUCKET,
  accessKeyId: env.STORAGE_ACCESS_KEY_ID,
  secretAccessKey: env.STORAGE_SECRET_ACCESS_KEY,
});

interface Parts {
  multipartId: string;
  partSize: number;
}

/**
 * Writes a reservation. Each has a key of its own: what an older URL still writes overwrites nothing, and the sweeper removes it.
 * @throws duplicate when the row has its bytes already, linkFull when the link's limits are reached.
 */
export async function writeReservation(
  db: Database,
  { kind, target, sender, make, imported = false, retake }: Receiver,
  { size, contentType, md5, sha256 }: Announced,
  { seconds = urlTtlSeconds, parts }: { seconds?: number; parts?: (key: string) => Promise<Parts> } = {},
) {
  if (target.hasData && !retake) throw problem("duplicate", { fields: { id: "duplicate" } });
  const id = crypto.randomUUID();
  const { customerId, documentationId } = target;
  const { originalName, ...right } = { originalName: undefined, ...sender };
  const reservation = {
    id,
    customerId,
    documentationId,
    kind,
    contentType,
    size,
    md5,
    isImport: imported,
    targetId: target.id,
    objectKey: media[kind].key(customerId, target.id, id),
    expiresAt: addSeconds(seconds),
    ...(sha256 && { sha256 }),
    ...(retake && { retakeId: retake.id, retakeParams: retake.said }),
    ...right,
  };
  const inParts = parts ? await parts(reservation.objectKey) : {};
  const reserving = (name: string) =>
    [
      ...replaceReservationStatements(db, {
        ...{ customerId, documentationId, kind, targetId: target.id },
        retakeId: retake?.id ?? null,
      }),
      db.insert(upload).values({ ...reservation, ...inParts, name: originalName ?? name }),
      ...("uploadTokenId" in sender
        ? [assertStatement(db, linkWithinLimitsCondition(sender.uploadTokenId), "linkFull")]
        : []),
    ] as const;
  try {
    const name = make ? await make((given) => [...reserving(given)]) : target.name;
    if (!make) await db.batch(reserving(name));
    return { ...reservation, name };
  } catch (error) {
    if (isAssertFailure(error, "linkFull")) throw problem("linkFull");
    throw error;
  }
}

/**
 * Holds unless a link exceeds its limits; announced files count before they arrive. Checked after the row is written, because of
 * parallel calls each would otherwise find room.
 */
const linkWithinLimitsCondition = (linkId: string) =>
  sql`(SELECT count(*) <= ${linkLimits.files} AND coalesce(sum(size), 0) <= ${linkLimits.bytes} FROM upload
    WHERE upload_token_id = ${idParam(linkId)} AND state IN ('RESERVED', 'STORED'))`;

/** Reservations whose bytes may still arrive, of uploads that an id or a target finds: SQLite uses no index for it. */
export const pendingCondition = sql`state IN ('RESERVED', 'REPLACED')`;

/** All of them: worded like the index `upload_open`, which SQLite then uses. */
export const pendingIndexCondition = sql`(state = 'RESERVED' OR state = 'REPLACED')`;

/** Notes all objects of reservations that end as unowned, including those that a still valid URL may yet write. */
export const orphanReservedStatement = (db: Database, reservations: SQL) =>
  statement(
    db,
    sql`INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
      SELECT substr(upload.object_key, 1, length(upload.object_key) - length('/original')) || tail.value, ${now()}
      FROM upload, json_each(${JSON.stringify(siblingSuffixes)}) tail WHERE ${pendingCondition} AND ${reservations}`,
  );

/** Reverses `orphanReservedStatement` for reservations whose bytes are taken in after all. */
export const clearReservedOrphansStatement = (
  db: Database,
  reserved: readonly Pick<UploadRow, "objectKey">[],
) => {
  const stems = reserved.map(({ objectKey }) => objectKey.slice(0, -"/original".length));
  const keys = JSON.stringify(stems.flatMap((stem) => siblingSuffixes.map((tail) => stem + tail)));
  return statement(
    db,
    sql`DELETE FROM orphaned_object WHERE key_or_prefix IN (SELECT value FROM json_each(${keys}))`,
  );
};

/** Identifies the row that bytes are for. Senders choose ids, so a row of another customer or kind may have the same. */
export type Target = Pick<UploadRow, "customerId" | "documentationId" | "targetId"> & { kind: MediaKind };

export const ofTarget = ({ customerId, documentationId, kind, targetId }: Target) =>
  sql`customer_id = ${customerId} AND documentation_id = ${idParam(documentationId)} AND target_id = ${idParam(targetId)} AND kind = ${kind}`;

/** Statements that delete the reservations of a photo or file and note their objects as unowned. */
export const deleteReservationStatements = (db: Database, target: Target) =>
  [
    orphanReservedStatement(db, ofTarget(target)),
    db.delete(upload).where(and(ofTarget(target), pendingCondition)),
  ] as const;

/**
 * Statements that mark older reservations as replaced by a newer one. Their bytes may still arrive: of two senders of one photo, the
 * first is taken in and both are answered that it is stored.
 */
export const replaceReservationStatements = (db: Database, target: Target & Pick<UploadRow, "retakeId">) => {
  const same = sql`${ofTarget(target)} AND retake_id IS ${idParam(target.retakeId)}`;
  return [
    orphanReservedStatement(db, same),
    db
      .update(upload)
      .set({ state: "REPLACED" })
      .where(and(same, eq(upload.state, "RESERVED"))),
  ] as const;
};
