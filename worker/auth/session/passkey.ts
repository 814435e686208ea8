import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import {
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
  isoCBOR,
} from "@simplewebauthn/server/helpers";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { PasskeyAssertion, PasskeyAttestation } from "#domain/endpoints/account/passkeyCredentials.ts";
import type { Database } from "#worker/db/database.ts";
import { type PasskeyRow, passkey, passkeyChallenge, type UserRow } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { sha256 } from "./sessionTokens.ts";

/** Seconds within which the user must have answered the browser's prompt. */
const challengeTtlSeconds = 5 * 60;
const timeoutMs = challengeTtlSeconds * 1000;

/** The site that passkeys belong to: the console. A request's host is not trusted. */
function createRelyingParty({ CONSOLE_URL }: Pick<Env, "CONSOLE_URL">) {
  const { origin, hostname } = new URL(CONSOLE_URL.trim());
  return { expectedOrigin: origin, expectedRPID: hostname };
}

export const countPasskeys = (db: Database, userId: number): Promise<number> =>
  db.$count(passkey, eq(passkey.userId, userId));

export const findPasskeys = (db: Database, userId: number): Promise<PasskeyRow[]> =>
  db
    .select()
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(desc(passkey.dateCreated), desc(passkey.id));

/** Statement that removes all passkeys of a user. */
export const deletePasskeysStatement = (db: Database, userId: number) =>
  db.delete(passkey).where(eq(passkey.userId, userId));

/** @param sessionId the session that adds a passkey or confirms with one; null for a login */
const insertChallenge = (db: Database, challenge: string, sessionId: string | null) =>
  db.insert(passkeyChallenge).values({ challenge, sessionId, expiresAt: addSeconds(challengeTtlSeconds) });

/** The challenge of a browser's response; null if there is none that is valid. It is deleted: of two concurrent uses, one succeeds. */
async function consumeChallenge(
  db: Database,
  clientDataJSON: string,
  sessionId: string | null,
): Promise<string | null> {
  const challenge = parseChallenge(clientDataJSON);
  if (challenge === null) return null;
  const consumedChallenges = await db
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.challenge, challenge),
        sessionId === null ? isNull(passkeyChallenge.sessionId) : eq(passkeyChallenge.sessionId, sessionId),
        gt(passkeyChallenge.expiresAt, now()),
      ),
    )
    .returning({ challenge: passkeyChallenge.challenge });
  return consumedChallenges[0]?.challenge ?? null;
}

function parseChallenge(clientDataJSON: string): string | null {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}

/** The library throws if any part of a client's response is invalid. */
const ignoreRefusal = <T>(verification: Promise<T>): Promise<T | null> => verification.catch(() => null);

/** The options for a login, stored with a new challenge. They name no credentials, so they do not reveal who has one. */
export const createLoginOptions = (env: Env, db: Database) => createRequestOptions(env, db, null);

async function createRequestOptions(env: Env, db: Database, sessionId: string | null) {
  const rpId = createRelyingParty(env).expectedRPID;
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
  await insertChallenge(db, challenge, sessionId);
  return { challenge, rpId, timeout: timeoutMs, userVerification: "required" as const };
}

/** The options for confirming with one of a user's passkeys, stored with a new challenge that only this session can use. */
export async function createConfirmationOptions(env: Env, db: Database, userId: number, sessionId: string) {
  const passkeys = await findPasskeys(db, userId);
  return {
    ...(await createRequestOptions(env, db, sessionId)),
    allowCredentials: passkeys.map(describeCredential),
  };
}

const describeCredential = ({ credentialId }: PasskeyRow) => ({
  id: credentialId,
  type: "public-key" as const,
});

/** The options for a new passkey, stored with a new challenge that only this session can use. */
export async function createRegistrationOptions(env: Env, db: Database, owner: UserRow, sessionId: string) {
  const rpId = createRelyingParty(env).expectedRPID;
  const passkeys = await findPasskeys(db, owner.id);
  const { challenge, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: "Siteproof",
    rpID: rpId,
    userName: owner.username,
    userDisplayName: owner.fullName ?? owner.username,
    // The same for all passkeys of the user, so that an authenticator replaces its own. It must not identify a person.
    userID: new Uint8Array(Buffer.from(await sha256(`passkey ${rpId} ${owner.id}`), "hex")),
  });
  await insertChallenge(db, challenge, sessionId);
  return {
    challenge,
    rp: { id: rpId, name: "Siteproof" },
    user,
    pubKeyCredParams,
    timeout: timeoutMs,
    excludeCredentials: passkeys.map(describeCredential),
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true as const,
      userVerification: "required" as const,
    },
    attestation: "none" as const,
  };
}

/** The columns of a new passkey; null if the browser's response is invalid. */
export async function verifyRegistration(
  env: Env,
  db: Database,
  sessionId: string,
  { response, ...credential }: PasskeyAttestation,
): Promise<Pick<PasskeyRow, "credentialId" | "publicKey" | "signatureCount" | "isSynced"> | null> {
  const expectedChallenge = await consumeChallenge(db, response.clientDataJSON, sessionId);
  const attestationObject = removeStatement(response.attestationObject);
  if (expectedChallenge === null || attestationObject === null) return null;
  const verification = await ignoreRefusal(
    verifyRegistrationResponse({
      response: {
        ...credential,
        clientExtensionResults: {},
        response: { clientDataJSON: response.clientDataJSON, attestationObject },
      },
      ...createRelyingParty(env),
      expectedChallenge,
    }),
  );
  const info = verification?.registrationInfo;
  if (!verification?.verified || info?.credential.id !== credential.id) return null;
  return {
    credentialId: info.credential.id,
    publicKey: isoBase64URL.fromBuffer(info.credential.publicKey),
    signatureCount: info.credential.counter,
    isSynced: info.credentialBackedUp,
  };
}

/**
 * An attestation without its statement. Makers of authenticators are not checked, and checking would parse the client's certificates and
 * fetch revocation lists from addresses in them. Null if it is malformed.
 */
function removeStatement(attestationObject: string): string | null {
  try {
    const decodedObject = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", decodedObject.get("authData")],
    ]);
    return isoBase64URL.fromBuffer(isoCBOR.encode(attestation));
  } catch {
    return null;
  }
}

/**
 * The owner of the passkey in a browser's response, and whether the response is valid. A valid response marks the passkey as used. Null for
 * an unknown passkey.
 * @param sessionId the session that is confirmed; null for a login
 */
export async function verifyAssertion(
  env: Env,
  db: Database,
  { response, ...credential }: PasskeyAssertion,
  sessionId: string | null = null,
): Promise<{ userId: number; isVerified: boolean } | null> {
  const { clientDataJSON, authenticatorData, signature } = response;
  const expectedChallenge = await consumeChallenge(db, clientDataJSON, sessionId);
  const passkeyRow = await db.select().from(passkey).where(eq(passkey.credentialId, credential.id)).get();
  if (!passkeyRow) return null;
  const refusal = { userId: passkeyRow.userId, isVerified: false };
  if (expectedChallenge === null) return refusal;
  const verification = await ignoreRefusal(
    verifyAuthenticationResponse({
      response: {
        ...credential,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      ...createRelyingParty(env),
      expectedChallenge,
      credential: {
        id: passkeyRow.credentialId,
        publicKey: isoBase64URL.toBuffer(passkeyRow.publicKey),
        counter: passkeyRow.signatureCount,
      },
    }),
  );
  if (!verification?.verified) return refusal;
  const { newCounter, credentialBackedUp } = verification.authenticationInfo;
  // Nothing is updated if it was removed in the meantime.
  const updatedRows = await db
    .update(passkey)
    .set({ signatureCount: newCounter, isSynced: credentialBackedUp, lastUsed: now() })
    .where(eq(passkey.id, passkeyRow.id))
    .returning({ id: passkey.id });
  return { ...refusal, isVerified: updatedRows.length === 1 };
}
