import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { z } from "zod";
import { addSeconds, now } from "#domain/core/fields.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { normalizeLine, normalizeLines } from "#domain/core/text/normalizeText.ts";
import { truncate } from "#domain/core/text/trim.ts";
import { isSingleLine } from "#domain/task/types.ts";
import { auditStatement, createServiceAuthor } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { findUniqueViolation } from "#worker/db/errors.ts";
import { newId } from "#worker/db/ids.ts";
import { anyId, nullable, number, selectNumber, selectRow, selectRows, text } from "#worker/db/rows.ts";
import { job, scheduledJobRun } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { defineServiceJob, type ServiceStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { createJobStatements, enqueueJobQuietly } from "#worker/jobs/startJob.ts";
import { type NormalizedTable, normalizedTables, type TextForm } from "./normalizedTables.ts";

/** Rows per query, and queries per step. */
const rowsPerRange = 2000;
const rangesPerStep = 10;
/** Maximum number of clashes that the summary mentions. */
const maxReportedClashes = 20;

const cursorSchema = z.strictObject({
  began: z.string(),
  /** Index of the table, and the rowid up to which it is done. */
  table: z.int(),
  rowid: z.int(),
  changed: z.int(),
  clashes: z.int(),
  /** How the first clashes were resolved. */
  named: z.array(z.string()),
});
type Cursor = z.output<typeof cursorSchema>;

/**
 * Normalises texts stored before normalisation was introduced, once per database, a little at a time. Versions, dates and the audit log do not
 * change: to people, the texts look the same. Rows that become equal are merged or numbered, and named in an audit entry and in the
 * summary.
 */
export const normalizeTextsKind = defineServiceJob({
  name: "normalizeTexts",
  request: z.strictObject({ began: z.string() }),
  cursor: cursorSchema,
  // The job's row records that the job has run, so the row is kept forever.
  retentionHours: 100 * 365 * 24,
  step: (step) => normalizeStep(step),
});

async function normalizeStep({
  db,
  request: { began },
  cursor,
}: ServiceStep<{ began: string }, Cursor>): Promise<StepOutcome<Cursor>> {
  const nextCursor: Cursor = cursor ?? { began, table: 0, rowid: 0, changed: 0, clashes: 0, named: [] };
  for (let range = 0; range < rangesPerStep; range += 1) {
    const table = normalizedTables[nextCursor.table];
    if (!table) {
      const { changed, clashes, named } = nextCursor;
      const message = [`${changed} texts normalised`, ...named].join("; ");
      if (changed > 0) await db.insert(scheduledJobRun).values(createRunValues(nextCursor, message));
      return { result: { changed, clashes } };
    }
    const maxRowid = await selectNumber(db, sql.raw(`coalesce((SELECT max(rowid) FROM ${table.name}), 0)`));
    // Skips gaps between ids.
    const nextRowid = await selectNumber(
      db,
      sql`coalesce((SELECT min(rowid) FROM ${sql.raw(table.name)} WHERE rowid > ${nextCursor.rowid}), ${maxRowid})`,
    );
    const endRowid = Math.min(Math.max(nextRowid - 1, nextCursor.rowid) + rowsPerRange, maxRowid);
    await normalizeRange(db, table, [nextCursor.rowid, endRowid], nextCursor);
    if (endRowid >= maxRowid) Object.assign(nextCursor, { table: nextCursor.table + 1, rowid: 0 });
    else nextCursor.rowid = endRowid;
  }
  return { cursor: nextCursor, progress: nextCursor.table, total: normalizedTables.length };
}

const createRunValues = ({ began }: Cursor, message: string) => ({
  ...{ jobGroup: "maintenance", jobName: "normalizeTexts", started: began, finished: now() },
  ...{ duration: Date.now() - Date.parse(began), success: true, message: truncate(message, 2000) },
});

type Values = Record<string, string | null>;

/** SQL condition: a text may differ from its normal form. */
const suspectCondition = (column: string, form: TextForm) =>
  sql.raw(
    [
      `${column} GLOB '*[^ -~]*'`,
      // Older than the rule that options have no semicolons, which separate the choices of an answer.
      ...(form === "entry" ? [`${column} LIKE '%;%'`] : []),
      // JSON escapes control characters.
      ...(form === "params" ? [`${column} LIKE '%\\u00%'`] : []),
      ...(form === "lines" ? [] : [`${column} LIKE '%  %'`, `${column} LIKE ' %'`, `${column} LIKE '% '`]),
    ].join(" OR "),
  );

function toNormalForm(form: TextForm, value: string, type: string): string {
  if (form === "params") return normalizeParams(value);
  if (form === "line") return normalizeLine(value);
  if (form === "entry") {
    const line = normalizeLine(value);
    return type === "TASK_OPTIONS" ? line.replaceAll(";", ",") : line;
  }
  return form === "answer" && isSingleLine(type) ? normalizeLine(value) : normalizeLines(value);
}

const paramsSchema = z.record(z.string(), z.unknown());

/** Normalises each text of stored params. Returns anything else, such as broken JSON, unchanged. */
function normalizeParams(json: string): string {
  try {
    const params = paramsSchema.parse(JSON.parse(json));
    const entries = Object.entries(params).map(([key, value]) => [
      key,
      typeof value === "string" ? normalizeLines(value) : value,
    ]);
    return JSON.stringify(Object.fromEntries(entries));
  } catch {
    return json;
  }
}

/** Normalises the rows of a range of rowids, in one batch if none of them clash. Repeating it changes nothing. */
async function normalizeRange(
  db: Database,
  table: NormalizedTable,
  [previousRowid, endRowid]: readonly [number, number],
  cursor: Cursor,
): Promise<void> {
  const columns = Object.entries(table.columns);
  const anySuspectCondition = sql.join(
    columns.map(([column, form]) => suspectCondition(column, form)),
    sql` OR `,
  );
  const rows = await selectRows(
    db,
    {
      rowid: number("rowid"),
      type: text(table.type ?? "''"),
      values: nullable(
        text(sql.raw(`json_object(${columns.map(([column]) => `'${column}', ${column}`).join(", ")})`)),
      ),
    },
    (list) =>
      sql`SELECT ${list} FROM ${sql.raw(table.name)} WHERE rowid > ${previousRowid} AND rowid <= ${endRowid} AND (${anySuspectCondition})`,
  );
  const changes = rows.flatMap(({ rowid, type, values }) => {
    // Cast: the statement itself builds this object of texts.
    const storedTexts = JSON.parse(values ?? "{}") as Values;
    const changedEntries = columns.flatMap(([column, form]) => {
      const value = storedTexts[column];
      const normalText = value == null ? value : toNormalForm(form, value, type);
      // A name of invisible characters only stays: it must not be empty.
      return normalText && normalText !== value ? [[column, normalText] as const] : [];
    });
    return changedEntries.length > 0 ? [{ rowid, changed: Object.fromEntries(changedEntries) }] : [];
  });
  const [first, ...rest] = changes.flatMap((change) => updateStatements(db, table, change));
  if (!first) return;
  try {
    await db.batch([first, ...rest]);
  } catch (error) {
    if (!findUniqueViolation(error)) throw error;
    for (const change of changes) await changeRow(db, table, change, cursor);
  }
  cursor.changed += changes.length;
}

interface RowChange {
  rowid: number;
  changed: Readonly<Record<string, string>>;
}

function updateStatements(
  db: Database,
  { name, rewritten }: NormalizedTable,
  { rowid, changed: newTexts }: RowChange,
): [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] {
  const [table, rowClause] = [sql.raw(name), sql`WHERE rowid = ${rowid}`];
  const columns = Object.keys(newTexts).map((column) => sql.raw(column));
  const values = Object.values(newTexts).map((value) => sql`${value}`);
  if (rewritten === undefined) {
    const assignments = columns.map((column, index) => sql`${column} = ${values[index]}`);
    return [statement(db, sql`UPDATE ${table} SET ${sql.join(assignments, sql`, `)} ${rowClause}`)];
  }
  const keptColumns = sql.raw(rewritten);
  return [
    statement(
      db,
      sql`INSERT INTO ${table} (id, ${keptColumns}, ${sql.join(columns, sql`, `)})
        SELECT ${newId}, ${keptColumns}, ${sql.join(values, sql`, `)} FROM ${table} ${rowClause}`,
    ),
    statement(db, sql`DELETE FROM ${table} ${rowClause}`),
  ];
}

/** Changes one row. If it would equal another row, it is deleted if the table merges equal rows; otherwise its name gets a number. */
async function changeRow(
  db: Database,
  table: NormalizedTable,
  change: RowChange,
  cursor: Cursor,
): Promise<void> {
  for (let count = 1; count < 100; count += 1) {
    try {
      return void (await db.batch(updateStatements(db, table, change)));
    } catch (error) {
      const column = findUniqueViolation(error)?.findLast((key) => key in change.changed);
      if (column === undefined) throw error;
      if (table.mergesEqual) return mergeIntoEqual(db, table, change, cursor);
      const baseName = normalizeLine(change.changed[column]!).replace(/ \(\d+\)$/, "");
      change.changed = {
        ...change.changed,
        [column]: `${truncate(baseName, maxNameLength - 6)} (${count + 1})`,
      };
      if (count === 1) cursor.clashes += 1;
      if (cursor.named.length < maxReportedClashes)
        cursor.named.push(`${table.name}: "${baseName}" is numbered, because another row has that name`);
    }
  }
}

async function mergeIntoEqual(
  db: Database,
  { name, columns }: NormalizedTable,
  { rowid, changed: newTexts }: RowChange,
  cursor: Cursor,
) {
  const row = await selectRow(
    db,
    { id: anyId("id"), customerId: number("customer_id") },
    (list) => sql`SELECT ${list} FROM ${sql.raw(name)} WHERE rowid = ${rowid}`,
  );
  if (!row) return;
  const params = Object.fromEntries(
    Object.keys(columns).map((column) => [column, { before: newTexts[column] ?? "", after: null }]),
  );
  await db.batch([
    statement(db, sql`DELETE FROM ${sql.raw(name)} WHERE rowid = ${rowid}`),
    auditStatement(db, {
      author: createServiceAuthor(row.customerId),
      objectClass: `siteproof.${name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      objectId: row.id,
      action: "DELETE",
      params,
    }),
  ]);
  cursor.clashes += 1;
  if (cursor.named.length < maxReportedClashes)
    cursor.named.push(
      `${name}: one of two equal "${truncate(Object.values(newTexts).join(", "), 80)}" removed`,
    );
}

/** Begins the job in a database where it has not run yet, or where it failed more than a day ago. Returns a summary for the log. */
export async function beginNormalization(env: Env, db: Database, runAt: Date): Promise<string> {
  const dueCondition = sql`NOT EXISTS (SELECT 1 FROM ${job} WHERE ${eq(job.kind, normalizeTextsKind.name)}
    AND (${job.state} <> 'FAILED' OR ${job.dateCreated} > ${addSeconds(-24 * 3600, runAt)}))`;
  if (!(await selectNumber(db, dueCondition))) return "";
  const { id, statements } = createJobStatements(
    db,
    normalizeTextsKind,
    { customerId: null, requester: null, request: { began: now() } },
    dueCondition,
  );
  const [insertResult] = await db.batch(statements);
  if (insertResult.meta.changes === 0) return "";
  await enqueueJobQuietly(env, { id });
  return "begun";
}
