import { inArray } from "drizzle-orm";
import { spansCustomers } from "../../../domain/access/authorities";
import { getJob } from "../../../domain/endpoints/job";
import { problem } from "../../../domain/problem";
import { job } from "../../db/schema";
import { shardPartIds } from "../../entrance/across";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { jobAnswerOf } from "../../jobs/job";

export function mountJobs(app: App): void {
  mount(app, getJob, async ({ env, db, actor, params }) => {
    const row = await db
      .select()
      .from(job)
      .where(inArray(job.id, shardPartIds(env, params.id)))
      .get();
    // A user who switches customers sees only the jobs of the present one.
    const own = row?.requestedBy === actor.userId && row.customerId === actor.customerId;
    if (!row || !(own || spansCustomers(actor))) throw problem("notFound");
    return jobAnswerOf(row);
  });
}
