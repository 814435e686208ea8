import { type SQL, sql } from "drizzle-orm";
import type { ImportFrequency } from "#domain/configuration/importSchedule.ts";
import { keysOf } from "#domain/core/objects.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idParam, textAsId } from "#worker/db/ids.ts";
import { flag, nullable, number, type RowOf, selectRow, selectRows, text, uuid } from "#worker/db/rows.ts";
import type { Env } from "#worker/env.ts";
import { type ImportKind, importKinds } from "#worker/features/importConfiguration/importKinds.ts";
import { failuresBeforeNotice, notifyOfFailures, recordRunStatement } from "./failures.ts";

/** Import configurations as scheduled jobs: their import events are the runs. */

/** Maximum number of configurations of one kind in the list. */
const maxListedImports = 2000;
const maxNoticesPerRun = 20;

const importKindByGroup = {
  suggestionImport: importKinds.suggestion,
  expectedAnswerImport: importKinds.expectedAnswer,
};
type ImportGroup = keyof typeof importKindByGroup;
const groupNames = keysOf(importKindByGroup);

export const isImportGroup = (group: string): group is ImportGroup => group in importKindByGroup;

/** Columns of a run `e`, which may come from a left join. */
const runColumns = {
  started: nullable(text("e.date_created")),
  finished: nullable(text("e.finished")),
  duration: nullable(number("(unixepoch(e.finished) - unixepoch(e.date_created)) * 1000")),
  success: nullable(flag("e.success")),
  reason: nullable(text("e.message")),
  added: nullable(number("e.added")),
  updated: nullable(number("e.updated")),
  removed: nullable(number("e.removed")),
};

const runOf = ({ started, finished, duration, success, reason, ...counts }: RowOf<typeof runColumns>) => {
  if (started === null) return null;
  const { added, updated, removed } = counts;
  const summary = success ? [`${added} added, ${updated} updated, ${removed} removed`] : [];
  const message = [...summary, ...(reason ? [reason] : [])].join(". ") || null;
  return { started, finished, duration, success, message };
};

/** Subquery of the events of a configuration `c`, newest first. */
const eventsQuery = ({ tables: { events, configuration } }: ImportKind, columns: SQL, max: number): SQL =>
  sql`SELECT ${columns} FROM ${events} e WHERE e.customer_id = c.customer_id AND e.${configuration} = c.id
    ORDER BY e.date_created DESC, e.rowid DESC LIMIT ${max}`;

/** All import configurations, with their last and next runs. */
export async function listImports(db: Database) {
  const lists = await Promise.all(groupNames.map((group) => listImportsOfGroup(db, group)));
  return lists.flat();
}

async function listImportsOfGroup(db: Database, jobGroup: ImportGroup) {
  const kind = importKindByGroup[jobGroup];
  const { configurations, events } = kind.tables;
  const rows = await selectRows(
    db,
    {
      jobName: uuid("c.id"),
      label: text("c.name"),
      customerName: text("o.name"),
      frequency: text<ImportFrequency>("c.frequency"),
      disabled: flag("c.disabled"),
      nextRunAt: nullable(text("c.next_run_at")),
      ...runColumns,
    },
    (columns) => sql`SELECT ${columns} FROM ${configurations} c
      JOIN customer o ON o.id = c.customer_id
      LEFT JOIN ${events} e ON e.id = (${eventsQuery(kind, sql`e.id`, 1)})
      ORDER BY c.date_created DESC LIMIT ${maxListedImports}`,
  );
  return rows.map(({ jobName, label, customerName, frequency, disabled, nextRunAt, ...run }) => ({
    jobName,
    label,
    customerName,
    frequency,
    disabled,
    name: `${jobGroup}.${jobName}`,
    jobGroup,
    cron: null,
    previousFireTime: run.started,
    nextFireTime: disabled ? null : nextRunAt,
    lastRun: runOf(run),
  }));
}

/** The newest runs of an import configuration. */
export async function listImportRuns(db: Database, jobGroup: ImportGroup, id: string, max: number) {
  const kind = importKindByGroup[jobGroup];
  const { configurations, events } = kind.tables;
  const rows = await selectRows(
    db,
    runColumns,
    (columns) => sql`SELECT ${columns} FROM ${configurations} c
      JOIN ${events} e ON e.id IN (SELECT id FROM (${eventsQuery(kind, sql`e.id`, max)}))
      WHERE c.id = ${idParam(id)} ORDER BY e.date_created DESC, e.rowid DESC`,
  );
  return rows.flatMap((run) => runOf(run) ?? []);
}

/** Notifies super admins of imports that have failed too often in a row, once until the import succeeds again. */
export async function notifyOfFailedImports(env: Env, db: Database, _at: Date): Promise<string> {
  let notifiedCount = 0;
  for (const jobGroup of groupNames) {
    await clearRecoveredImports(db, jobGroup);
    for (const { id, name, customerName } of await findFailingImports(db, jobGroup)) {
      const key = { jobGroup, jobName: id };
      const [lastRun] = await listImportRuns(db, jobGroup, id, 1);
      await db.batch([recordRunStatement(db, key, lastRun?.started ?? "", failuresBeforeNotice)]);
      await notifyOfFailures(env, db, key, {
        name: `${name} (${customerName})`,
        message: lastRun?.message ?? "",
      });
      notifiedCount += 1;
    }
  }
  return notifiedCount > 0 ? `super admins notified of ${notifiedCount} failing imports` : "";
}

/** Configurations whose last runs have all failed, and of which super admins have not been notified. */
const findFailingImports = (db: Database, jobGroup: ImportGroup) => {
  const kind = importKindByGroup[jobGroup];
  return selectRows(
    db,
    { id: uuid("c.id"), name: text("c.name"), customerName: text("o.name") },
    (
      columns,
    ) => sql`SELECT ${columns} FROM ${kind.tables.configurations} c JOIN customer o ON o.id = c.customer_id
      WHERE NOT c.disabled AND ${countFailedRuns(kind)} = ${failuresBeforeNotice}
        AND NOT EXISTS (SELECT 1 FROM scheduled_job_fire f
          WHERE f.job_group = ${jobGroup} AND f.job_name = ${idAsText("c.id")} AND f.notified_at IS NOT NULL)
      LIMIT ${maxNoticesPerRun}`,
  );
};

const countFailedRuns = (kind: ImportKind): SQL =>
  sql`(SELECT count(*) FROM (${eventsQuery(kind, sql`e.success`, failuresBeforeNotice)}) WHERE success = 0)`;

/** Deletes the failure records of configurations that have succeeded since or no longer exist. */
async function clearRecoveredImports(db: Database, jobGroup: ImportGroup): Promise<void> {
  const kind = importKindByGroup[jobGroup];
  await db.run(sql`DELETE FROM scheduled_job_fire WHERE job_group = ${jobGroup} AND NOT EXISTS (
    SELECT 1 FROM ${kind.tables.configurations} c WHERE c.id = ${textAsId("scheduled_job_fire.job_name")}
      AND coalesce((${eventsQuery(kind, sql`e.success`, 1)}), 0) = 0)`);
}

/** Whether a configuration exists. */
export const importExists = async (db: Database, jobGroup: ImportGroup, id: string): Promise<boolean> =>
  (await selectRow(
    db,
    { id: uuid("id") },
    (columns) =>
      sql`SELECT ${columns} FROM ${importKindByGroup[jobGroup].tables.configurations} WHERE id = ${idParam(id)}`,
  )) !== undefined;
