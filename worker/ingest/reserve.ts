import { createHash } from "node:crypto";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { signUpload } from "#worker/media/signedUpload.ts";
import { type Announced, type Receiver, storageOf, urlTtlSeconds, writeReservation } from "./reservations.ts";
import { type Settled, settle } from "./settle.ts";
import { media } from "./storedMedia.ts";

/** Writes a reservation, which replaces older ones, and signs a URL that accepts only the announced content. */
export async function reserve(env: Env, db: Database, receiver: Receiver, announced: Announced) {
  const reservation = await writeReservation(db, receiver, announced);
  const signed = signUpload(storageOf(env), {
    key: reservation.objectKey,
    size: announced.size,
    contentType: announced.contentType,
    md5Base64: announced.md5,
    expiresInSeconds: urlTtlSeconds,
  });
  return { uploadId: reservation.id, name: reservation.name, ...signed, expires: reservation.expiresAt };
}

/** MD5 in base64, as in reservations. */
export const md5Of = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("base64");

/**
 * Stores bytes from a request body, through a normal reservation. A call that is repeated because its answer was lost finds the bytes
 * stored.
 */
export async function storeBytes(
  env: Env,
  db: Database,
  receiver: Receiver,
  bytes: Uint8Array,
): Promise<Settled> {
  const { contentType } = media[receiver.kind];
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (receiver.target.hasData && !receiver.retake && receiver.target.sha256 === sha256)
    return { state: "STORED" };
  const reservation = await writeReservation(db, receiver, {
    size: bytes.length,
    contentType,
    md5: md5Of(bytes),
    sha256,
  });
  const md5 = Buffer.from(reservation.md5, "base64");
  await env.STORAGE.put(reservation.objectKey, bytes, { httpMetadata: { contentType }, md5 });
  return settle(env, db, reservation.id);
}
