import { desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { now } from "#domain/core/fields.ts";
import type { Language } from "#domain/core/language.ts";
import { problem } from "#domain/core/problem.ts";
import type { login as loginEndpoint, SessionRecord } from "#domain/endpoints/account/session.ts";
import type { Database } from "#worker/db/database.ts";
import { authenticationSuccessEvent, user } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { addressKey, addressLimits, countAttempts, type RateLimit, resetAttempts } from "../rateLimit.ts";
import { queueFailedLogin } from "./failedLogins.ts";
import { openSession } from "./openSession.ts";
import { verifyPassword } from "./password.ts";
import { needsSecondFactor, sendLoginCode, verifySecondFactor } from "./secondFactor.ts";
import { sha256 } from "./sessionTokens.ts";
import { usernameKeyOf } from "./username.ts";

const windowSeconds = 15 * 60;
const maxAttemptsPerUser = 10;
const maxAttemptsPerAddress = 100;

/** The limit on wrong passwords for one user, from all addresses together. */
export const loginLimit = async (usernameKey: string): Promise<RateLimit> => ({
  key: `login:user:${await sha256(usernameKey)}`,
  maxAttempts: maxAttemptsPerUser,
  windowSeconds,
});

/** Who logs in, from where. */
export interface Caller {
  address: string;
  language: Language;
  /** The browser or program, as it calls itself. */
  userAgent: string | null;
}

export async function login(
  env: Env,
  db: Database,
  { username, password, code }: z.output<NonNullable<typeof loginEndpoint.body>>,
  { address, language, userAgent }: Caller,
): Promise<SessionRecord> {
  const usernameKey = usernameKeyOf(username);
  const isKnownNetwork = await hasLoggedInFrom(db, usernameKey, address);
  const counters = await countLogin(db, usernameKey, address, isKnownNetwork);
  const found = await db.select().from(user).where(eq(user.usernameKey, usernameKey)).get();
  const isPasswordRight = await verifyPassword(
    password,
    found?.password ?? null,
    isKnownNetwork ? "trusted" : "unknown",
  );
  // Locked, disabled and expired accounts get the same response as a wrong password.
  if (!isPasswordRight || !found?.enabled || found.accountLocked || found.accountExpired) {
    await queueFailedLogin(env, { usernameKey, failure: "password", address });
    throw problem("loginFailed");
  }
  // Revealed only to someone who knows the password. The new one is chosen through a mailed link, which only the owner gets.
  if (found.passwordExpired) throw problem("passwordExpired");
  if (await needsSecondFactor(env, db, found)) {
    if (code === undefined) {
      const isMailed = await sendLoginCode(env, db, found, language);
      // The password was right, so being asked for the code is not a failed attempt.
      await resetAttempts(db, counters);
      throw problem(isMailed ? "codeMailed" : "secondFactorRequired");
    }
    if (!(await verifySecondFactor(env, db, found, code))) {
      await queueFailedLogin(env, { usernameKey, failure: "code", address });
      throw problem("loginFailed");
    }
  }
  const newSession = await openSession(env, db, {
    userId: found.id,
    customerId: found.customerId,
    realUserId: null,
    dateCreated: now(),
    remoteAddr: address,
    userAgent,
  });
  await db.batch([
    newSession.statement,
    db.insert(authenticationSuccessEvent).values({ userId: found.id, remoteAddr: address }),
    db.update(user).set({ language }).where(eq(user.id, found.id)),
  ]);
  await resetAttempts(db, counters);
  return newSession.record();
}

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
  const [perNetwork, allNetworks] = addressLimits("login", address, maxAttemptsPerAddress, windowSeconds);
  const perUser = await loginLimit(usernameKey);
  const userInNetwork = { ...perUser, key: `${perUser.key}:${addressKey(address)}` };
  await countAttempts(db, [perNetwork]);
  if (isKnownNetwork) await countAttempts(db, [userInNetwork]);
  try {
    await countAttempts(db, [perUser, allNetworks]);
  } catch (error) {
    if (!isKnownNetwork) throw error;
  }
  return [perUser, userInNetwork, perNetwork, allNetworks].map(({ key }) => key);
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
