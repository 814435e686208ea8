import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { canResend, isInProgress } from "#domain/delivery/states.ts";
import type { DeliveryRow } from "#domain/endpoints/exports/delivery.ts";
import { authorOf, requesterOf } from "#worker/auth/session/actor.ts";
import { auditStatement, changeParamsOf } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam } from "#worker/db/ids.ts";
import { selectNumber, selectRows, uuid } from "#worker/db/rows.ts";
import { narrowScope, scopeOf } from "#worker/db/scope.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { wakeDeliveries } from "#worker/ingest/wakeDeliveries.ts";
import { enqueueJobQuietly } from "#worker/jobs/startJob.ts";
import { createRemovePartialFilesJob } from "../engine/removePartialFiles.ts";
import { deliveryClass } from "../engine/types.ts";
import { findDeliveryRow } from "./listDeliveries.ts";

/** Resends and cancels deliveries. Both are audited. */

/** SQL condition: the documentation is neither handed over nor deleted (2§4). */
const sendableCondition = (alias: string) =>
  sql.raw(`EXISTS (SELECT 1 FROM documentation o WHERE o.customer_id = ${alias}.customer_id AND o.id = ${alias}.documentation_id
    AND o.status NOT IN ('PAUSED', 'DOWNLOADED', 'DELETED'))`);

/**
 * Restarts a delivery for the current user, who is notified if it fails again. A user who may not read files does not become its
 * requester, because every slice checks that right and would leave out the files.
 */
export const restartSql = (
  actor: Actor,
): SQL => sql`state = 'PENDING', tries = 0, next_try_at = NULL, leased_until = NULL, notified_at = NULL,
  finished_at = NULL, error_kind = NULL, error_status_code = NULL, error_message = NULL, lane = NULL, next_slice_at = ${now()},
  requester = ${hasAuthority(actor, "ROLE_FILE_READ") ? JSON.stringify(requesterOf(actor)) : sql`requester`}`;

/** Resets files that failed or were interrupted; what arrived stays. */
const resetFilesSql = sql.raw(
  "state = 'PENDING', error_kind = NULL, error_status_code = NULL, error_message = NULL, tries = 0",
);

export const auditStateStatement = (
  db: Database,
  actor: Actor,
  row: Pick<DeliveryRow, "id" | "customerId" | "state">,
  state: string,
) =>
  auditStatement(db, {
    author: { ...authorOf(actor), customerId: row.customerId },
    objectClass: deliveryClass,
    objectId: row.id,
    action: "UPDATE",
    params: changeParamsOf({ state: row.state }, { state }),
  });

/**
 * Resends a delivery: the files that did not arrive, or one file in any state. A waiting delivery continues immediately.
 * @throws notFound, exportRefused; ruleBroken if everything has arrived and no file is named
 */
export async function resendDelivery(
  env: Env,
  db: Database,
  actor: Actor,
  id: string,
  fileId: string | undefined,
): Promise<DeliveryRow> {
  const scope = scopeOf(actor);
  const row = await findDeliveryRow(db, scope, id);
  const { customerId } = row;
  if (
    (await selectNumber(
      db,
      sql`SELECT count(*) FROM delivery d WHERE d.id = ${idParam(id)} AND ${sendableCondition("d")}`,
    )) === 0
  )
    throw problem("exportRefused");
  const deliveryFilesCondition = sql`customer_id = ${customerId} AND delivery_id = ${idParam(id)}`;
  if (fileId !== undefined) {
    const countQuery = sql`SELECT count(*) FROM delivery_file WHERE id = ${idParam(fileId)} AND ${deliveryFilesCondition}`;
    if ((await selectNumber(db, countQuery)) === 0) throw problem("notFound");
  }
  // A named file is sent in any state. Without a named file, a finished delivery is not resent, and a delivery in progress continues.
  if (fileId === undefined && !canResend(row.state)) {
    if (isInProgress(row.state)) return row;
    throw problem("ruleBroken");
  }
  const unchangedCondition = sql`EXISTS (SELECT 1 FROM delivery WHERE id = ${idParam(id)} AND state = ${row.state})`;
  const wasWritten = await batchIf(db, unchangedCondition, [
    ...(fileId === undefined
      ? [
          statement(
            db,
            sql`UPDATE delivery_file SET ${resetFilesSql} WHERE ${deliveryFilesCondition} AND state IN ('FAILED', 'SENDING')`,
          ),
        ]
      : forceFileStatements(db, deliveryFilesCondition, row, fileId)),
    statement(db, sql`UPDATE delivery SET ${restartSql(actor)} WHERE id = ${idParam(id)}`),
    auditStateStatement(db, actor, row, "PENDING"),
  ]);
  // The delivery has changed in the meantime: decide again based on its current state.
  if (!wasWritten) return resendDelivery(env, db, actor, id, fileId);
  await wakeDeliveries(env);
  return findDeliveryRow(db, scope, id);
}

/** Forces the file to be sent even if it has arrived; its bytes no longer count as sent. */
const forceFileStatements = (
  db: Database,
  deliveryFilesCondition: SQL,
  { id }: DeliveryRow,
  fileId: string,
): BatchItem<"sqlite">[] => [
  statement(
    db,
    sql`UPDATE delivery SET files_done = files_done - (SELECT count(*) FROM delivery_file WHERE id = ${idParam(fileId)} AND state = 'DONE'),
        bytes_sent = bytes_sent - coalesce((SELECT CASE state WHEN 'DONE' THEN bytes ELSE bytes_sent END FROM delivery_file
          WHERE id = ${idParam(fileId)}), 0) WHERE id = ${idParam(id)}`,
  ),
  statement(
    db,
    sql`UPDATE delivery_file SET ${resetFilesSql}, forced = 1, bytes_sent = 0, resume_token = NULL, finished_at = NULL,
        arrival = NULL, evidence = NULL, remote_tag = NULL
      WHERE ${deliveryFilesCondition} AND id = ${idParam(fileId)}`,
  ),
];

const deliveriesPerBatch = 50;

/**
 * Resends the failed deliveries to a destination created since a date, except for documentations that are handed over or deleted.
 * @returns the number of resent deliveries
 */
export async function resendFailedDeliveries(
  env: Env,
  db: Database,
  actor: Actor,
  { exportConfigurationId, since }: { exportConfigurationId: string; since: string },
): Promise<number> {
  const scope = scopeOf(actor);
  const ownerSql = sql`(SELECT x.customer_id FROM export_configuration x WHERE x.id = ${idParam(exportConfigurationId)})`;
  const customerId = scope.customerId ?? (await selectNumber(db, sql`SELECT ${ownerSql}`));
  narrowScope(scope, customerId);
  const listFailedDeliveries = (afterId: string) =>
    selectRows(
      db,
      { id: uuid("d.id") },
      (columns) => sql`SELECT ${columns} FROM delivery d INDEXED BY delivery_destination_state
        WHERE d.customer_id = ${customerId} AND d.export_configuration_id = ${idParam(exportConfigurationId)} AND d.state = 'FAILED'
          AND d.date_created >= ${since} AND d.id > ${idParam(afterId)} AND ${sendableCondition("d")} ORDER BY d.id LIMIT ${deliveriesPerBatch}`,
    );
  let resentCount = 0;
  for (
    let failedDeliveries = await listFailedDeliveries("");
    failedDeliveries.length > 0;
    failedDeliveries = await listFailedDeliveries(failedDeliveries.at(-1)!.id)
  ) {
    const ids = failedDeliveries.map(({ id }) => id);
    const statements = ids.flatMap((id) => [
      statement(
        db,
        sql`UPDATE delivery SET ${restartSql(actor)} WHERE id = ${idParam(id)} AND state = 'FAILED'`,
      ),
      auditStateStatement(db, actor, { id, customerId, state: "FAILED" }, "PENDING"),
    ]);
    const [, ...results] = await db.batch([
      statement(
        db,
        sql`UPDATE delivery_file SET ${resetFilesSql} WHERE customer_id = ${customerId} AND delivery_id IN ${idListParam(ids)}
          AND state IN ('FAILED', 'SENDING') AND EXISTS (SELECT 1 FROM delivery d WHERE d.id = delivery_id AND d.state = 'FAILED')`,
      ),
      ...statements,
    ]);
    for (const result of results.filter((_, index) => index % 2 === 0))
      resentCount += result.meta.changes > 0 ? 1 : 0;
  }
  if (resentCount > 0) await wakeDeliveries(env);
  return resentCount;
}

/**
 * Cancels an active delivery. What has arrived stays at the destination.
 * @throws notFound; ruleBroken if it has ended
 */
export async function cancelDelivery(env: Env, db: Database, actor: Actor, id: string): Promise<DeliveryRow> {
  const scope = scopeOf(actor);
  const row = await findDeliveryRow(db, scope, id);
  if (!isInProgress(row.state)) throw problem("ruleBroken");
  const unchangedCondition = sql`EXISTS (SELECT 1 FROM delivery WHERE id = ${idParam(id)} AND state = ${row.state})`;
  const cleanupJob = createRemovePartialFilesJob(db, row);
  const wasWritten = await batchIf(db, unchangedCondition, [
    ...cleanupJob.statements,
    statement(
      db,
      sql`UPDATE delivery SET state = 'CANCELLED', finished_at = ${now()}, next_try_at = NULL, leased_until = NULL
        WHERE id = ${idParam(id)}`,
    ),
    auditStateStatement(db, actor, row, "CANCELLED"),
  ]);
  // Its state has changed since it was read: decide again.
  if (!wasWritten) return cancelDelivery(env, db, actor, id);
  await enqueueJobQuietly(env, cleanupJob);
  return findDeliveryRow(db, scope, id);
}
