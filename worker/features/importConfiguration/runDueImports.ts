import { sql } from "drizzle-orm";
import { findNextImport, type ImportFrequency } from "#domain/configuration/importSchedule.ts";
import { toIsoSeconds } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { nullable, number, selectRows, text, uuid } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { enqueueJobQuietly } from "#worker/jobs/startJob.ts";
import { finishFailure } from "./finishImport.ts";
import { type ImportKind, importKinds } from "./importKinds.ts";
import { startStatements } from "./startImport.ts";

const maxPerRun = 100;

/** Starts due imports, and ends those whose job no longer exists. Returns a summary for the log. */
export async function runDueImports(env: Env, db: Database, runAt: Date): Promise<string> {
  let [startedCount, endedCount] = [0, 0];
  for (const kind of Object.values(importKinds)) {
    endedCount += await endAbandonedImports(db, kind);
    startedCount += await startDueImports(env, db, kind, runAt);
  }
  return [
    startedCount > 0 && `${startedCount} imports started`,
    endedCount > 0 && `${endedCount} imports abandoned`,
  ]
    .filter(Boolean)
    .join(", ");
}

const dueColumns = {
  id: uuid("c.id"),
  customerId: number("c.customer_id"),
  type: text("c.type"),
  frequency: text<ImportFrequency>("c.frequency"),
  nextRunAt: text("c.next_run_at"),
};

async function startDueImports(env: Env, db: Database, kind: ImportKind, runAt: Date): Promise<number> {
  const { configurations } = kind.tables;
  const dueConfigurations = await selectRows(
    db,
    dueColumns,
    (columns) => sql`SELECT ${columns} FROM ${configurations} c
      WHERE c.next_run_at <= ${toIsoSeconds(runAt)} AND NOT c.disabled ORDER BY c.next_run_at LIMIT ${maxPerRun}`,
  );
  let startedCount = 0;
  for (const configuration of dueConfigurations) {
    const { id, customerId, frequency, nextRunAt } = configuration;
    const unchangedCondition = sql`customer_id = ${customerId} AND id = ${idParam(id)} AND next_run_at = ${nextRunAt} AND NOT disabled`;
    const { job, statements } = startStatements(db, kind, configuration, {
      requester: null,
      condition: sql`EXISTS (SELECT 1 FROM ${configurations} WHERE ${unchangedCondition})`,
    });
    const [insertResult] = await db.batch([
      ...statements,
      // If an import is still active, the configuration runs again at its next scheduled time.
      statement(
        db,
        sql`UPDATE ${configurations} SET next_run_at = ${toIsoSeconds(findNextImport(frequency, runAt))} WHERE ${unchangedCondition}`,
      ),
    ]);
    if (insertResult.meta.changes === 0) continue;
    await enqueueJobQuietly(env, job);
    startedCount += 1;
  }
  return startedCount;
}

/** Ends open events whose job has ended: its consumer was stopped every time, or its messages were lost. */
async function endAbandonedImports(db: Database, kind: ImportKind): Promise<number> {
  const abandonedEvents = await selectRows(
    db,
    { id: uuid("v.id"), error: nullable(text("j.last_error")) },
    (columns) => sql`SELECT ${columns} FROM ${kind.tables.events} v LEFT JOIN job j ON j.id = v.job_id
      WHERE v.success IS NULL AND (j.id IS NULL OR j.state IN ('DONE', 'FAILED')) LIMIT ${maxPerRun}`,
  );
  for (const { id, error } of abandonedEvents)
    await finishFailure(
      db,
      { kind, eventId: id },
      `The service could not finish the import: ${error ?? "its job no longer exists"}`,
    );
  return abandonedEvents.length;
}
