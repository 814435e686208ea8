import { eq, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { authorities, serviceAuthorities } from "#domain/access/authorities.ts";
import { isOneOf } from "#domain/core/objects.ts";
import { type FieldError, problem } from "#domain/core/problem.ts";
import { resetTotp } from "#domain/endpoints/account/profile.ts";
import { user as userContract } from "#domain/resources/index.ts";
import { mount } from "#worker/api/mount.ts";
import { addressOf } from "#worker/auth/rateLimit.ts";
import { authorOf, clearSessionCache } from "#worker/auth/session/actor.ts";
import { endUserSessionsStatement } from "#worker/auth/session/endSession.ts";
import { hashPassword } from "#worker/auth/session/password.ts";
import { passwordFault } from "#worker/auth/session/passwordStrength.ts";
import { dropRecoveryCodesStatement } from "#worker/auth/session/secondFactor.ts";
import { usernameKeyOf } from "#worker/auth/session/username.ts";
import { auditStatement, difference } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
import { user } from "#worker/db/schema/index.ts";
import { customerEnv } from "#worker/db/shards.ts";
import type { App, AppContext } from "#worker/http/context.ts";
import { type AccountEvent, queueAccountMail } from "#worker/mail/accountMails.ts";
import { enqueueMail, type QueuedMail } from "#worker/mail/mailer.ts";
import type { Fields, Found } from "#worker/resources/binding.ts";
import { findDependents } from "#worker/resources/dependents.ts";
import { userBinding } from "#worker/resources/index.ts";
import { findRow } from "#worker/resources/reading.ts";
import { mountReading, mountWriting } from "#worker/resources/standard.ts";
import {
  changeRow,
  createRow,
  parseChange,
  parseCreation,
  removeRow,
  type WriteHooks,
} from "#worker/resources/writing.ts";
import { transferViewsStatements } from "./transferViews.ts";

/** Users (1§2, 1§5): the standard calls, with rules for passwords, sessions and the last super admin. */
export function mountUsers(app: App): void {
  mount(app, resetTotp, async ({ c, env, db, actor, params }) => {
    const before = await findRow(db, userBinding, actor, params.id);
    const mails = await queueMails(db, before, ["authenticatorReset"]);
    await db.batch([
      db
        .update(user)
        .set({
          totpSecret: null,
          totpLastStep: null,
          secondFactorByOwner: false,
          version: sql`${user.version} + 1`,
        })
        .where(sql`${user.id} = ${params.id} AND ${user.totpSecret} IS NOT NULL`),
      auditStatement(db, {
        author: { ...authorOf(actor), customerId: before.customerId },
        objectClass: userContract.objectClass,
        objectId: params.id,
        action: "UPDATE",
        params: {
          ...difference({ totpSecret: "" }, { totpSecret: null }),
          remoteAddr: { after: addressOf(c) },
        },
      }),
      ...mails.map(({ statement }) => statement),
      dropRecoveryCodesStatement(db, params.id),
      endUserSessionsStatement(db, params.id, "SECOND_FACTOR_RESET"),
    ]);
    for (const { id } of mails) await enqueueMail(env, id);
    clearSessionCache();
    return { success: true };
  });

  mountReading(app, userBinding);
  mountWriting(app, userBinding, {
    async create(c, actor, body) {
      const db = c.get("db");
      const input = await parseCreation(db, userBinding, actor, body);
      await assertUserValid(db, input, null);
      return createRow(db, userBinding, actor, input, { columns: await columnsOf(input) });
    },

    async change(c, actor, before, body) {
      const db = c.get("db");
      const { change, version } = await parseChange(db, userBinding, before, body);
      const after = { ...before, ...change };
      // A user who moves to another customer leaves their rows in the former one.
      const hasMoved = after.customerId !== before.customerId;
      if (hasMoved) await assertNoParent(db, before);
      if (hasMoved && change.userLicenses === undefined) change.userLicenses = [];
      if (hasMoved && change.parent === undefined) change.parent = null;
      await assertUserValid(db, { ...after, ...change }, before);
      if (hasMoved) await transferViewsInOtherShard(c, before, actor);
      const events = accountEvents(before, after);
      const mails = await queueMails(db, before, events);
      const changed = await changeRow(
        db,
        userBinding,
        actor,
        before,
        { change, version },
        {
          columns: {
            ...(await columnsOf(change)),
            // What an administrator decides, the user no longer turns off.
            ...(after.twoFactorAuthenticationType !== before.twoFactorAuthenticationType && {
              secondFactorByOwner: false,
            }),
          },
          ...guardOf(before, after),
          ...(events.length > 0 && { auditParams: { remoteAddr: { after: addressOf(c) } } }),
          also: [
            ...mails.map(({ statement }) => statement),
            ...(hasMoved ? transferViewsStatements(db, before, actor) : []),
            ...(endsSessions(before, after, change)
              ? [endUserSessionsStatement(db, Number(before.id), "USER_CHANGED")]
              : []),
          ],
        },
      );
      for (const { id } of mails) await enqueueMail(c.env, id);
      clearSessionCache();
      return changed;
    },

    async remove(c, actor, before) {
      const db = c.get("db");
      await transferViewsInOtherShard(c, before, actor);
      await removeRow(db, userBinding, actor, before, {
        ...guardOf(before, null),
        also: transferViewsStatements(db, before, actor),
      });
      clearSessionCache();
    },
  });
}

/** What a change means for the owner of the account. */
const accountEvents = (before: Found, after: Fields): AccountEvent[] => [
  ...(after.twoFactorAuthenticationType === before.twoFactorAuthenticationType
    ? []
    : ["secondFactorChanged" as const]),
  ...(after.email === before.email ? [] : ["emailChanged" as const]),
];

/** Mails to the owner, at the address from before the change. */
async function queueMails(
  db: Database,
  { id }: Found,
  events: readonly AccountEvent[],
): Promise<QueuedMail[]> {
  if (events.length === 0) return [];
  const owner = await db
    .select()
    .from(user)
    .where(eq(user.id, Number(id)))
    .get();
  return owner ? events.flatMap((event) => queueAccountMail(db, owner, event)) : [];
}

/** Transfers the views if the customer's data is in another database than its users. */
async function transferViewsInOtherShard(c: AppContext, before: Found, actor: Actor): Promise<void> {
  const home = await customerEnv(c.env, Number(before.customerId));
  if (!home.ROOT) return;
  const db = databaseOf(home);
  await batchIf(db, sql`1`, transferViewsStatements(db, before, actor));
}

/** Checks the rules of 1§5; `before` is null for a new user. @throws invalid, naming the fields */
async function assertUserValid(db: Database, after: Fields, before: Found | null): Promise<void> {
  const errors: Record<string, FieldError> = {};
  const weak =
    after.password === undefined
      ? null
      : await passwordFault(String(after.password), {
          username: String(after.username),
          fullName: textOrNull(after.fullName),
          email: textOrNull(after.email),
        });
  if (weak) errors.password = weak;
  if (after.twoFactorAuthenticationType !== "NONE" && !after.email) errors.email = "required";
  // These roles describe a session, or belong to super admins without being granted.
  const granted = authoritiesOf(after).filter(
    (authority) => !authoritiesOf(before ?? {}).includes(authority),
  );
  if (granted.some((authority) => authority === "ROLE_SWITCHED_USER" || isServiceAuthority(authority)))
    errors.userRoles = "notAllowed";
  if (after.parent && (after.parent !== before?.parent || after.customerId !== before?.customerId)) {
    const parent = await db
      .select({ id: user.id, customerId: user.customerId })
      .from(user)
      .where(eq(user.id, Number(after.parent)))
      .get();
    if (!parent) errors.parent = "notFound";
    else if (parent.id === before?.id || parent.customerId !== after.customerId) errors.parent = "notAllowed";
  }
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
}

/** A parent stays with the customer of its users. @throws inUse, naming them */
async function assertNoParent(db: Database, before: Found): Promise<void> {
  const uses = await findDependents(db, userBinding, before);
  if (uses.length > 0) throw problem("inUse", { uses });
}

const isServiceAuthority = (authority: string) =>
  isOneOf(authorities, authority) && serviceAuthorities.has(authority);

async function columnsOf(input: Fields): Promise<Fields> {
  return {
    ...(input.password !== undefined && { password: await hashPassword(String(input.password)) }),
    ...(input.username !== undefined && { usernameKey: usernameKeyOf(String(input.username)) }),
  };
}

const authoritiesOf = ({ userRoles }: Fields): string[] =>
  Array.isArray(userRoles) ? userRoles.map(({ roleAuthority }) => String(roleAuthority)) : [];

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

const mayLogIn = (row: Fields) => row.enabled && !row.accountLocked && !row.accountExpired;

const isSuperAdmin = (row: Fields | null) =>
  row !== null && mayLogIn(row) && authoritiesOf(row).includes("ROLE_SUPER_ADMIN");

/** Guards that a super admin who can log in remains, because only super admins can create one. */
function guardOf(before: Found, after: Fields | null): Pick<WriteHooks, "guard"> {
  if (!isSuperAdmin(before) || isSuperAdmin(after)) return {};
  const another = sql`EXISTS (SELECT 1 FROM user u JOIN user_role ur ON ur.user_id = u.id JOIN role r ON r.id = ur.role_id
    WHERE r.authority = 'ROLE_SUPER_ADMIN' AND u.id <> ${before.id} AND u.enabled AND NOT u.account_locked AND NOT u.account_expired)`;
  return { guard: { holds: another, otherwise: "lastSuperAdmin" } };
}

/**
 * True if a change ends the user's sessions: a closed account, a new password, second factor or customer. Roles are read on each
 * call.
 */
const endsSessions = (before: Fields, after: Fields, change: Fields): boolean =>
  change.password !== undefined ||
  (Boolean(mayLogIn(before)) && !mayLogIn(after)) ||
  after.customerId !== before.customerId ||
  after.twoFactorAuthenticationType !== before.twoFactorAuthenticationType;
