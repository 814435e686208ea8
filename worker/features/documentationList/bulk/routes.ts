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
import { startJob, toJobStatus } from "#worker/jobs/startJob.ts";
import { bulkChangeKind, bulkUndoKind, undoHours } from "./bulkChangeJob.ts";
import { previewSelection } from "./bulkSelection.ts";
import { checkSendBackExtent, reserveMails } from "./bulkSendBack.ts";

export function mountBulkChanges(app: App): void {
  mount(app, contracts.countBulkChange, ({ db, actor, body }) =>
    previewSelection(db, actor, body.change, body),
  );

  mount(app, contracts.bulkChange, async ({ shards, actor, body }) => {
    const { change, ids, matching, expected, assigneeIds, dueDay, tag, sendBack } = body;
    const parts = await Promise.all(
      shards.map(async ({ env, actor }) => {
        const db = databaseOf(env);
        const preview = await previewSelection(db, actor, change, body);
        return {
          env,
          db,
          extent: preview,
          horizon: await selectNumber(db, sql`SELECT max(seq) FROM documentation`),
        };
      }),
    );
    const total = contracts.mergeBulkPreviews(parts.map(({ extent: preview }) => preview));
    const { changed } = total;
    if (expected !== undefined && expected !== changed) throw problem("staleVersion");
    if (sendBack) checkSendBackExtent(sendBack, total);
    const affectedParts = parts.filter(({ extent: preview }) => preview.documentations > 0);
    const id = crypto.randomUUID();
    const customerId = matching?.customerId ?? actor.customerId;
    const requester = requesterOf(actor);
    const jobs: JobStatus[] = [];
    // An empty selection also starts a job, which reports that nothing changed.
    for (const { env, db, extent, horizon: maxSeq } of affectedParts.length > 0
      ? affectedParts
      : parts.slice(0, 1)) {
      const request = {
        change,
        ids: ids.join(";"),
        filter: matching && serializeFilter(matching),
        assigneeIds: assigneeIds.join(";"),
        dueDay,
        tag,
        sendBack,
        horizon: maxSeq,
        documentations: extent.documentations,
      };
      if (sendBack?.address) await reserveMails(db, actor, customerId, sendBack.address, extent.changed);
      const startRequest = { id: shardPartId(id, shardIndex(env)), customerId, requester, request };
      jobs.push(toJobStatus(await startJob(env, db, bulkChangeKind, startRequest)));
    }
    return mergeJobs(jobs);
  });

  mount(app, contracts.undoBulkChange, async ({ shards, actor, params }) => {
    const jobParts = await Promise.all(
      shards.map(async ({ env }) => {
        const db = databaseOf(env);
        const row = await db
          .select()
          .from(job)
          .where(inArray(job.id, shardPartIds(env, params.id)))
          .get();
        const isOwnJob = row?.kind === bulkChangeKind.name && row.requestedBy === actor.userId;
        return isOwnJob && (spansCustomers(actor) || row.customerId === actor.customerId)
          ? [{ env, db, row }]
          : [];
      }),
    );
    const parts = jobParts
      .flat()
      .map((part) => ({ ...part, request: bulkChangeKind.parseRequest(part.row) }));
    if (parts.length === 0) throw problem("notFound");
    const isNotUndoable = ({ row: { state, finishedAt } }: (typeof parts)[number]) =>
      state !== "DONE" || (finishedAt ?? "") < addSeconds(-undoHours * 3600);
    if (parts.some((part) => isNotUndoable(part) || !canBeUndone(part.request.change)))
      throw problem("ruleBroken");
    const id = crypto.randomUUID();
    const jobs: JobStatus[] = [];
    for (const { env, db, row, request } of parts) {
      const undoRequest = {
        undoes: row.id,
        change: request.change,
        assigneeIds: request.assigneeIds,
        tag: request.tag,
        sendBack: request.sendBack,
        documentations: Number(row.result?.included ?? 0),
      };
      const startRequest = {
        id: shardPartId(id, shardIndex(env)),
        customerId: row.customerId!,
        requester: requesterOf(actor),
        request: undoRequest,
      };
      jobs.push(toJobStatus(await startJob(env, db, bulkUndoKind, startRequest)));
    }
    return mergeJobs(jobs);
  });
}
