import { eq } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import type { PasskeyAssertion } from "#domain/endpoints/account/passkeyCredentials.ts";
import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import type { Database } from "#worker/db/database.ts";
import { user } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { countAttempts, createAddressLimits, resetAttempts } from "../rateLimit.ts";
import { queueFailedLogin } from "./failedLogins.ts";
import { type Caller, canLogIn, finishLogin, loginWindowSeconds } from "./login.ts";
import { createLoginOptions, verifyAssertion } from "./passkey.ts";

/** Maximum calls from an address. Passkeys cannot be guessed: the limit bounds the number of stored challenges. */
const maxCalls = 400;

const limitOf = (address: string) => createAddressLimits("passkey", address, maxCalls, loginWindowSeconds)[0];

/** The options for a login with a passkey. @throws tooManyAttempts */
export async function startPasskeyLogin(env: Env, db: Database, { address }: Caller) {
  await countAttempts(db, [limitOf(address)]);
  return createLoginOptions(env, db);
}

/**
 * Logs in with a passkey alone: the authenticator has verified the user, which makes it two factors.
 * @throws loginFailed without a further reason; passwordExpired only for a valid passkey; tooManyAttempts
 */
export async function loginWithPasskey(
  env: Env,
  db: Database,
  assertion: PasskeyAssertion,
  caller: Caller,
): Promise<SessionRecord> {
  const { address } = caller;
  const limit = limitOf(address);
  await countAttempts(db, [limit]);
  const verifiedPasskey = await verifyAssertion(env, db, assertion);
  if (!verifiedPasskey) throw problem("loginFailed");
  const userRow = await db.select().from(user).where(eq(user.id, verifiedPasskey.userId)).get();
  if (!userRow || !verifiedPasskey.isVerified || !canLogIn(userRow)) {
    if (userRow)
      await queueFailedLogin(env, { usernameKey: userRow.usernameKey, failure: "passkey", address });
    throw problem("loginFailed");
  }
  if (userRow.passwordExpired) throw problem("passwordExpired");
  // This call and the one for its options.
  await resetAttempts(db, [limit.key], 2);
  return finishLogin(env, db, userRow, caller, []);
}
