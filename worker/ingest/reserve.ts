import { createHash } from "node:crypto";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { createSignedUpload } from "#worker/media/signedUpload.ts";
import {
  type AnnouncedContent,
  createReservation,
  getStorageConfig,
  type Receiver,
  urlTtlSeconds,
} from "./reservations.ts";
import { type SettleResult, settleUpload } from "./settleUpload.ts";
import { mediaTypes } from "./storedMedia.ts";

/** Writes a reservation, which replaces older ones, and signs a URL that accepts only the announced content. */
export async function reserveUpload(env: Env, db: Database, receiver: Receiver, content: AnnouncedContent) {
  const reservation = await createReservation(db, receiver, content);
  const signedUpload = await createSignedUpload(getStorageConfig(env), {
    key: reservation.objectKey,
    size: content.size,
    contentType: content.contentType,
    md5Base64: content.md5,
    expiresInSeconds: urlTtlSeconds,
  });
  return {
    uploadId: reservation.id,
    name: reservation.name,
    ...signedUpload,
    expires: reservation.expiresAt,
  };
}

/** MD5 in base64, as in reservations. */
export const computeMd5 = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("base64");

/**
 * Stores bytes from a request body, through a normal reservation. A call that is repeated because its response was lost finds the bytes
 * stored.
 */
export async function storeBytes(
  env: Env,
  db: Database,
  receiver: Receiver,
  bytes: Uint8Array,
): Promise<SettleResult> {
  const { contentType } = mediaTypes[receiver.kind];
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (receiver.target.hasData && !receiver.retake && receiver.target.sha256 === sha256)
    return { state: "STORED" };
  const reservation = await createReservation(db, receiver, {
    size: bytes.length,
    contentType,
    md5: computeMd5(bytes),
    sha256,
  });
  const md5 = Buffer.from(reservation.md5, "base64");
  await env.STORAGE.put(reservation.objectKey, bytes, { httpMetadata: { contentType }, md5 });
  return settleUpload(env, db, reservation.id);
}
