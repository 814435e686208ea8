import { createHash } from "node:crypto";
import { inSeconds } from "../../../domain/fields";
import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { upload } from "../../db/schema";
import type { Env } from "../../env";
import { signUpload } from "../../media/signed-upload";
import { withoutReservations } from "./reservations";
import { settle } from "./settle";
import { type Described, type MediaKind, media } from "./stored";

/** Seconds a signed URL is good for: a 25 MB photo over a poor 3G line takes about ten minutes. */
const signedFor = 3600;

interface Announced {
  size: number;
  contentType: string;
  /** Base64. */
  md5: string;
}

/** What is to get bytes, and whether staff bring them. Whoever calls has seen that it may. */
export interface Receiving {
  kind: MediaKind;
  target: Described;
  imported?: boolean;
}

/** Writes down what is to come, then signs the URL for exactly that. A newer reservation takes the place of an older one. */
export async function reserve(env: Env, db: Database, receiving: Receiving, announced: Announced) {
  const reservation = await writeReservation(db, receiving, announced);
  const signed = await signUpload(
    {
      endpoint: env.STORAGE_ENDPOINT,
      bucket: env.STORAGE_BUCKET,
      accessKeyId: env.STORAGE_ACCESS_KEY_ID,
      secretAccessKey: env.STORAGE_SECRET_ACCESS_KEY,
    },
    {
      key: reservation.key,
      size: announced.size,
      contentType: announced.contentType,
      md5Base64: announced.md5,
      expiresInSeconds: signedFor,
    },
  );
  return { uploadId: reservation.id, ...signed, expires: reservation.expires };
}

/** Bytes that came in a body: they go the same way, only the Worker carries them. */
export async function storeBytes(env: Env, db: Database, receiving: Receiving, bytes: Uint8Array) {
  if (bytes.length === 0) throw problem("invalid", { fields: { data: "required" } });
  const md5 = createHash("md5").update(bytes).digest();
  const { contentType } = media[receiving.kind];
  const reservation = await writeReservation(db, receiving, {
    size: bytes.length,
    contentType,
    md5: md5.toString("base64"),
  });
  await env.STORAGE.put(reservation.key, bytes, { httpMetadata: { contentType }, md5 });
  return settle(env, db, reservation.id);
}

/** Under a key of its own, so that what an older URL still writes is in nobody's way; the sweeper finds it. */
async function writeReservation(
  db: Database,
  { kind, target, imported = false }: Receiving,
  { size, contentType, md5 }: Announced,
) {
  if (target.hasData) throw problem("duplicate", { fields: { id: "duplicate" } });
  const id = crypto.randomUUID();
  const { customerId, documentationId, name } = target;
  const reservation = {
    ...{ id, customerId, documentationId, kind, name, contentType, size, md5, imported },
    targetId: target.id,
    key: media[kind].key(customerId, target.id, id),
    expires: inSeconds(signedFor),
  };
  await db.batch([...withoutReservations(db, target.id), db.insert(upload).values(reservation)]);
  return reservation;
}
