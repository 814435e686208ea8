import { inArray } from "drizzle-orm";
import { spansCustomers } from "#domain/access/authorities.ts";
import { problem } from "#domain/core/problem.ts";
import { getJob } from "#domain/endpoints/shared/job.ts";
import { shardPartIds } from "#worker/api/fanOut.ts";
import { mount } from "#worker/api/mount.ts";
import { job } from "#worker/db/schema/index.ts";
import type { App } from "#worker/http/context.ts";
import { toJobStatus } from "#worker/jobs/startJob.ts";

export function mountJobs(app: App): void {
  mount(app, getJob, async ({ env, db, actor, params }) => {
    const row = await db
      .select()
      .from(job)
      .where(inArray(job.id, shardPartIds(env, params.id)))
      .get();
    // A user who switches customers sees only jobs of the current one.
    const isOwn = row?.requestedBy === actor.userId && row.customerId === actor.customerId;
    if (!row || !(isOwn || spansCustomers(actor))) throw problem("notFound");
    return toJobStatus(row);
  });
}
