import { and, eq, sql } from "drizzle-orm";
import { isOneOf } from "#domain/core/objects.ts";
import { type FieldError, problem } from "#domain/core/problem.ts";
import { moveCustomer } from "#domain/endpoints/configuration/customerCalls.ts";
import { mount } from "#worker/api/mount.ts";
import { requesterOf } from "#worker/auth/session/actor.ts";
import { databaseOf } from "#worker/db/database.ts";
import { customer, customerTotal, job } from "#worker/db/schema/index.ts";
import { databaseAlarmBytes, shardEnv, shardNames } from "#worker/db/shards.ts";
import type { App } from "#worker/http/context.ts";
import { enqueueJob, jobInBatch, jobStatusOf } from "#worker/jobs/startJob.ts";
import { readDatabaseSize, sameSchema } from "./moveCustomer.ts";
import { moveCustomerKind } from "./moveCustomerJob.ts";

/** Average bytes of a documentation in the database (docs/measured.md). */
const bytesPerDocumentation = 20_000;

/** Moves a customer's data to another database. */
export function mountMoveCustomer(app: App): void {
  mount(app, moveCustomer, async ({ env, db, actor, params: { id }, body: { to, check } }) => {
    const found = await db.select().from(customer).where(eq(customer.id, id)).get();
    if (!found) throw problem("notFound");
    const { shard: from } = found;
    if (!isOneOf(shardNames(env), to)) throw refused("notFound");
    if (from === to) throw refused("notAllowed");
    const [source, target] = [databaseOf(shardEnv(env, from)), databaseOf(shardEnv(env, to))];
    if (!(await sameSchema(source, target))) throw refused("invalid");
    const databaseBytes = await readDatabaseSize(target);
    const total = await source.select().from(customerTotal).where(eq(customerTotal.customerId, id)).get();
    if (databaseBytes + (total?.documentations ?? 0) * bytesPerDocumentation > databaseAlarmBytes)
      throw refused("tooLarge");
    const answer = {
      ...{ from, to, databaseBytes },
      documentations: total?.documentations ?? 0,
      photos: total?.photos ?? 0,
    };
    if (check) return { ...answer, job: null };
    const underWay = and(eq(job.kind, moveCustomerKind.name), sql`${job.state} IN ('PENDING', 'RUNNING')`);
    const start = { customerId: null, requester: requesterOf(actor), request: { customerId: id, from, to } };
    const statements = jobInBatch(
      db,
      moveCustomerKind,
      start,
      sql`NOT EXISTS (SELECT 1 FROM ${job} WHERE ${underWay})`,
    );
    const [inserted] = await db.batch(statements.statements);
    if (inserted.meta.changes > 0) await enqueueJob(env, statements);
    const row = await db
      .select()
      .from(job)
      .where(inserted.meta.changes > 0 ? eq(job.id, statements.id) : underWay)
      .get();
    if (!row) throw problem("inUse");
    // A repeated request follows the active move; a different one has to wait until it ends.
    const { customerId, to: going } = moveCustomerKind.requestOf(row);
    if (customerId !== id || going !== to) throw problem("inUse");
    return { ...answer, job: jobStatusOf(row) };
  });
}

const refused = (error: FieldError) => problem("invalid", { fields: { to: error } });
