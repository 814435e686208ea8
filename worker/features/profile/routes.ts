import { and, eq, isNull, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import {
  createRecoveryCodes,
  getTotpSecret,
  getTwoFactorAuthenticationValues,
  turnOffSecondFactor,
  updatePassword,
  verifyTotp,
} from "#domain/endpoints/account/profile.ts";
import { user as userContract } from "#domain/resources/index.ts";
import { mount } from "#worker/api/mount.ts";
import { countOrRefuse } from "#worker/auth/callLimits.ts";
import { addressOf, resetAttempts } from "#worker/auth/rateLimit.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { prepareNewPassword } from "#worker/auth/session/newPassword.ts";
import { assertPassword, passwordLimitOf } from "#worker/auth/session/ownPassword.ts";
import {
  countRecoveryCodes,
  dropRecoveryCodesStatement,
  newRecoveryCodes,
  newTotpSecret,
  sealTotpSecret,
  totpUri,
  verifiedTotpStep,
  verifySecondFactor,
} from "#worker/auth/session/secondFactor.ts";
import { auditStatement, difference } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { type UserRow, user } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import type { App } from "#worker/http/context.ts";
import { languageOf } from "#worker/http/language.ts";
import { type AccountEvent, queueAccountMail } from "#worker/mail/accountMails.ts";
import { enqueueMail } from "#worker/mail/mailer.ts";

export function mountProfile(app: App): void {
  mount(app, updatePassword, async ({ c, env, db, actor, body }) => {
    assertNotSwitched(actor);
    const self = await findSelf(db, actor);
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
    const self = await findSelf(db, actor);
    return {
      type: self.twoFactorAuthenticationType,
      hasSecret: self.totpSecret !== null,
      email: self.email,
      canTurnOff: mayTurnOff(self),
      recoveryCodes: await countRecoveryCodes(db, self.id),
    };
  });

  mount(app, getTotpSecret, async ({ db, actor }) => {
    assertNotSwitched(actor);
    const self = await findSelf(db, actor);
    if (!mayActivate(self)) throw problem("ruleBroken");
    const secret = newTotpSecret();
    return { secret, uri: totpUri(self.username, secret) };
  });

  mount(app, verifyTotp, async ({ c, env, db, actor, body }) => {
    assertNotSwitched(actor);
    const self = await findSelf(db, actor);
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
          secondFactorByOwner: self.twoFactorAuthenticationType === "NONE",
          version: sql`${user.version} + 1`,
        })
        .where(
          and(
            eq(user.id, actor.userId),
            isNull(user.totpSecret),
            // Changed in the meantime by an administrator, who decides who may turn it off.
            eq(user.twoFactorAuthenticationType, self.twoFactorAuthenticationType),
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
          { totpSecret: body.secret, twoFactorAuthenticationType: "TOTP", remoteAddr: addressOf(c) },
        ),
      }),
    ]);
    // Already activated, for example in another tab.
    if (activated.length === 0) throw problem("ruleBroken");
    await mailOwner(env, db, { ...self, language: languageOf(c) }, "authenticatorActivated");
    return "OK" as const;
  });

  mount(app, turnOffSecondFactor, async ({ c, env, db, actor, body }) => {
    assertNotSwitched(actor);
    const self = await findSelf(db, actor);
    if (!mayTurnOff(self)) throw problem("ruleBroken");
    await assertPassword(db, self, body.currentPassword);
    await countOrRefuse(db, [passwordLimitOf(self.id)]);
    if (!(await verifySecondFactor(env, db, self, body.code)))
      throw problem("wrongCode", { fields: { code: "invalid" } });
    await resetAttempts(db, [passwordLimitOf(self.id).key]);
    await db.batch([
      db
        .update(user)
        .set({
          ...{ twoFactorAuthenticationType: "NONE", totpSecret: null, totpLastStep: null },
          ...{ secondFactorByOwner: false, version: sql`${user.version} + 1` },
        })
        .where(and(eq(user.id, self.id), eq(user.secondFactorByOwner, true))),
      auditStatement(db, {
        author: authorOf(actor),
        objectClass: userContract.objectClass,
        objectId: self.id,
        action: "UPDATE",
        params: difference(
          { totpSecret: "", twoFactorAuthenticationType: "TOTP" },
          { totpSecret: null, twoFactorAuthenticationType: "NONE", remoteAddr: addressOf(c) },
        ),
      }),
      dropRecoveryCodesStatement(db, self.id),
    ]);
    await mailOwner(env, db, { ...self, language: languageOf(c) }, "secondFactorTurnedOff");
    return { success: true } as const;
  });

  mount(app, createRecoveryCodes, async ({ c, env, db, actor, body }) => {
    assertNotSwitched(actor);
    const self = await findSelf(db, actor);
    if (self.totpSecret === null) throw problem("ruleBroken");
    await assertPassword(db, self, body.currentPassword);
    const { codes, statements } = newRecoveryCodes(env, db, self.id);
    await db.batch([
      ...statements,
      auditStatement(db, {
        author: authorOf(actor),
        objectClass: userContract.objectClass,
        objectId: self.id,
        action: "UPDATE",
        params: { recoveryCodes: { after: codes.length }, remoteAddr: { after: addressOf(c) } },
      }),
    ]);
    await mailOwner(env, db, { ...self, language: languageOf(c) }, "recoveryCodesCreated");
    return { codes };
  });
}

/** Tells the owner, in case somebody else did it. */
async function mailOwner(env: Env, db: Database, owner: UserRow, event: AccountEvent): Promise<void> {
  for (const mail of queueAccountMail(db, owner, event)) {
    await mail.statement;
    await enqueueMail(env, mail.id);
  }
}

/** Only a super admin's reset replaces an active authenticator: an open session is not enough. */
const mayActivate = (self: UserRow) => self.totpSecret === null;

/** What an administrator turned on stays on. */
const mayTurnOff = (self: UserRow) => self.secondFactorByOwner && self.totpSecret !== null;

/**
 * A super admin acting as a user must not change the password or authenticator.
 * @throws switchedSession
 */
function assertNotSwitched(actor: Actor): void {
  if (actor.realUserId !== null) throw problem("switchedSession");
}

async function findSelf(db: Database, actor: Actor) {
  const self = await db.select().from(user).where(eq(user.id, actor.userId)).get();
  if (!self) throw problem("sessionEnded");
  return self;
}
