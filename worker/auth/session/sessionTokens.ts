import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { accessTokenLifetimeSeconds } from "#domain/access/sessionTimes.ts";
import type { Env } from "#worker/env.ts";

/** The two kinds of signed tokens. Their audiences differ, so that one cannot be used as the other. */

const secretKey = (env: Env) => new TextEncoder().encode(env.SESSION_SECRET);
const algorithm = "HS256";

/**
 * Identifies only the session: the user's rights are read from the database on each call. The same session and instant give the same token.
 * @param issuedAt seconds since 1970
 */
export const signAccessToken = (
  env: Env,
  sessionId: string,
  issuedAt = Math.floor(Date.now() / 1000),
): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: algorithm })
    .setSubject(sessionId)
    .setAudience("session")
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenLifetimeSeconds)
    .sign(secretKey(env));

/** The session id of an access token, or null if the token is forged, expired or of the other kind. */
export async function readAccessToken(env: Env, token: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, secretKey(env), {
      audience: "session",
      algorithms: [algorithm],
    });
    return payload.sub ?? null;
  } catch {
    return null;
  }
}

export const ticketTtlSeconds = 15 * 60;

/** Signs a ticket that lets a session download one path, query included. */
export const signTicket = (env: Env, sessionId: string, path: string): Promise<string> =>
  new SignJWT({ path })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(sessionId)
    .setAudience("download")
    .setIssuedAt()
    .setExpirationTime(`${ticketTtlSeconds}s`)
    .sign(secretKey(env));

export async function readTicket(
  env: Env,
  token: string,
): Promise<{ sessionId: string; path: string } | null> {
  try {
    const { payload } = await jwtVerify(token, secretKey(env), {
      audience: "download",
      algorithms: [algorithm],
    });
    return payload.sub && typeof payload.path === "string"
      ? { sessionId: payload.sub, path: payload.path }
      : null;
  } catch {
    return null;
  }
}

const hex = (buffer: ArrayBuffer) => Buffer.from(buffer).toString("hex");
export const sha256 = async (text: string): Promise<string> =>
  hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/** A refresh secret: 256 random bits, and a signature over them and the session id, which proves that the service issued it. */
export const issueRefreshToken = (env: Env, sessionId: string): string =>
  appendSignature(env, sessionId, randomBytes(32).toString("base64url"));

/**
 * The refresh secret that follows another of the same session. It is derived instead of random, so that a client that lost the response to
 * a refresh gets the same one again, although only its hash is stored.
 */
export const createNextRefreshToken = (env: Env, sessionId: string, secret: string): string =>
  appendSignature(env, sessionId, hmac(env, `next refresh ${sessionId} ${secret}`));

const appendSignature = (env: Env, sessionId: string, random: string) =>
  `${random}~${signature(env, sessionId, random)}`;

/** Whether the secret was issued to this session, now or earlier. */
export function isIssuedRefreshToken(env: Env, sessionId: string, secret: string): boolean {
  const [random = "", sentSignature = ""] = secret.split("~");
  const expectedSignature = Buffer.from(signature(env, sessionId, random));
  return (
    sentSignature.length === expectedSignature.length &&
    timingSafeEqual(Buffer.from(sentSignature), expectedSignature)
  );
}

const signature = (env: Env, sessionId: string, random: string): string =>
  hmac(env, `refresh ${sessionId} ${random}`);

const hmac = (env: Env, text: string): string =>
  createHmac("sha256", env.SESSION_SECRET).update(text).digest("base64url");
