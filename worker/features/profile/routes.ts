import { and, eq, sql } from "drizzle-orm";
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
import { countSessionAttempts } from "#worker/auth/callLimits.ts";
import { addressOf, resetAttempts } from "#worker/auth/rateLimit.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import {
  activateAuthenticator,
  createTotpSecret,
  totpUri,
  usesAuthenticator,
} from "#worker/auth/session/authenticator.ts";
import { prepareNewPassword } from "#worker/auth/session/newPassword.ts";
import { assertPassword, passwordLimitOf } from "#worker/auth/session/ownPassword.ts";
import { countPasskeys } from "#worker/auth/session/passkey.ts";
import {
  countRecoveryCodes,
  deleteUnusableRecoveryCodesStatement,
  newRecoveryCodes,
} from "#worker/auth/session/recoveryCodes.ts";
import { verifyCode } from "#worker/auth/session/secondFactor.ts";
import { auditStatement, changeParamsOf } from "#worker/db/audit.ts";
import { type UserRow, user } from "#worker/db/schema/index.ts";
import type { App } from "#worker/http/context.ts";
import { getLanguage } from "#worker/http/language.ts";
import { sendAccountMail } from "#worker/mail/accountMails.ts";
import { assertNotImpersonating, findOwnUser } from "./ownUser.ts";
import { mountPasskeys } from "./passkeys.ts";

export function mountProfile(app: App): void {
  mountPasskeys(app);
  mount(app, updatePassword, async ({ c, env, db, actor, body }) => {
    assertNotImpersonating(actor);
    const ownUser = await findOwnUser(db, actor);
    await assertPassword(db, ownUser, body.currentPassword);
    const { statements, notify: sendNotification } = await prepareNewPassword(db, ownUser, {
      password: body.password,
      author: authorOf(actor),
      language: getLanguage(c),
      keptSessionId: actor.sessionId,
    });
    await db.batch(statements);
    await sendNotification(env);
    return { success: true };
  });

  mount(app, getTwoFactorAuthenticationValues, async ({ db, actor }) => {
    const ownUser = await findOwnUser(db, actor);
    return {
      type: ownUser.twoFactorAuthenticationType,
      hasSecret: ownUser.totpSecret !== null,
      email: ownUser.email,
      canTurnOff: canTurnOff(ownUser),
      passkeys: await countPasskeys(db, ownUser.id),
      recoveryCodes: await countRecoveryCodes(db, ownUser.id),
    };
  });

  mount(app, getTotpSecret, async ({ db, actor }) => {
    assertNotImpersonating(actor);
    const ownUser = await findOwnUser(db, actor);
    if (!canActivate(ownUser)) throw problem("ruleBroken");
    const secret = createTotpSecret();
    return { secret, uri: totpUri(ownUser.username, secret) };
  });

  mount(app, verifyTotp, async ({ c, env, db, actor, body }) => {
    assertNotImpersonating(actor);
    const ownUser = await findOwnUser(db, actor);
    if (!canActivate(ownUser)) throw problem("ruleBroken");
    const isCodeValid = await activateAuthenticator(env, db, ownUser, body, {
      author: authorOf(actor),
      address: addressOf(c),
    });
    if (!isCodeValid) throw problem("wrongCode", { fields: { code: "invalid" } });
    await sendAccountMail(env, db, { ...ownUser, language: getLanguage(c) }, "authenticatorActivated");
    return "OK" as const;
  });

  mount(app, turnOffSecondFactor, async ({ c, env, db, actor, body }) => {
    assertNotImpersonating(actor);
    const ownUser = await findOwnUser(db, actor);
    if (!canTurnOff(ownUser)) throw problem("ruleBroken");
    await assertPassword(db, ownUser, body.currentPassword);
    await countSessionAttempts(db, [passwordLimitOf(ownUser.id)]);
    const hasPasskeys = (await countPasskeys(db, ownUser.id)) > 0;
    const factors = { authenticator: true, passkey: hasPasskeys, mail: false };
    if (!(await verifyCode(env, db, ownUser, factors, body.code)))
      throw problem("wrongCode", { fields: { code: "invalid" } });
    await resetAttempts(db, [passwordLimitOf(ownUser.id).key]);
    await db.batch([
      db
        .update(user)
        .set({
          ...{ twoFactorAuthenticationType: "NONE", totpSecret: null, totpLastStep: null },
          ...{ secondFactorByOwner: false, version: sql`${user.version} + 1` },
        })
        .where(and(eq(user.id, ownUser.id), eq(user.secondFactorByOwner, true))),
      auditStatement(db, {
        author: authorOf(actor),
        objectClass: userContract.objectClass,
        objectId: ownUser.id,
        action: "UPDATE",
        params: changeParamsOf(
          { totpSecret: "", twoFactorAuthenticationType: "TOTP" },
          { totpSecret: null, twoFactorAuthenticationType: "NONE", remoteAddr: addressOf(c) },
        ),
      }),
      deleteUnusableRecoveryCodesStatement(db, ownUser.id),
    ]);
    await sendAccountMail(
      env,
      db,
      { ...ownUser, language: getLanguage(c) },
      hasPasskeys ? "authenticatorTurnedOff" : "secondFactorTurnedOff",
    );
    return { success: true } as const;
  });

  mount(app, createRecoveryCodes, async ({ c, env, db, actor, body }) => {
    assertNotImpersonating(actor);
    const ownUser = await findOwnUser(db, actor);
    if (!usesAuthenticator(ownUser) && (await countPasskeys(db, ownUser.id)) === 0)
      throw problem("ruleBroken");
    await assertPassword(db, ownUser, body.currentPassword);
    const { codes, statements } = newRecoveryCodes(env, db, ownUser.id);
    await db.batch([
      ...statements,
      auditStatement(db, {
        author: authorOf(actor),
        objectClass: userContract.objectClass,
        objectId: ownUser.id,
        action: "UPDATE",
        params: { recoveryCodes: { after: codes.length }, remoteAddr: { after: addressOf(c) } },
      }),
    ]);
    await sendAccountMail(env, db, { ...ownUser, language: getLanguage(c) }, "recoveryCodesCreated");
    return { codes };
  });
}

/** An active authenticator can only be replaced after a reset by a super admin: an open session is not enough. */
const canActivate = (ownUser: UserRow) => ownUser.totpSecret === null;

/** A user cannot turn off a second factor that an administrator turned on. */
const canTurnOff = (ownUser: UserRow) => ownUser.secondFactorByOwner && ownUser.totpSecret !== null;
