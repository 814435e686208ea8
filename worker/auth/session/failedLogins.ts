import { eq } from "drizzle-orm";
import { user as userContract } from "#domain/resources/index.ts";
import { auditStatement } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { user } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { sendAccountMail } from "#worker/mail/accountMails.ts";
import { countStatement } from "../rateLimit.ts";

/** The step that failed: the password, the second factor after the right password, or a passkey in place of both. */
export type LoginFailure = "password" | "code" | "passkey";

/**
 * Failures in a day after which the owner gets a mail. A mistyped password is common; a wrong code means that the password is known. A
 * refused passkey means neither.
 */
const failuresBeforeMail: Record<LoginFailure, number> = {
  password: 5,
  code: 3,
  passkey: Number.POSITIVE_INFINITY,
};
const daySeconds = 24 * 3600;

export interface FailedLogin {
  /** Distinguishes the attempts, so that a message delivered twice counts once. */
  attemptId: string;
  usernameKey: string;
  failure: LoginFailure;
  /** The client's IP address. */
  address: string;
}

/** Queues a failed login. The user is looked up later, so that the response's timing does not reveal whether the name exists. */
export const queueFailedLogin = (env: Env, failedLogin: Omit<FailedLogin, "attemptId">): Promise<unknown> =>
  env.JOBS.send({ kind: "recordFailedLogin", attemptId: crypto.randomUUID(), ...failedLogin });

/**
 * Records a failed login in the audit log with the address it came from, and mails the owner once a day after several. Nothing is
 * recorded for a name that no user has.
 */
export async function recordFailedLogin(
  env: Env,
  db: Database,
  { attemptId, usernameKey, failure, address }: FailedLogin,
): Promise<void> {
  const owner = await db.select().from(user).where(eq(user.usernameKey, usernameKey)).get();
  if (!owner) return;
  const attempt = { key: `failedLogin:${attemptId}`, windowSeconds: daySeconds };
  const [[attemptCounter]] = await db.batch([countStatement(db, attempt)]);
  if (!attemptCounter || attemptCounter.attempts > 1) return;
  const userCounter = { key: `failedLogins:${failure}:${owner.id}`, windowSeconds: daySeconds };
  const [[counter]] = await db.batch([
    countStatement(db, userCounter),
    auditStatement(db, {
      author: { userId: -1, realUserId: null, customerId: owner.customerId },
      objectClass: userContract.objectClass,
      objectId: owner.id,
      action: "UPDATE",
      params: { failedLogin: { after: failure }, remoteAddr: { after: address } },
    }),
  ]);
  if (counter?.attempts !== failuresBeforeMail[failure]) return;
  const event = failure === "password" ? "wrongPasswords" : "wrongCodes";
  await sendAccountMail(env, db, owner, event, address);
}
