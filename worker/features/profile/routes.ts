import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Actor } from "../../../domain/access/actor";
import {
  getTotpSecret,
  getTwoFactorAuthenticationValues,
  updatePassword,
  verifyTotp,
} from "../../../domain/endpoints/profile";
import { problem } from "../../../domain/problem";
import { user as userContract } from "../../../domain/resources";
import type { TwoFactorAuthenticationType } from "../../../domain/resources/user";
import { difference, logged } from "../../db/audit";
import type { Database } from "../../db/database";
import { user } from "../../db/schema";
import type { App } from "../../http/context";
import { type Language, languageOf } from "../../http/language";
import { mountForSession } from "../../http/mount";
import { passwordChangedLetter } from "../../mail/letters";
import { dispatch, post } from "../../mail/mailer";
import { authorOf } from "../session/actor";
import { endingsOf } from "../session/ending";
import { hashPassword } from "../session/password";
import { newTotpSecret, sealTotpSecret, stepOf, totpUri } from "../session/secondFactor";

export function mountProfile(app: App): void {
  mountForSession(app, updatePassword, async ({ c, env, db, actor, body }) => {
    refuseSwitched(actor);
    const self = await selfOf(db, actor);
    const person = { language: languageOf(c) as Language, name: self.fullName ?? self.username };
    const mail = self.email ? post(db, [self.email], passwordChangedLetter(person, self.username)) : null;
    await db.batch([
      db
        .update(user)
        .set({
          password: await hashPassword(body.password),
          passwordExpired: false,
          version: sql`${user.version} + 1`,
        })
        .where(eq(user.id, actor.userId)),
      changeOf(db, actor, difference({ password: "" }, { password: body.password })),
      endingsOf(db, actor.userId, "PASSWORD_CHANGED", actor.sessionId),
      ...(mail ? [mail.statement] : []),
    ]);
    if (mail) await dispatch(env, mail.id);
    return { success: true };
  });

  mountForSession(app, getTwoFactorAuthenticationValues, async ({ db, actor }) => {
    const self = await selfOf(db, actor);
    return { type: typeOf(self), hasSecret: self.totpSecret !== null, email: self.email };
  });

  mountForSession(app, getTotpSecret, async ({ db, actor }) => {
    refuseSwitched(actor);
    const self = await selfOf(db, actor);
    if (!mayActivate(self)) throw problem("ruleBroken");
    const secret = newTotpSecret();
    return { secret, uri: totpUri(self.username, secret) };
  });

  mountForSession(app, verifyTotp, async ({ env, db, actor, body }) => {
    refuseSwitched(actor);
    const self = await selfOf(db, actor);
    if (!mayActivate(self)) throw problem("ruleBroken");
    const step = await stepOf(body.secret, body.code.replace(/\s/g, ""), null).catch(() => null);
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
      changeOf(
        db,
        actor,
        difference(
          { totpSecret: null, twoFactorAuthenticationType: typeOf(self) },
          { totpSecret: body.secret, twoFactorAuthenticationType: "TOTP" },
        ),
      ),
    ]);
    // Another tab was faster.
    if (activated.length === 0) throw problem("ruleBroken");
    return "OK" as const;
  });
}

/** An active authenticator is replaced by nobody but a super admin's reset: a session left open must not be enough. */
const mayActivate = (self: typeof user.$inferSelect) => typeOf(self) !== "NONE" && self.totpSecret === null;

const typeOf = (self: typeof user.$inferSelect) =>
  self.twoFactorAuthenticationType as TwoFactorAuthenticationType;

/** Passwords and authenticators are the user's in person: whoever acts as the user must not come to own the account. */
function refuseSwitched(actor: Actor): void {
  if (actor.realUserId !== null) throw problem("switchedSession");
}

async function selfOf(db: Database, actor: Actor) {
  const self = await db.select().from(user).where(eq(user.id, actor.userId)).get();
  if (!self) throw problem("sessionEnded");
  return self;
}

const changeOf = (db: Database, actor: Actor, params: ReturnType<typeof difference>) =>
  logged(db, {
    author: authorOf(actor),
    objectClass: userContract.objectClass,
    objectId: actor.userId,
    action: "UPDATE",
    params,
  });
