import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import {
  addPasskey,
  listPasskeys,
  maxPasskeys,
  passkeyRegistrationOptions,
  removePasskey,
  renamePasskey,
} from "#domain/endpoints/account/passkeys.ts";
import { user as userContract } from "#domain/resources/index.ts";
import { mount } from "#worker/api/mount.ts";
import { addressOf } from "#worker/auth/rateLimit.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import {
  countPasskeys,
  createRegistrationOptions,
  findPasskeys,
  verifyRegistration,
} from "#worker/auth/session/passkey.ts";
import { deleteUnusableRecoveryCodesStatement } from "#worker/auth/session/recoveryCodes.ts";
import { auditStatement } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { passkey } from "#worker/db/schema/index.ts";
import type { App, AppContext } from "#worker/http/context.ts";
import { getLanguage } from "#worker/http/language.ts";
import { sendAccountMail } from "#worker/mail/accountMails.ts";
import { assertNotImpersonating, findOwnUser } from "./ownUser.ts";

/** /profile: the user's passkeys. */
export function mountPasskeys(app: App): void {
  mount(app, listPasskeys, async ({ db, actor }) => ({
    items: (await findPasskeys(db, actor.userId)).map(({ id, name, isSynced, dateCreated, lastUsed }) => ({
      ...{ id, name, isSynced, dateCreated, lastUsed },
    })),
  }));

  mount(app, passkeyRegistrationOptions, async ({ env, db, actor }) => {
    assertNotImpersonating(actor);
    return createRegistrationOptions(env, db, await findOwnUser(db, actor), actor.sessionId);
  });

  mount(app, addPasskey, async ({ c, env, db, actor, body }) => {
    assertNotImpersonating(actor);
    const ownUser = await findOwnUser(db, actor);
    const columns = await verifyRegistration(env, db, actor.sessionId, body.passkey);
    if (!columns) throw problem("passkeyRefused");
    const id = crypto.randomUUID();
    const isAdded = await batchIf(
      db,
      sql`(SELECT count(*) FROM passkey WHERE user_id = ${actor.userId}) < ${maxPasskeys}
        AND NOT EXISTS (SELECT 1 FROM passkey WHERE credential_id = ${columns.credentialId})`,
      [
        db.insert(passkey).values({ id, userId: actor.userId, name: body.name, ...columns }),
        passkeyAuditStatement(c, db, actor, { before: null, after: body.name }),
      ],
    );
    if (!isAdded) {
      const count = await countPasskeys(db, actor.userId);
      throw problem(count < maxPasskeys ? "passkeyRefused" : "tooManyPasskeys");
    }
    await sendAccountMail(env, db, { ...ownUser, language: getLanguage(c) }, "passkeyAdded");
    return { id };
  });

  mount(app, renamePasskey, async ({ c, db, actor, params, body }) => {
    const { ownPasskey: ownPasskeyCondition, existing: existingPasskey } = await findOwnPasskey(
      db,
      actor,
      params.id,
    );
    if (existingPasskey.name !== body.name)
      await db.batch([
        db.update(passkey).set({ name: body.name }).where(ownPasskeyCondition),
        passkeyAuditStatement(c, db, actor, { before: existingPasskey.name, after: body.name }),
      ]);
    return { success: true } as const;
  });

  mount(app, removePasskey, async ({ c, env, db, actor, params }) => {
    const { ownPasskey: ownPasskeyCondition, existing: existingPasskey } = await findOwnPasskey(
      db,
      actor,
      params.id,
    );
    const ownUser = await findOwnUser(db, actor);
    const [removedRows] = await db.batch([
      db.delete(passkey).where(ownPasskeyCondition).returning({ id: passkey.id }),
      passkeyAuditStatement(c, db, actor, { before: existingPasskey.name, after: null }),
      deleteUnusableRecoveryCodesStatement(db, actor.userId),
    ]);
    // Removed in the meantime, for example in another tab.
    if (removedRows.length === 0) throw problem("notFound");
    await sendAccountMail(env, db, { ...ownUser, language: getLanguage(c) }, "passkeyRemoved");
    return { success: true } as const;
  });
}

/** A passkey of the actor, and its condition. @throws switchedSession, notFound */
async function findOwnPasskey(db: Database, actor: Actor, id: string) {
  assertNotImpersonating(actor);
  const ownPasskeyCondition = and(eq(passkey.id, id), eq(passkey.userId, actor.userId));
  const existingPasskey = await db.select().from(passkey).where(ownPasskeyCondition).get();
  if (!existingPasskey) throw problem("notFound");
  return { ownPasskey: ownPasskeyCondition, existing: existingPasskey };
}

const passkeyAuditStatement = (
  c: AppContext,
  db: Database,
  actor: Actor,
  passkey: { before: string | null; after: string | null },
) =>
  auditStatement(db, {
    author: authorOf(actor),
    objectClass: userContract.objectClass,
    objectId: actor.userId,
    action: "UPDATE",
    params: { passkey, remoteAddr: { after: addressOf(c) } },
  });
