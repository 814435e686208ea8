import { eq, sql } from "drizzle-orm";
import { spansCustomers } from "../../../../domain/access/authorities";
import * as contracts from "../../../../domain/endpoints/bulkChange";
import { filterText } from "../../../../domain/endpoints/documentationFilter";
import { inSeconds } from "../../../../domain/fields";
import { problem } from "../../../../domain/problem";
import { canBeUndone } from "../../../../domain/rules/bulkChange";
import { databaseOf } from "../../../db/database";
import { numberOf } from "../../../db/rows";
import { job } from "../../../db/schema";
import { mount } from "../../../entrance/mount";
import { requesterOf } from "../../../entrance/session/actor";
import type { App } from "../../../http/context";
import { jobAnswerOf, startJob } from "../../../jobs/job";
import { bulkChangeKind, bulkUndoKind, undoneWithin } from "./kind";
import { extentOf } from "./selection";

export function mountBulkChanges(app: App): void {
  mount(app, contracts.countBulkChange, ({ db, actor, body }) => extentOf(db, actor, body.change, body));

  mount(app, contracts.bulkChange, async ({ env, actor, body }) => {
    const db = databaseOf(env);
    const { change, ids, matching, expected } = body;
    const { documentations, changed } = await extentOf(db, actor, change, body);
    if (expected !== undefined && expected !== changed) throw problem("staleVersion");
    const horizon = await numberOf(db, sql`SELECT max(seq) FROM documentation`);
    const wish = {
      change,
      ids: ids.join(";"),
      filter: matching && filterText(matching),
      horizon,
      documentations,
    };
    const customerId = matching?.customerId ?? actor.customerId;
    const requester = requesterOf(actor);
    return jobAnswerOf(await startJob(env, db, bulkChangeKind, { customerId, requester, wish }));
  });

  mount(app, contracts.undoBulkChange, async ({ env, actor, params }) => {
    const db = databaseOf(env);
    const row = await db.select().from(job).where(eq(job.id, params.id)).get();
    const own = row?.kind === bulkChangeKind.name && row.requestedBy === actor.userId;
    if (!own || (!spansCustomers(actor) && row.customerId !== actor.customerId)) throw problem("notFound");
    const wish = bulkChangeKind.wishOf(row);
    const over = row.state !== "DONE" || (row.finished ?? "") < inSeconds(-undoneWithin * 3600);
    if (over || !canBeUndone(wish.change)) throw problem("ruleBroken");
    const undo = {
      undoes: row.id,
      change: wish.change,
      documentations: Number(row.result?.included ?? 0),
    };
    const start = { customerId: row.customerId!, requester: requesterOf(actor), wish: undo };
    return jobAnswerOf(await startJob(env, db, bulkUndoKind, start));
  });
}
