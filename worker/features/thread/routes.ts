import * as contracts from "#domain/endpoints/documentation/thread.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { findChangeableDocumentation } from "#worker/documentation/changeDocumentation.ts";
import { findVisibleDocumentation } from "#worker/documentation/details.ts";
import { listThreads } from "#worker/documentation/threads.ts";
import type { App } from "#worker/http/context.ts";
import { listCrews, searchMentionableUsers } from "./mentionableUsers.ts";
import { editComment, reply, replyByLink, setResolved, startThread } from "./writeThread.ts";

/** Threads about documentations, their photos and their tasks. */
export function mountThreads(app: App): void {
  mount(app, contracts.listThreads, async ({ db, actor, params }) => ({
    items: await listThreads(db, await findVisibleDocumentation(db, scopeOf(actor), params.id)),
  }));
  mount(app, contracts.findMentionableUsers, async ({ db, actor, params, query }) => {
    const documentation = await findChangeableDocumentation(db, scopeOf(actor), params.id);
    const [items, crews] = await Promise.all([
      searchMentionableUsers(db, documentation.customerId, query.q),
      listCrews(db, documentation),
    ]);
    return { items, crews };
  });
  mount(app, contracts.createThread, ({ env, db, actor, body }) => startThread(env, db, actor, body));
  mount(app, contracts.replyToThread, ({ env, db, actor, params, body }) =>
    reply(env, db, actor, params.id, body),
  );
  mount(app, contracts.editThreadComment, ({ env, db, actor, params, body }) =>
    editComment(env, db, actor, params.id, body),
  );
  mount(app, contracts.resolveThread, ({ db, actor, params }) => setResolved(db, actor, params.id, true));
  mount(app, contracts.replyByLink, async ({ env, db, link, body }) => ({
    items: await replyByLink(env, db, link, body),
  }));
  mount(app, contracts.reopenThread, ({ db, actor, params }) => setResolved(db, actor, params.id, false));
}
