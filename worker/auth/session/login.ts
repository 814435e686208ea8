import { desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { now } from "#domain/core/fields.ts";
import type { Language } from "#domain/core/language.ts";
import { problem } from "#domain/core/problem.ts";
import type { login as loginEndpoint, SessionRecord } from "#domain/endpoints/account/session.ts";
import type { Database } from "#worker/db/database.ts";
import { authenticationSuccessEvent, type UserRow, user } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import {
  addressKey,
  countAttempts,
  createAddressLimits,
  type RateLimit,
  resetAttempts,
} from "../rateLimit.ts";
import { activateAuthenticator } from "./authenticator.ts";
import { queueFailedLogin } from "./failedLogins.ts";
import { openSession } from "./openSession.ts";
import { verifyAssertion } from "./passkey.ts";
import { verifyPassword } from "./password.ts";
import { findSecondFactors, type SecondFactors, sendLoginCode, verifyCode } from "./secondFactor.ts";
import { sha256 } from "./sessionTokens.ts";
import { usernameKeyOf } from "./username.ts";

export const loginWindowSeconds = 15 * 60;
const maxAttemptsPerUser = 10;
const maxAttemptsPerAddress = 100;

/** The limit on wrong passwords for one user, from all addresses together. */
export const loginLimit = async (usernameKey: string): Promise<RateLimit> => ({
  key: `login:user:${await sha256(usernameKey)}`,
  maxAttempts: maxAttemptsPerUser,
  windowSeconds: loginWindowSeconds,
});

/** Where a login comes from, and its language. */
export interface Caller {
  address: string;
  language: Language;
  /** The browser or program, as it calls itself. */
  userAgent: string | null;
}

export async function login(
  env: Env,
  db: Database,
  credentials: Credentials,
  caller: Caller,
): Promise<SessionRecord> {
  const { username, password } = credentials;
  const { address } = caller;
  const usernameKey = usernameKeyOf(username);
  const isKnownNetwork = await hasLoggedInFrom(db, usernameKey, address);
  const counters = await countLogin(db, usernameKey, address, isKnownNetwork);
  const userRow = await db.select().from(user).where(eq(user.usernameKey, usernameKey)).get();
  const isPasswordRight = await verifyPassword(
    password,
    userRow?.password ?? null,
    isKnownNetwork ? "trusted" : "unknown",
  );
  // Locked, disabled and expired accounts get the same response as a wrong password.
  if (!isPasswordRight || !userRow || !canLogIn(userRow)) {
    await queueFailedLogin(env, { usernameKey, failure: "password", address });
    throw problem("loginFailed");
  }
  // Revealed only to someone who knows the password. The new one is chosen through a mailed link, which only the owner gets.
  if (userRow.passwordExpired) throw problem("passwordExpired");
  const factors = await findSecondFactors(env, db, userRow);
  if (factors) await assertSecondFactor(env, db, userRow, factors, credentials, caller, counters);
  return finishLogin(env, db, userRow, caller, counters);
}

type Credentials = z.output<NonNullable<typeof loginEndpoint.body>>;

/**
 * Checks the second factor after the right password, or has an authenticator set up if the user has none.
 * @throws a 400 that names the factor if it was not sent; loginFailed if it is wrong
 */
async function assertSecondFactor(
  env: Env,
  db: Database,
  userRow: UserRow,
  factors: SecondFactors,
  { code, passkey, authenticator }: Credentials,
  { address, language }: Caller,
  counters: readonly string[],
): Promise<void> {
  const hasFactor = factors.authenticator || factors.passkey || factors.mail;
  if (!hasFactor && authenticator) {
    const author = { userId: userRow.id, realUserId: null, customerId: userRow.customerId };
    if (await activateAuthenticator(env, db, userRow, authenticator, { author, address })) return;
  } else if (hasFactor && passkey) {
    const assertion = await verifyAssertion(env, db, passkey);
    if (assertion?.isVerified && assertion.userId === userRow.id) return;
  } else if (hasFactor && code !== undefined) {
    if (await verifyCode(env, db, userRow, factors, code)) return;
  } else {
    if (factors.mail && userRow.email)
      await sendLoginCode(env, db, { ...userRow, email: userRow.email }, language);
    // The password was right, so being asked for the second factor is not a failed attempt.
    await resetAttempts(db, counters);
    throw problem(requestFor(factors));
  }
  await queueFailedLogin(env, { usernameKey: userRow.usernameKey, failure: "code", address });
  throw problem("loginFailed");
}

const requestFor = ({ authenticator, passkey, mail }: SecondFactors) =>
  authenticator
    ? "secondFactorRequired"
    : mail
      ? "codeMailed"
      : passkey
        ? "passkeyRequired"
        : "secondFactorSetupRequired";

/** Opens a session, and subtracts the attempt from the counters. */
export async function finishLogin(
  env: Env,
  db: Database,
  userRow: UserRow,
  { address, language, userAgent }: Caller,
  counters: readonly string[],
): Promise<SessionRecord> {
  const newSession = await openSession(env, db, {
    userId: userRow.id,
    customerId: userRow.customerId,
    realUserId: null,
    dateCreated: now(),
    remoteAddr: address,
    userAgent,
  });
  await db.batch([
    newSession.statement,
    db.insert(authenticationSuccessEvent).values({ userId: userRow.id, remoteAddr: address }),
    db.update(user).set({ language }).where(eq(user.id, userRow.id)),
  ]);
  await resetAttempts(db, counters);
  return newSession.record();
}

export const canLogIn = ({ enabled, accountLocked, accountExpired }: UserRow) =>
  enabled && !accountLocked && !accountExpired;

/**
 * Counts an attempt. Beyond the limits for one user and for all addresses, users can still log in from a network they have used before, so
 * that nobody else can lock them out; there, attempts on one user have their own limit. Returns the counted keys.
 * @throws tooManyAttempts
 */
async function countLogin(
  db: Database,
  usernameKey: string,
  address: string,
  isKnownNetwork: boolean,
): Promise<string[]> {
  const [networkLimit, globalLimit] = createAddressLimits(
    "login",
    address,
    maxAttemptsPerAddress,
    loginWindowSeconds,
  );
  const userLimit = await loginLimit(usernameKey);
  const userNetworkLimit = { ...userLimit, key: `${userLimit.key}:${addressKey(address)}` };
  await countAttempts(db, [networkLimit]);
  if (isKnownNetwork) await countAttempts(db, [userNetworkLimit]);
  try {
    await countAttempts(db, [userLimit, globalLimit]);
  } catch (error) {
    if (!isKnownNetwork) throw error;
  }
  return [userLimit, userNetworkLimit, networkLimit, globalLimit].map(({ key }) => key);
}

/** Whether the user has recently logged in from the address's network. */
async function hasLoggedInFrom(db: Database, usernameKey: string, address: string): Promise<boolean> {
  const logins = await db
    .select({ remoteAddr: authenticationSuccessEvent.remoteAddr })
    .from(authenticationSuccessEvent)
    .innerJoin(user, eq(user.id, authenticationSuccessEvent.userId))
    .where(eq(user.usernameKey, usernameKey))
    .orderBy(desc(authenticationSuccessEvent.dateCreated))
    .limit(20);
  return logins.some(({ remoteAddr }) => remoteAddr && addressKey(remoteAddr) === addressKey(address));
}
