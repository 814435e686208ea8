import { inArray, sql } from "drizzle-orm";
import { spansCustomers } from "#domain/access/authorities.ts";
import { shardPartId } from "#domain/contract/merge/shardIds.ts";
import { addSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { canBeUndone } from "#domain/documentation/bulkChange.ts";
import * as contracts from "#domain/endpoints/review/bulkChangeCalls.ts";
import { serializeFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import { type JobStatus, mergeJobs } from "#domain/endpoints/shared/job.ts";
import { shardIndex, shardPartIds } from "#worker/api/fanOut.ts";
import { mount } from "#worker/api/mount.ts";
import { requesterOf } from "#worker/auth/session/actor.ts";
import { databaseOf } from "#worker/db/database.ts";
import { selectNumber } from "#worker/db/rows.ts";
import { job } from "#worker/db/schema/index.ts";
import type { App } from "#worker/http/context.ts";
import { jobStatusOf, startJob } from "#worker/jobs/startJob.ts";
import { bulkChangeKind, bulkUndoKind, undoHours } from "./bulkChangeJob.ts";
import { measureSelection } from "./bulkSelection.ts";

export function mountBulkChanges(app: App): void {
  mount(app, contracts.countBulkChange, ({ db, actor, body }) =>
    measureSelection(db, actor, body.change, body),
  );

  mount(app, contracts.bulkChange, async ({ shards, actor, body }) => {
    const { change, ids, matching, expected } = body;
    const parts = await Promise.all(
      shards.map(async ({ env, actor }) => {
        const db = databaseOf(env);
        const extent = await measureSelection(db, actor, change, body);
        return { env, db, extent, horizon: await selectNumber(db, sql`SELECT max(seq) FROM documentation`) };
      }),
    );
    const { changed } = contracts.mergeBulkPreviews(parts.map(({ extent }) => extent));
    if (expected !== undefined && expected !== changed) throw problem("staleVersion");
    const affected = parts.filter(({ extent }) => extent.documentations > 0);
    const id = crypto.randomUUID();
    const customerId = matching?.customerId ?? actor.customerId;
    const requester = requesterOf(actor);
    const jobs: JobStatus[] = [];
    // An empty selection is a job as well, which reports that nothing changed.
    for (const { env, db, extent, horizon } of affected.length > 0 ? affected : parts.slice(0, 1)) {
      const request = {
        change,
        ids: ids.join(";"),
        filter: matching && serializeFilter(matching),
        horizon,
        documentations: extent.documentations,
      };
      const start = { id: shardPartId(id, shardIndex(env)), customerId, requester, request };
      jobs.push(jobStatusOf(await startJob(env, db, bulkChangeKind, start)));
    }
    return mergeJobs(jobs);
  });

  mount(app, contracts.undoBulkChange, async ({ shards, actor, params }) => {
    const found = await Promise.all(
      shards.map(async ({ env }) => {
        const db = databaseOf(env);
        const row = await db
          .select()
          .from(job)
          .where(inArray(job.id, shardPartIds(env, params.id)))
          .get();
        const isOwn = row?.kind === bulkChangeKind.name && row.requestedBy === actor.userId;
        return isOwn && (spansCustomers(actor) || row.customerId === actor.customerId)
          ? [{ env, db, row }]
          : [];
      }),
    );
    const parts = found.flat().map((part) => ({ ...part, request: bulkChangeKind.requestOf(part.row) }));
    if (parts.length === 0) throw problem("notFound");
    const cannotUndo = ({ row: { state, finishedAt } }: (typeof parts)[number]) =>
      state !== "DONE" || (finishedAt ?? "") < addSeconds(-undoHours * 3600);
    if (parts.some((part) => cannotUndo(part) || !canBeUndone(part.request.change)))
      throw problem("ruleBroken");
    const id = crypto.randomUUID();
    const jobs: JobStatus[] = [];
    for (const { env, db, row, request } of parts) {
      const undo = {
        undoes: row.id,
        change: request.change,
        documentations: Number(row.result?.included ?? 0),
      };
      const start = {
        id: shardPartId(id, shardIndex(env)),
        customerId: row.customerId!,
        requester: requesterOf(actor),
        request: undo,
      };
      jobs.push(jobStatusOf(await startJob(env, db, bulkUndoKind, start)));
    }
    return mergeJobs(jobs);
  });
}
