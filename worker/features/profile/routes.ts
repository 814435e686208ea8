import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import {
  getTotpSecret,
  getTwoFactorAuthenticationValues,
  updatePassword,
  verifyTotp,
} from "#domain/endpoints/account/profile.ts";
import { user as userContract } from "#domain/resources/index.ts";
import { mount } from "#worker/api/mount.ts";
import { countOrRefuse } from "#worker/auth/callLimits.ts";
import { resetAttempts } from "#worker/auth/rateLimit.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { prepareNewPassword } from "#worker/auth/session/newPassword.ts";
import { verifyPassword } from "#worker/auth/session/password.ts";
import {
  newTotpSecret,
  sealTotpSecret,
  totpUri,
  verifiedTotpStep,
} from "#worker/auth/session/secondFactor.ts";
import { auditStatement, difference } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { user } from "#worker/db/schema/index.ts";
import type { App } from "#worker/http/context.ts";
import { languageOf } from "#worker/http/language.ts";

export function mountProfile(app: App): void {
  mount(app, updatePassword, async ({ c, env, db, actor, body }) => {
    assertNotSwitched(actor);
    const self = await selfOf(db, actor);
    await assertPassword(db, self, body.currentPassword);
    const { statements, notify } = await prepareNewPassword(db, self, {
      password: body.password,
      author: authorOf(actor),
      language: languageOf(c),
      keptSessionId: actor.sessionId,
    });
    await db.batch(statements);
    await notify(env);
    return { success: true };
  });

  mount(app, getTwoFactorAuthenticationValues, async ({ db, actor }) => {
    const self = await selfOf(db, actor);
    return { type: self.twoFactorAuthenticationType, hasSecret: self.totpSecret !== null, email: self.email };
  });

  mount(app, getTotpSecret, async ({ db, actor }) => {
    assertNotSwitched(actor);
    const self = await selfOf(db, actor);
    if (!mayActivate(self)) throw problem("ruleBroken");
    const secret = newTotpSecret();
    return { secret, uri: totpUri(self.username, secret) };
  });

  mount(app, verifyTotp, async ({ env, db, actor, body }) => {
    assertNotSwitched(actor);
    const self = await selfOf(db, actor);
    if (!mayActivate(self)) throw problem("ruleBroken");
    const step = await verifiedTotpStep(body.secret, body.code.replace(/\s/g, ""), null).catch(() => null);
    if (step === null) throw problem("wrongCode", { fields: { code: "invalid" } });
    const [activated] = await db.batch([
      db
        .update(user)
        .set({
          totpSecret: sealTotpSecret(env, actor.userId, body.secret),
          totpLastStep: step,
          twoFactorAuthenticationType: "TOTP",
          version: sql`${user.version} + 1`,
        })
        .where(
          and(
            eq(user.id, actor.userId),
            isNull(user.totpSecret),
            ne(user.twoFactorAuthenticationType, "NONE"),
          ),
        )
        .returning({ id: user.id }),
      auditStatement(db, {
        author: authorOf(actor),
        objectClass: userContract.objectClass,
        objectId: actor.userId,
        action: "UPDATE",
        params: difference(
          { totpSecret: null, twoFactorAuthenticationType: self.twoFactorAuthenticationType },
          { totpSecret: body.secret, twoFactorAuthenticationType: "TOTP" },
        ),
      }),
    ]);
    // Already activated, for example in another tab.
    if (activated.length === 0) throw problem("ruleBroken");
    return "OK" as const;
  });
}

/** Only a super admin's reset replaces an active authenticator: an open session is not enough. */
const mayActivate = (self: typeof user.$inferSelect) =>
  self.twoFactorAuthenticationType !== "NONE" && self.totpSecret === null;

/**
 * A super admin acting as a user must not change the password or authenticator.
 * @throws switchedSession
 */
function assertNotSwitched(actor: Actor): void {
  if (actor.realUserId !== null) throw problem("switchedSession");
}

/** Wrong passwords in sessions count by themselves, so that strangers' failed logins do not keep the owner from changing a password. */
const passwordLimitOf = (userId: number) => ({
  key: `password:user:${userId}`,
  maxAttempts: 10,
  windowSeconds: 15 * 60,
});

/**
 * Checks the current password, so that an open session is not enough to take over the account.
 * @throws invalid, naming the field; attemptsExhausted after too many
 */
async function assertPassword(
  db: Database,
  self: typeof user.$inferSelect,
  currentPassword: string,
): Promise<void> {
  const limit = passwordLimitOf(self.id);
  await countOrRefuse(db, [limit]);
  if (!(await verifyPassword(currentPassword, self.password)))
    throw problem("invalid", { fields: { currentPassword: "invalid" } });
  await resetAttempts(db, [limit.key]);
}

async function selfOf(db: Database, actor: Actor) {
  const self = await db.select().from(user).where(eq(user.id, actor.userId)).get();
  if (!self) throw problem("sessionEnded");
  return self;
}
