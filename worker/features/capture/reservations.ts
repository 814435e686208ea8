import { and, eq, sql } from "drizzle-orm";
import { inSeconds, now } from "../../../domain/fields";
import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { upload } from "../../db/schema";
import { statement } from "../../db/statement";
import type { Env } from "../../env";
import { besideOriginal } from "../../media/keys";
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

/** What is to get bytes, and whether staff bring them. Whoever calls has seen that it may. */
export interface Receiving {
  kind: MediaKind;
  target: Described;
  imported?: boolean;
  /** The link it comes by, and what it is called where it comes from. */
  link?: { id: string; givenName: string };
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

/** Under a key of its own, so that what an older URL still writes is in nobody's way; the sweeper finds it. */
export async function writeReservation(
  db: Database,
  { kind, target, imported = false, link }: Receiving,
  { size, contentType, md5, sha256 }: Announced,
  { seconds = signedFor, parts }: { seconds?: number; parts?: (key: string) => Promise<Parts> } = {},
) {
  if (target.hasData) throw problem("duplicate", { fields: { id: "duplicate" } });
  const id = crypto.randomUUID();
  const { customerId, documentationId, name } = target;
  const reservation = {
    ...{ id, customerId, documentationId, kind, name, contentType, size, md5, imported },
    targetId: target.id,
    key: media[kind].key(customerId, target.id, id),
    expires: inSeconds(seconds),
    ...(sha256 && { sha256 }),
    ...(link && { uploadTokenId: link.id, name: link.givenName }),
  };
  const inParts = parts ? await parts(reservation.key) : {};
  await db.batch([
    ...withoutReservations(db, target.id),
    db.insert(upload).values({ ...reservation, ...inParts }),
  ]);
  return reservation;
}

/** Statements that take back what waits for a photo's or file's bytes; what may still be written for it is nobody's. */
export const withoutReservations = (db: Database, targetId: string) =>
  [
    statement(
      db,
      sql`INSERT OR IGNORE INTO unowned_object (place, date_created)
        SELECT substr(upload.key, 1, length(upload.key) - length('/original')) || tail.value, ${now()}
        FROM upload, json_each(${JSON.stringify(besideOriginal)}) tail WHERE target_id = ${targetId} AND state = 'RESERVED'`,
    ),
    db.delete(upload).where(and(eq(upload.targetId, targetId), eq(upload.state, "RESERVED"))),
  ] as const;
