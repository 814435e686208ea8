import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Env } from "./env.ts";

/**
 * Secrets in rows are encrypted with a key of the environment, so that a copy of the database reveals none. AES-256-GCM,
 * `v1.<iv>.<tag>.<ciphertext>` in base64url. `context` identifies the row and field, so that a text copied to another row cannot be decrypted.
 */
const deriveKey = (env: Env): Buffer =>
  Buffer.from(hkdfSync("sha256", env.SECRETS_KEY, "siteproof", "sealed secrets v1", 32));

export function sealSecret(env: Env, secret: string, context: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(env), iv).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return ["v1", ...[iv, cipher.getAuthTag(), ciphertext].map((part) => part.toString("base64url"))].join(".");
}

/** A sealed text that cannot be read: SECRETS_KEY was changed or lost, or the text was changed or copied from another row. */
export class SealedSecretError extends Error {
  override name = "SealedSecretError";
}

/** @throws SealedSecretError */
export function unsealSecret(env: Env, sealedText: string, context: string): string {
  const [version, ...encodedParts] = sealedText.split(".");
  const [iv, authTag, ciphertext] = encodedParts.map((part) => Buffer.from(part, "base64url"));
  if (version !== "v1" || !iv || !authTag || !ciphertext)
    throw new SealedSecretError("a sealed secret has an unknown format");
  try {
    const decipher = createDecipheriv("aes-256-gcm", deriveKey(env), iv)
      .setAAD(Buffer.from(context))
      .setAuthTag(authTag);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new SealedSecretError("a sealed secret cannot be read with SECRETS_KEY", { cause });
  }
}
