import { eq, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { pick } from "#domain/core/objects.ts";
import { problem } from "#domain/core/problem.ts";
import * as notices from "#domain/endpoints/account/notice.ts";
import { user as userContract } from "#domain/resources/index.ts";
import { mount } from "#worker/api/mount.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { auditStatement, changeParamsOf } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { user } from "#worker/db/schema/index.ts";
import type { App } from "#worker/http/context.ts";
import { countUnreadNotices, listNotices, markAsRead } from "./readNotices.ts";

const mailSettings = ["dailyMail", "instantMail", "weeklyMail"] as const;

/** Notices of the user, their read state, and the setting for mails. */
export function mountNotices(app: App): void {
  mount(app, notices.listNotices, async ({ db, actor }) => ({ items: await listNotices(db, actor) }));
  mount(app, notices.countUnreadNotices, async ({ db, actor }) => ({
    unread: await countUnreadNotices(db, actor),
  }));
  mount(app, notices.readNotices, async ({ db, actor, body }) => {
    assertNotImpersonating(actor);
    await markAsRead(db, actor, body);
    return { unread: await countUnreadNotices(db, actor) };
  });
  mount(app, notices.getDailyMail, async ({ db, actor }) => {
    return pick(await findOwnUser(db, actor), [...mailSettings, "email"]);
  });
  mount(app, notices.setDailyMail, async ({ db, actor, body }) => {
    assertNotImpersonating(actor);
    const ownUser = await findOwnUser(db, actor);
    const oldSettings = pick(ownUser, mailSettings);
    const settings = { ...oldSettings, ...body };
    const params = changeParamsOf(oldSettings, settings);
    if (Object.keys(params).length > 0)
      await db.batch([
        db
          .update(user)
          .set({ ...settings, version: sql`${user.version} + 1` })
          .where(eq(user.id, actor.userId)),
        auditStatement(db, {
          author: authorOf(actor),
          objectClass: userContract.objectClass,
          objectId: actor.userId,
          action: "UPDATE",
          params,
        }),
      ]);
    return { success: true } as const;
  });
}

/**
 * Only users themselves may change their read state and mail setting.
 * @throws switchedSession
 */
function assertNotImpersonating(actor: Actor): void {
  if (actor.realUserId !== null) throw problem("switchedSession");
}

async function findOwnUser(db: Database, actor: Actor) {
  const ownUser = await db.select().from(user).where(eq(user.id, actor.userId)).get();
  if (!ownUser) throw problem("sessionEnded");
  return ownUser;
}
