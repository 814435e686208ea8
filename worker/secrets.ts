import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Env } from "./env.ts";

/**
 * Secrets in rows are encrypted with a key of the environment, so a copy of the database reveals none. AES-256-GCM,
 * `v1.<iv>.<tag>.<ciphertext>` in base64url. `context` names the row and field, so that a text copied to another row cannot be decrypted.
 */
const key = (env: Env): Buffer =>
  Buffer.from(hkdfSync("sha256", env.SECRETS_KEY, "siteproof", "sealed secrets v1", 32));

export function seal(env: Env, secret: string, context: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key(env), iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return ["v1", ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url"))].join(".");
}

/** A sealed text that cannot be read: SECRETS_KEY was changed or lost, or the text was changed or copied from another row. */
export class SealedSecretError extends Error {
  override name = "SealedSecretError";
}

/** @throws SealedSecretError */
export function unseal(env: Env, text: string, context: string): string {
  const [version, ...parts] = text.split(".");
  const [iv, tag, sealed] = parts.map((part) => Buffer.from(part, "base64url"));
  if (version !== "v1" || !iv || !tag || !sealed)
    throw new SealedSecretError("a sealed secret has an unknown form");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key(env), iv)
      .setAAD(Buffer.from(context))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new SealedSecretError("a sealed secret cannot be read with SECRETS_KEY", { cause });
  }
}
