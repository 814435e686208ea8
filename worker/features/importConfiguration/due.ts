import { sql } from "drizzle-orm";
import { type ImportFrequency, nextImport } from "#domain/configuration/importSchedule.ts";
import { isoSeconds } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { nullable, number, selectRows, text, uuid } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { enqueueJob } from "#worker/jobs/startJob.ts";
import { beginStatements } from "./begin.ts";
import { finishFailure } from "./finish.ts";
import { type ImportKind, importKinds } from "./importKinds.ts";

const maxPerRun = 100;

/** Begins due imports, and ends those whose job is gone. Returns a summary for the log. */
export async function runDueImports(env: Env, db: Database, at: Date): Promise<string> {
  let [begun, ended] = [0, 0];
  for (const kind of Object.values(importKinds)) {
    ended += await endAbandoned(db, kind);
    begun += await beginDue(env, db, kind, at);
  }
  return [begun > 0 && `${begun} imports begun`, ended > 0 && `${ended} imports given up`]
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

async function beginDue(env: Env, db: Database, kind: ImportKind, at: Date): Promise<number> {
  const { configurations } = kind.tables;
  const due = await selectRows(
    db,
    dueColumns,
    (columns) => sql`SELECT ${columns} FROM ${configurations} c
      WHERE c.next_run_at <= ${isoSeconds(at)} AND NOT c.disabled ORDER BY c.next_run_at LIMIT ${maxPerRun}`,
  );
  let startedCount = 0;
  for (const configuration of due) {
    const { id, customerId, frequency, nextRunAt } = configuration;
    const still = sql`customer_id = ${customerId} AND id = ${idParam(id)} AND next_run_at = ${nextRunAt} AND NOT disabled`;
    const { job, statements } = beginStatements(db, kind, configuration, {
      by: null,
      when: sql`EXISTS (SELECT 1 FROM ${configurations} WHERE ${still})`,
    });
    const [inserted] = await db.batch([
      ...statements,
      // An import that is still active runs again at the next time.
      statement(
        db,
        sql`UPDATE ${configurations} SET next_run_at = ${isoSeconds(nextImport(frequency, at))} WHERE ${still}`,
      ),
    ]);
    if (inserted.meta.changes === 0) continue;
    await enqueueJob(env, job);
    startedCount += 1;
  }
  return startedCount;
}

/** Ends open events whose job has ended: its consumer was stopped every time, or its messages were lost. */
async function endAbandoned(db: Database, kind: ImportKind): Promise<number> {
  const abandoned = await selectRows(
    db,
    { id: uuid("v.id"), error: nullable(text("j.last_error")) },
    (columns) => sql`SELECT ${columns} FROM ${kind.tables.events} v LEFT JOIN job j ON j.id = v.job_id
      WHERE v.success IS NULL AND (j.id IS NULL OR j.state IN ('DONE', 'FAILED')) LIMIT ${maxPerRun}`,
  );
  for (const { id, error } of abandoned)
    await finishFailure(
      db,
      { kind, eventId: id },
      `The service could not finish the import: ${error ?? "its job is gone"}`,
    );
  return abandoned.length;
}
