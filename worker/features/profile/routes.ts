import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Actor } from "../../../domain/access/actor";
import {
  getTotpSecret,
  getTwoFactorAuthenticationValues,
  updatePassword,
  verifyTotp,
} from "../../../domain/endpoints/profile";
import { Problem, problem } from "../../../domain/problem";
import { user as userContract } from "../../../domain/resources";
import type { TwoFactorAuthenticationType } from "../../../domain/resources/user";
import { difference, logged } from "../../db/audit";
import type { Database } from "../../db/database";
import { user } from "../../db/schema";
import { countAttempts, forgiveAttempts } from "../../entrance/attempts";
import { mount } from "../../entrance/mount";
import { authorOf } from "../../entrance/session/actor";
import { loginLimitOf } from "../../entrance/session/login";
import { newPassword } from "../../entrance/session/newPassword";
import { verifyPassword } from "../../entrance/session/password";
import { newTotpSecret, sealTotpSecret, stepOf, totpUri } from "../../entrance/session/secondFactor";
import type { App } from "../../http/context";
import { languageOf } from "../../http/language";

export function mountProfile(app: App): void {
  mount(app, updatePassword, async ({ c, env, db, actor, body }) => {
    refuseSwitched(actor);
    const self = await selfOf(db, actor);
    await refuseWrongPassword(db, self, body.currentPassword);
    const { statements, tell } = await newPassword(db, self, {
      password: body.password,
      author: authorOf(actor),
      language: languageOf(c),
      stays: actor.sessionId,
    });
    await db.batch(statements);
    await tell(env);
    return { success: true };
  });

  mount(app, getTwoFactorAuthenticationValues, async ({ db, actor }) => {
    const self = await selfOf(db, actor);
    return { type: typeOf(self), hasSecret: self.totpSecret !== null, email: self.email };
  });

  mount(app, getTotpSecret, async ({ db, actor }) => {
    refuseSwitched(actor);
    const self = await selfOf(db, actor);
    if (!mayActivate(self)) throw problem("ruleBroken");
    const secret = newTotpSecret();
    return { secret, uri: totpUri(self.username, secret) };
  });

  mount(app, verifyTotp, async ({ env, db, actor, body }) => {
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
      logged(db, {
        author: authorOf(actor),
        objectClass: userContract.objectClass,
        objectId: actor.userId,
        action: "UPDATE",
        params: difference(
          { totpSecret: null, twoFactorAuthenticationType: typeOf(self) },
          { totpSecret: body.secret, twoFactorAuthenticationType: "TOTP" },
        ),
      }),
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

/**
 * Whoever finds a session left open must not come to own the account. Wrong passwords count together with failed logins.
 * @throws invalid, naming the field; attemptsExhausted after too many
 */
async function refuseWrongPassword(
  db: Database,
  self: typeof user.$inferSelect,
  currentPassword: string,
): Promise<void> {
  const limit = await loginLimitOf(self.usernameKey);
  await countAttempts(db, [limit]).catch((error: unknown) => {
    // A signed-in call answers no 429, by which the console would log the user out.
    throw error instanceof Problem && error.code === "tooManyAttempts" ? problem("attemptsExhausted") : error;
  });
  if (!(await verifyPassword(currentPassword, self.password)))
    throw problem("invalid", { fields: { currentPassword: "invalid" } });
  await forgiveAttempts(db, [limit.key]);
}

async function selfOf(db: Database, actor: Actor) {
  const self = await db.select().from(user).where(eq(user.id, actor.userId)).get();
  if (!self) throw problem("sessionEnded");
  return self;
}
