import { eq, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import * as notices from "#domain/endpoints/account/notice.ts";
import { user as userContract } from "#domain/resources/index.ts";
import { mount } from "#worker/api/mount.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { auditStatement, difference } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { user } from "#worker/db/schema/index.ts";
import type { App } from "#worker/http/context.ts";
import { countUnread, listNotices, markRead } from "./readNotices.ts";

/** Notices of the user, their read state, and the setting for mails. */
export function mountNotices(app: App): void {
  mount(app, notices.listNotices, async ({ db, actor }) => ({ items: await listNotices(db, actor) }));
  mount(app, notices.countUnreadNotices, async ({ db, actor }) => ({ unread: await countUnread(db, actor) }));
  mount(app, notices.readNotices, async ({ db, actor, body }) => {
    assertNotSwitched(actor);
    await markRead(db, actor, body);
    return { unread: await countUnread(db, actor) };
  });
  mount(app, notices.getDailyMail, async ({ db, actor }) => {
    const { dailyMail, email } = await findSelf(db, actor);
    return { dailyMail, email };
  });
  mount(app, notices.setDailyMail, async ({ db, actor, body: { dailyMail } }) => {
    assertNotSwitched(actor);
    const before = await findSelf(db, actor);
    if (before.dailyMail !== dailyMail)
      await db.batch([
        db
          .update(user)
          .set({ dailyMail, version: sql`${user.version} + 1` })
          .where(eq(user.id, actor.userId)),
        auditStatement(db, {
          author: authorOf(actor),
          objectClass: userContract.objectClass,
          objectId: actor.userId,
          action: "UPDATE",
          params: difference({ dailyMail: before.dailyMail }, { dailyMail }),
        }),
      ]);
    return { success: true } as const;
  });
}

/**
 * Only users themselves may change their read state and mail setting.
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
