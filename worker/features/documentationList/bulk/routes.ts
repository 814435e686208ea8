import { eq, sql } from "drizzle-orm";
import type { Actor } from "../../../../domain/access/actor";
import { spansCustomers } from "../../../../domain/access/authorities";
import * as contracts from "../../../../domain/endpoints/bulkChange";
import { filterText } from "../../../../domain/endpoints/documentationFilter";
import { inSeconds } from "../../../../domain/fields";
import { problem } from "../../../../domain/problem";
import { canBeUndone } from "../../../../domain/rules/bulkChange";
import { databaseOf } from "../../../db/database";
import { job } from "../../../db/schema";
import { mountForSession } from "../../../entrance/mount";
import { authorOf } from "../../../entrance/session/actor";
import type { App } from "../../../http/context";
import { type JobParams, jobAnswerOf, startJob } from "../../../jobs/job";
import { type Author, type BulkWish, type UndoWish, undoneWithin } from "./kind";
import { extentOf } from "./selection";

export function mountBulkChanges(app: App): void {
  mountForSession(app, contracts.countBulkChange, ({ db, actor, body }) =>
    extentOf(db, actor, body.change, body),
  );

  mountForSession(app, contracts.bulkChange, async ({ env, actor, body }) => {
    const db = databaseOf(env);
    const { change, ids, matching, expected } = body;
    const { documentations, changed } = await extentOf(db, actor, change, body);
    if (expected !== undefined && expected !== changed) throw problem("staleVersion");
    const newest = await db.get<{ seq: number | null }>(sql`SELECT max(seq) AS seq FROM documentation`);
    const wish = {
      ...whoAsks(actor),
      change,
      ids: ids.join(";"),
      filter: matching && filterText(matching),
      horizon: newest?.seq ?? 0,
      documentations,
    } satisfies BulkWish;
    const customerId = matching?.customerId ?? actor.customerId;
    const author = authorOf(actor);
    return jobAnswerOf(await startJob(env, db, { kind: "bulkChange", customerId, author, wish }));
  });

  mountForSession(app, contracts.undoBulkChange, async ({ env, actor, params }) => {
    const db = databaseOf(env);
    const row = await db.select().from(job).where(eq(job.id, params.id)).get();
    if (row?.kind !== "bulkChange" || row.requestedBy !== actor.userId) throw problem("notFound");
    const { wish } = row.params as unknown as JobParams<BulkWish>;
    const over = row.state !== "DONE" || (row.finished ?? "") < inSeconds(-undoneWithin * 3600);
    if (over || !canBeUndone(wish.change)) throw problem("ruleBroken");
    const undo = {
      ...whoAsks(actor),
      undoes: row.id,
      change: wish.change,
      documentations: Number(row.result?.included ?? 0),
    } satisfies UndoWish;
    const start = { kind: "bulkUndo", customerId: row.customerId!, author: authorOf(actor), wish: undo };
    return jobAnswerOf(await startJob(env, db, start));
  });
}

const whoAsks = (actor: Actor): Author => ({
  userId: actor.userId,
  realUserId: actor.realUserId,
  username: actor.username,
  customerId: actor.customerId,
  superAdmin: spansCustomers(actor),
});
