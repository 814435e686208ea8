import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { inSeconds, now } from "../../domain/fields";
import { problem } from "../../domain/problem";
import { linkLimits } from "../../domain/rules/uploadToken";
import type { Database } from "../db/database";
import { stoppedBecause, stopUnless } from "../db/guard";
import { upload } from "../db/schema";
import { statement } from "../db/statement";
import type { Requester } from "../entrance/session/actor";
import type { Env } from "../env";
import { besideOriginal } from "../media/keys";
import { type Described, type MediaKind, media } from "./stored";

/** Seconds a signed URL is good for: a 25 MB photo over a poor 3G line takes about ten minutes. */
export const signedFor = 3600;

export interface Announced {
  size: number;
  contentType: string;
  /** Base64. */
  md5: string;
  /** Hex; what arrives must have it. Devices say it of none. */
  sha256?: string;
}

/**
 * Writes the row that is to get bytes, in one batch with the statements that wait for them: a row alone would look like something
 * that is missing, and nobody would take it back. Answers the name it got.
 */
export type MakeTarget = (waiting: (name: string) => BatchItem<"sqlite">[]) => Promise<string>;

/**
 * By whose right bytes come: a device's licence, somebody logged in, or a link, with what the file is called where it comes from.
 * Whoever reserves has seen that they may; `settle` asks again.
 */
export type Sender =
  | { licenseId: string }
  | { requester: Requester }
  | { uploadTokenId: string; givenName: string };

/** What is to get bytes, from whom, and whether staff bring them. */
export interface Receiving {
  kind: MediaKind;
  target: Described;
  sender: Sender;
  /** For a row that is not there yet. */
  make?: MakeTarget;
  imported?: boolean;
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

/** Every reservation has its own key: what an older URL still writes overwrites nothing, and the sweeper removes it. */
export async function writeReservation(
  db: Database,
  { kind, target, sender, make, imported = false }: Receiving,
  { size, contentType, md5, sha256 }: Announced,
  { seconds = signedFor, parts }: { seconds?: number; parts?: (key: string) => Promise<Parts> } = {},
) {
  if (target.hasData) throw problem("duplicate", { fields: { id: "duplicate" } });
  const id = crypto.randomUUID();
  const { customerId, documentationId } = target;
  const { givenName, ...right } = { givenName: undefined, ...sender };
  const reservation = {
    ...{ id, customerId, documentationId, kind, contentType, size, md5, imported },
    targetId: target.id,
    key: media[kind].key(customerId, target.id, id),
    expires: inSeconds(seconds),
    ...(sha256 && { sha256 }),
    ...right,
  };
  const inParts = parts ? await parts(reservation.key) : {};
  const waiting = (name: string) =>
    [
      ...replaceReservations(db, { customerId, kind, targetId: target.id }),
      db.insert(upload).values({ ...reservation, ...inParts, name: givenName ?? name }),
      ...("uploadTokenId" in sender ? [stopUnless(db, withinLimits(sender.uploadTokenId), "linkFull")] : []),
    ] as const;
  try {
    const name = make ? await make((given) => [...waiting(given)]) : target.name;
    if (!make) await db.batch(waiting(name));
    return { ...reservation, name };
  } catch (error) {
    if (stoppedBecause(error, "linkFull")) throw problem("linkFull");
    throw error;
  }
}

/** Announced files count before they have arrived. Checked after the row is written, so that parallel calls cannot pass it together. */
const withinLimits = (linkId: string) =>
  sql`(SELECT count(*) <= ${linkLimits.files} AND coalesce(sum(size), 0) <= ${linkLimits.bytes} FROM upload
    WHERE upload_token_id = ${linkId} AND state IN ('RESERVED', 'STORED'))`;

/** Reservations whose bytes may still arrive. */
export const mayArrive = sql`state IN ('RESERVED', 'REPLACED')`;

/** Notes the objects of reservations that end as unowned, also what a URL that is still valid may write. */
export const letGoOfReserved = (db: Database, reservations: SQL) =>
  statement(
    db,
    sql`INSERT OR IGNORE INTO unowned_object (place, date_created)
      SELECT substr(upload.key, 1, length(upload.key) - length('/original')) || tail.value, ${now()}
      FROM upload, json_each(${JSON.stringify(besideOriginal)}) tail WHERE ${mayArrive} AND ${reservations}`,
  );

/** Takes back `letGoOfReserved` for a reservation whose bytes are taken in after all. */
export const keepReserved = (db: Database, key: string) => {
  const stem = key.slice(0, -"/original".length);
  const places = JSON.stringify(besideOriginal.map((tail) => stem + tail));
  return statement(
    db,
    sql`DELETE FROM unowned_object WHERE place IN (SELECT value FROM json_each(${places}))`,
  );
};

/** Names what bytes are for. An id is a sender's own choice, and another customer's or another kind's row may have the same. */
export type Target = Pick<typeof upload.$inferSelect, "customerId" | "targetId"> & { kind: MediaKind };

export const ofTarget = ({ customerId, kind, targetId }: Target) =>
  sql`customer_id = ${customerId} AND kind = ${kind} AND target_id = ${targetId}`;

/** Statements that delete the reservations of a photo or file and note their objects as unowned. */
export const withoutReservations = (db: Database, target: Target) =>
  [letGoOfReserved(db, ofTarget(target)), db.delete(upload).where(and(ofTarget(target), mayArrive))] as const;

/**
 * Statements for a newer reservation. Nobody waits for the older ones any more, but of two who send one photo at once, whichever
 * arrives first is taken in, and both hear that it is stored.
 */
export const replaceReservations = (db: Database, target: Target) =>
  [
    letGoOfReserved(db, ofTarget(target)),
    db
      .update(upload)
      .set({ state: "REPLACED" })
      .where(and(ofTarget(target), eq(upload.state, "RESERVED"))),
  ] as const;
