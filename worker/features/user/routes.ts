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
import { deletePasskeysStatement, findPasskeys } from "#worker/auth/session/passkey.ts";
import { hashPassword } from "#worker/auth/session/password.ts";
import { validateNewPassword } from "#worker/auth/session/passwordStrength.ts";
import { deleteRecoveryCodesStatement } from "#worker/auth/session/recoveryCodes.ts";
import { usernameKeyOf } from "#worker/auth/session/username.ts";
import { auditStatement, changeParamsOf } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
import { user } from "#worker/db/schema/index.ts";
import { getCustomerEnv } from "#worker/db/shards.ts";
import type { App, AppContext } from "#worker/http/context.ts";
import { type AccountEvent, queueAccountMail } from "#worker/mail/accountMails.ts";
import { enqueueMail, type QueuedMail } from "#worker/mail/mailer.ts";
import type { Fields, RowFields } from "#worker/resources/binding.ts";
import { findDependents } from "#worker/resources/dependents.ts";
import { userBinding } from "#worker/resources/index.ts";
import { findRow } from "#worker/resources/resourceReads.ts";
import {
  changeRow,
  createRow,
  parseChange,
  parseCreation,
  removeRow,
  type WriteHooks,
} from "#worker/resources/resourceWrites.ts";
import { mountReads, mountWrites } from "#worker/resources/standardHandlers.ts";
import { transferViewsStatements } from "./transferViews.ts";

/** Users (1§2, 1§5): the standard calls, with rules for passwords, sessions and the last super admin. */
export function mountUsers(app: App): void {
  mount(app, resetTotp, async ({ c, env, db, actor, params }) => {
    const existingUser = await findRow(db, userBinding, actor, params.id);
    const mails = await queueMails(db, existingUser, ["authenticatorReset"]);
    const passkeys = await findPasskeys(db, params.id);
    await db.batch([
      db
        .update(user)
        .set({
          totpSecret: null,
          totpLastStep: null,
          secondFactorByOwner: false,
          version: sql`${user.version} + 1`,
        })
        .where(
          sql`${user.id} = ${params.id} AND (${user.totpSecret} IS NOT NULL
            OR EXISTS (SELECT 1 FROM passkey p WHERE p.user_id = ${params.id}))`,
        ),
      auditStatement(db, {
        author: { ...authorOf(actor), customerId: existingUser.customerId },
        objectClass: userContract.objectClass,
        objectId: params.id,
        action: "UPDATE",
        params: {
          ...(existingUser.hasSecret === true && changeParamsOf({ totpSecret: "" }, { totpSecret: null })),
          ...(passkeys.length > 0 && {
            passkey: { before: passkeys.map(({ name }) => name).join(", "), after: null },
          }),
          remoteAddr: { after: addressOf(c) },
        },
      }),
      ...mails.map(({ statement }) => statement),
      deletePasskeysStatement(db, params.id),
      deleteRecoveryCodesStatement(db, params.id),
      endUserSessionsStatement(db, params.id, "SECOND_FACTOR_RESET"),
    ]);
    for (const { id } of mails) await enqueueMail(env, id);
    clearSessionCache();
    return { success: true };
  });

  mountReads(app, userBinding);
  mountWrites(app, userBinding, {
    async create(c, actor, body) {
      const db = c.get("db");
      const input = await parseCreation(db, userBinding, actor, body);
      await assertUserValid(db, input, null);
      return createRow(db, userBinding, actor, input, { columns: await createColumns(input) });
    },

    async change(c, actor, existingUser, body) {
      const db = c.get("db");
      const { change, version } = await parseChange(db, userBinding, existingUser, body);
      const newValues = { ...existingUser, ...change };
      // A user who moves to another customer loses the licences and the parent of the former one.
      const isMovingCustomer = newValues.customerId !== existingUser.customerId;
      if (isMovingCustomer) await assertHasNoChildren(db, existingUser);
      if (isMovingCustomer && change.userLicenses === undefined) change.userLicenses = [];
      if (isMovingCustomer && change.parent === undefined) change.parent = null;
      await assertUserValid(db, { ...newValues, ...change }, existingUser);
      if (isMovingCustomer) await transferViewsInOtherShard(c, existingUser, actor);
      const events = listAccountEvents(existingUser, newValues);
      const mails = await queueMails(db, existingUser, events);
      const result = await changeRow(
        db,
        userBinding,
        actor,
        existingUser,
        { change, version },
        {
          columns: {
            ...(await createColumns(change)),
            // The user can no longer turn off a second factor that an administrator has set.
            ...(newValues.twoFactorAuthenticationType !== existingUser.twoFactorAuthenticationType && {
              secondFactorByOwner: false,
            }),
          },
          ...createGuard(existingUser, newValues),
          ...(events.length > 0 && { auditParams: { remoteAddr: { after: addressOf(c) } } }),
          extraStatements: [
            ...mails.map(({ statement }) => statement),
            ...(isMovingCustomer ? transferViewsStatements(db, existingUser, actor) : []),
            ...(endsSessions(existingUser, newValues, change)
              ? [endUserSessionsStatement(db, Number(existingUser.id), "USER_CHANGED")]
              : []),
          ],
        },
      );
      for (const { id } of mails) await enqueueMail(c.env, id);
      clearSessionCache();
      return result;
    },

    async remove(c, actor, existingUser) {
      const db = c.get("db");
      await transferViewsInOtherShard(c, existingUser, actor);
      await removeRow(db, userBinding, actor, existingUser, {
        ...createGuard(existingUser, null),
        extraStatements: transferViewsStatements(db, existingUser, actor),
      });
      clearSessionCache();
    },
  });
}

/** The events of a change about which the owner of the account gets a mail. */
const listAccountEvents = (existingUser: RowFields, newValues: Fields): AccountEvent[] => [
  ...(newValues.twoFactorAuthenticationType === existingUser.twoFactorAuthenticationType
    ? []
    : ["secondFactorChanged" as const]),
  ...(newValues.email === existingUser.email ? [] : ["emailChanged" as const]),
];

/** Creates mails to the owner, at the address before the change. */
async function queueMails(
  db: Database,
  { id }: RowFields,
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
async function transferViewsInOtherShard(
  c: AppContext,
  existingUser: RowFields,
  actor: Actor,
): Promise<void> {
  const customerDbEnv = await getCustomerEnv(c.env, Number(existingUser.customerId));
  if (!customerDbEnv.ROOT) return;
  const db = databaseOf(customerDbEnv);
  await batchIf(db, sql`1`, transferViewsStatements(db, existingUser, actor));
}

/** Checks the rules of 1§5; `existingUser` is null for a new user. @throws invalid, naming the fields */
async function assertUserValid(
  db: Database,
  newValues: Fields,
  existingUser: RowFields | null,
): Promise<void> {
  const errors: Record<string, FieldError> = {};
  const passwordError =
    newValues.password === undefined
      ? null
      : await validateNewPassword(String(newValues.password), {
          username: String(newValues.username),
          fullName: textOrNull(newValues.fullName),
          email: textOrNull(newValues.email),
        });
  if (passwordError) errors.password = passwordError;
  if (newValues.twoFactorAuthenticationType !== "NONE" && !newValues.email) errors.email = "required";
  // These roles describe a session, or belong to super admins without being granted.
  const addedAuthorities = listAuthorities(newValues).filter(
    (authority) => !listAuthorities(existingUser ?? {}).includes(authority),
  );
  if (
    addedAuthorities.some((authority) => authority === "ROLE_SWITCHED_USER" || isServiceAuthority(authority))
  )
    errors.userRoles = "notAllowed";
  if (
    newValues.parent &&
    (newValues.parent !== existingUser?.parent || newValues.customerId !== existingUser?.customerId)
  ) {
    const parent = await db
      .select({ id: user.id, customerId: user.customerId })
      .from(user)
      .where(eq(user.id, Number(newValues.parent)))
      .get();
    if (!parent) errors.parent = "notFound";
    else if (parent.id === existingUser?.id || parent.customerId !== newValues.customerId)
      errors.parent = "notAllowed";
  }
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
}

/** A user who is the parent of others cannot move to another customer. @throws inUse, naming the child users */
async function assertHasNoChildren(db: Database, existingUser: RowFields): Promise<void> {
  const dependents = await findDependents(db, userBinding, existingUser);
  if (dependents.length > 0) throw problem("inUse", { uses: dependents });
}

const isServiceAuthority = (authority: string) =>
  isOneOf(authorities, authority) && serviceAuthorities.has(authority);

async function createColumns(input: Fields): Promise<Fields> {
  return {
    ...(input.password !== undefined && { password: await hashPassword(String(input.password)) }),
    ...(input.username !== undefined && { usernameKey: usernameKeyOf(String(input.username)) }),
  };
}

const listAuthorities = ({ userRoles }: Fields): string[] =>
  Array.isArray(userRoles) ? userRoles.map(({ roleAuthority }) => String(roleAuthority)) : [];

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

const canLogIn = (row: Fields) => row.enabled && !row.accountLocked && !row.accountExpired;

const isSuperAdmin = (row: Fields | null) =>
  row !== null && canLogIn(row) && listAuthorities(row).includes("ROLE_SUPER_ADMIN");

/** Requires that another super admin can log in, because only super admins can create one. */
function createGuard(existingUser: RowFields, newValues: Fields | null): Pick<WriteHooks, "guard"> {
  if (!isSuperAdmin(existingUser) || isSuperAdmin(newValues)) return {};
  const anotherExistsCondition = sql`EXISTS (SELECT 1 FROM user u JOIN user_role ur ON ur.user_id = u.id JOIN role r ON r.id = ur.role_id
    WHERE r.authority = 'ROLE_SUPER_ADMIN' AND u.id <> ${existingUser.id} AND u.enabled AND NOT u.account_locked AND NOT u.account_expired)`;
  return { guard: { condition: anotherExistsCondition, problemCode: "lastSuperAdmin" } };
}

/**
 * True if a change ends the user's sessions: a closed account, or a new password, second factor or customer. Changed roles do not,
 * because they are read on each call.
 */
const endsSessions = (existingUser: Fields, newValues: Fields, change: Fields): boolean =>
  change.password !== undefined ||
  (Boolean(canLogIn(existingUser)) && !canLogIn(newValues)) ||
  newValues.customerId !== existingUser.customerId ||
  newValues.twoFactorAuthenticationType !== existingUser.twoFactorAuthenticationType;
