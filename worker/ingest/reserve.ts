import { createHash } from "node:crypto";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { signUpload } from "#worker/media/signedUpload.ts";
import { type Announced, type Receiver, storageOf, urlTtlSeconds, writeReservation } from "./reservations.ts";
import { settle } from "./settle.ts";
import { media } from "./storedMedia.ts";

/** Writes a reservation, which replaces older ones, and signs a URL for exactly that content. */
export async function reserve(env: Env, db: Database, receiving: Receiver, announced: Announced) {
  const reservation = await writeReservation(db, receiving, announced);
  const signed = signUpload(storageOf(env), {
    key: reservation.objectKey,
    size: announced.size,
    contentType: announced.contentType,
    md5Base64: announced.md5,
    expiresInSeconds: urlTtlSeconds,
  });
  return { uploadId: reservation.id, name: reservation.name, ...signed, expires: reservation.expiresAt };
}

/** MD5 in base64, as reservations name it. */
export const md5Of = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("base64");

/** Stores bytes from a request body, by a reservation like any other. */
export async function storeBytes(env: Env, db: Database, receiving: Receiver, bytes: Uint8Array) {
  const { contentType } = media[receiving.kind];
  const reservation = await writeReservation(db, receiving, {
    size: bytes.length,
    contentType,
    md5: md5Of(bytes),
  });
  const md5 = Buffer.from(reservation.md5, "base64");
  await env.STORAGE.put(reservation.objectKey, bytes, { httpMetadata: { contentType }, md5 });
  return settle(env, db, reservation.id);
}
