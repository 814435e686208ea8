import { and, eq, sql } from "drizzle-orm";
import { isOneOf } from "#domain/core/objects.ts";
import { type FieldError, problem } from "#domain/core/problem.ts";
import { moveCustomer } from "#domain/endpoints/configuration/customerCalls.ts";
import { mount } from "#worker/api/mount.ts";
import { requesterOf } from "#worker/auth/session/actor.ts";
import { databaseOf } from "#worker/db/database.ts";
import { customer, customerTotal, job } from "#worker/db/schema/index.ts";
import { databaseAlarmBytes, getShardEnv, listShardNames } from "#worker/db/shards.ts";
import type { App } from "#worker/http/context.ts";
import { createJobStatements, enqueueJobQuietly, toJobStatus } from "#worker/jobs/startJob.ts";
import { haveSameSchema, readDatabaseSize } from "./moveCustomer.ts";
import { moveCustomerKind } from "./moveCustomerJob.ts";

/** Average bytes of a documentation in the database (docs/measured.md). */
const bytesPerDocumentation = 20_000;

/** Moves a customer's data to another database. */
export function mountMoveCustomer(app: App): void {
  mount(app, moveCustomer, async ({ env, db, actor, params: { id }, body: { to, check } }) => {
    const customerRow = await db.select().from(customer).where(eq(customer.id, id)).get();
    if (!customerRow) throw problem("notFound");
    const { shard: from } = customerRow;
    if (!isOneOf(listShardNames(env), to)) throw invalidTargetProblem("notFound");
    if (from === to) throw invalidTargetProblem("notAllowed");
    const [source, target] = [databaseOf(getShardEnv(env, from)), databaseOf(getShardEnv(env, to))];
    if (!(await haveSameSchema(source, target))) throw invalidTargetProblem("invalid");
    const databaseBytes = await readDatabaseSize(target);
    const totals = await source.select().from(customerTotal).where(eq(customerTotal.customerId, id)).get();
    if (databaseBytes + (totals?.documentations ?? 0) * bytesPerDocumentation > databaseAlarmBytes)
      throw invalidTargetProblem("tooLarge");
    const result = {
      ...{ from, to, databaseBytes },
      documentations: totals?.documentations ?? 0,
      photos: totals?.photos ?? 0,
    };
    if (check) return { ...result, job: null };
    const isActiveCondition = and(
      eq(job.kind, moveCustomerKind.name),
      sql`${job.state} IN ('PENDING', 'RUNNING')`,
    );
    const startRequest = {
      customerId: null,
      requester: requesterOf(actor),
      request: { customerId: id, from, to },
    };
    const jobBatch = createJobStatements(
      db,
      moveCustomerKind,
      startRequest,
      sql`NOT EXISTS (SELECT 1 FROM ${job} WHERE ${isActiveCondition})`,
    );
    const [insertResult] = await db.batch(jobBatch.statements);
    if (insertResult.meta.changes > 0) await enqueueJobQuietly(env, jobBatch);
    const row = await db
      .select()
      .from(job)
      .where(insertResult.meta.changes > 0 ? eq(job.id, jobBatch.id) : isActiveCondition)
      .get();
    if (!row) throw problem("inUse");
    // A repeated request follows the active move; a different one has to wait until it ends.
    const { customerId, to: activeTarget } = moveCustomerKind.parseRequest(row);
    if (customerId !== id || activeTarget !== to) throw problem("inUse");
    return { ...result, job: toJobStatus(row) };
  });
}

const invalidTargetProblem = (error: FieldError) => problem("invalid", { fields: { to: error } });
