import { eq, sql } from "drizzle-orm";
import { spansCustomers } from "../../../../domain/access/authorities";
import * as contracts from "../../../../domain/endpoints/bulkChange";
import { filterText } from "../../../../domain/endpoints/documentationFilter";
import { inSeconds } from "../../../../domain/fields";
import { problem } from "../../../../domain/problem";
import { canBeUndone } from "../../../../domain/rules/bulkChange";
import { databaseOf } from "../../../db/database";
import { job } from "../../../db/schema";
import { mountForSession } from "../../../entrance/mount";
import { requesterOf } from "../../../entrance/session/actor";
import type { App } from "../../../http/context";
import { type JobParams, jobAnswerOf, startJob } from "../../../jobs/job";
import { type BulkWish, type UndoWish, undoneWithin } from "./kind";
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
      change,
      ids: ids.join(";"),
      filter: matching && filterText(matching),
      horizon: newest?.seq ?? 0,
      documentations,
    } satisfies BulkWish;
    const customerId = matching?.customerId ?? actor.customerId;
    const requester = requesterOf(actor);
    return jobAnswerOf(await startJob(env, db, { kind: "bulkChange", customerId, requester, wish }));
  });

  mountForSession(app, contracts.undoBulkChange, async ({ env, actor, params }) => {
    const db = databaseOf(env);
    const row = await db.select().from(job).where(eq(job.id, params.id)).get();
    const own = row?.kind === "bulkChange" && row.requestedBy === actor.userId;
    if (!own || (!spansCustomers(actor) && row.customerId !== actor.customerId)) throw problem("notFound");
    const { wish } = row.params as unknown as JobParams<BulkWish>;
    const over = row.state !== "DONE" || (row.finished ?? "") < inSeconds(-undoneWithin * 3600);
    if (over || !canBeUndone(wish.change)) throw problem("ruleBroken");
    const undo = {
      undoes: row.id,
      change: wish.change,
      documentations: Number(row.result?.included ?? 0),
    } satisfies UndoWish;
    const start = {
      ...{ kind: "bulkUndo", customerId: row.customerId!, requester: requesterOf(actor) },
      wish: undo,
    };
    return jobAnswerOf(await startJob(env, db, start));
  });
}
