import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { inSeconds } from "../../../domain/fields";
import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { upload } from "../../db/schema";
import type { Env } from "../../env";
import { signUpload } from "../../media/signed-upload";
import { documentationOf, refuseClosed } from "./documentation";
import type { DeviceLicense } from "./license";
import { settle } from "./settle";
import { described, type MediaKind, media } from "./stored";

/** Seconds a signed URL is good for: a 25 MB photo over a poor 3G line takes about ten minutes. */
const signedFor = 3600;

interface Wanted {
  id: string;
  size: number;
  contentType: string;
  /** Base64. */
  md5: string;
}

/** Writes down what is to come, then signs the URL for exactly that. A newer reservation takes the place of an older one. */
export async function reserve(
  env: Env,
  db: Database,
  license: DeviceLicense,
  kind: MediaKind,
  wanted: Wanted,
) {
  const reservation = await writeReservation(db, license, kind, wanted);
  const signed = await signUpload(
    {
      endpoint: env.STORAGE_ENDPOINT,
      bucket: env.STORAGE_BUCKET,
      accessKeyId: env.STORAGE_ACCESS_KEY_ID,
      secretAccessKey: env.STORAGE_SECRET_ACCESS_KEY,
    },
    {
      key: reservation.key,
      size: wanted.size,
      contentType: wanted.contentType,
      md5Base64: wanted.md5,
      expiresInSeconds: signedFor,
    },
  );
  return { uploadId: reservation.id, ...signed, expires: reservation.expires };
}

/** Bytes that came in a body: they go the same way, only the Worker carries them. */
export async function storeBytes(
  env: Env,
  db: Database,
  license: DeviceLicense,
  kind: MediaKind,
  id: string,
  bytes: Uint8Array,
) {
  if (bytes.length === 0) throw problem("invalid", { fields: { data: "required" } });
  const md5 = createHash("md5").update(bytes).digest();
  const contentType = kind === "PHOTO" ? "image/jpeg" : "application/octet-stream";
  const reservation = await writeReservation(db, license, kind, {
    id,
    size: bytes.length,
    contentType,
    md5: md5.toString("base64"),
  });
  // As the signed URL does it: what lies there already is never written over.
  const onlyIf = new Headers({ "if-none-match": "*" });
  await env.STORAGE.put(reservation.key, bytes, { httpMetadata: { contentType }, md5, onlyIf });
  return settle(env, db, reservation.id);
}

async function writeReservation(db: Database, license: DeviceLicense, kind: MediaKind, wanted: Wanted) {
  const target = await described(db, license, kind, wanted.id);
  if (target.hasData) throw problem("duplicate", { fields: { id: "duplicate" } });
  refuseClosed(await documentationOf(db, license, target.documentationId));
  const reservation = {
    id: crypto.randomUUID(),
    customerId: license.customerId,
    documentationId: target.documentationId,
    kind,
    targetId: target.id,
    name: target.name,
    key: media[kind].key(license.customerId, target.id),
    contentType: wanted.contentType,
    size: wanted.size,
    md5: wanted.md5,
    expires: inSeconds(signedFor),
  };
  await db.batch([
    db.delete(upload).where(and(eq(upload.targetId, target.id), eq(upload.state, "RESERVED"))),
    db.insert(upload).values(reservation),
  ]);
  return reservation;
}
