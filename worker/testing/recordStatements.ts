import { env } from "cloudflare:workers";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { isUuid } from "#worker/db/idEncoding.ts";
import * as schema from "#worker/db/schema/index.ts";
import { findScans, type Indexes, normalizeSql, type PlanLine } from "./queryPlans.ts";

const { DB } = env as unknown as { DB: D1Database };

interface RecordedStatement {
  sql: string;
  /** The values of its first run, which decide whether SQLite uses a partial index. Null until it is bound. */
  values: unknown[] | null;
}

/** Shared by all test files of this runtime. Statements are keyed by their normalized SQL. */
interface StatementRecord {
  statements: Map<string, RecordedStatement>;
  /** Keys of the statements whose plans have been checked. */
  checkedPlans: Set<string>;
  /** Keys of the statements whose parameters have been checked. */
  checkedParams: Set<string>;
  /** Nothing is recorded while it is greater than 0. */
  pauseCount: number;
}
declare global {
  var statementRecord: StatementRecord | undefined;
}

function getRecord(): StatementRecord {
  if (globalThis.statementRecord) return globalThis.statementRecord;
  const record: StatementRecord = {
    statements: new Map(),
    checkedPlans: new Set(),
    checkedParams: new Set(),
    pauseCount: 0,
  };
  globalThis.statementRecord = record;
  recordSessions(record);
  return record;
}

/** Patches the prototype of the D1 binding, because the Worker uses D1 through sessions (worker/db/database.ts). */
function recordSessions(record: StatementRecord): void {
  const prototype: D1Database = Object.getPrototypeOf(DB);
  const { withSession } = prototype;
  prototype.withSession = function (this: D1Database, constraint) {
    const session = withSession.call(this, constraint);
    if (record.pauseCount === 0) {
      const { prepare } = session;
      session.prepare = (sql) => recordStatement(record, sql, prepare.call(session, sql));
    }
    return session;
  };
}

function recordStatement(
  record: StatementRecord,
  sql: string,
  statement: D1PreparedStatement,
): D1PreparedStatement {
  const key = normalizeSql(sql);
  const recordedStatement = record.statements.get(key);
  if (!recordedStatement) record.statements.set(key, { sql, values: null });
  if (recordedStatement?.values) return statement;
  const { bind } = statement;
  statement.bind = (...values) => {
    record.statements.set(key, { sql, values });
    return bind.apply(statement, values);
  };
  return statement;
}

/** Opens a database whose statements are not recorded, for statements of a test itself. */
export function withoutRecording<T>(open: () => T): T {
  const record = getRecord();
  record.pauseCount += 1;
  try {
    return open();
  } finally {
    record.pauseCount -= 1;
  }
}

/** For a test file whose code must read whole tables. Call it in `beforeAll`, and the returned function in `afterAll`. */
export function pauseRecording(): () => void {
  const record = getRecord();
  record.pauseCount += 1;
  return () => {
    record.pauseCount -= 1;
  };
}

/** The SQL before a parameter that is compared with an id. */
const idComparison = /(?:\bid|(?<!device|remote|multipart)_id)"? (?:=|<>|[<>]=?|IS|IS NOT) $/i;

/** New statements since the last call that compare an id with a UUID as text, which matches no stored id (worker/db/idEncoding.ts). */
export function findTextIdParams(): string[] {
  const { statements, checkedParams } = getRecord();
  return [...statements].flatMap(([key, { sql, values }]) => {
    if (!values || checkedParams.has(key)) return [];
    checkedParams.add(key);
    const sqlParts = sql.replace(/\s+/g, " ").split("?");
    const index = values.findIndex(
      (value, index) =>
        typeof value === "string" && isUuid(value) && idComparison.test(sqlParts[index] ?? ""),
    );
    return index < 0 ? [] : [`parameter ${index} is an id as text\n  ${key}`];
  });
}

/** Tables with their columns of ids and digests, which are bytes. */
const idColumnTables = Object.values(schema)
  .filter((table) => is(table, SQLiteTable))
  .map((table) => ({ name: getTableName(table), columns: byteColumns(table) }))
  .filter(({ columns }) => columns.length > 0);

/** `objectId` and `sourceId` are excluded, because they may also be text. */
function byteColumns(table: SQLiteTable): string[] {
  return Object.entries(getTableColumns(table))
    .filter(
      ([key, { columnType }]) =>
        columnType === "SQLiteCustomColumn" && !["objectId", "sourceId"].includes(key),
    )
    .map(([key]) => toSnakeCase(key));
}

/** Columns of ids and digests in which a row has text, as `table.column`. */
export async function findColumnsWithTextIds(): Promise<string[]> {
  const checks = await DB.batch<Record<string, number | null>>(
    idColumnTables.map(({ name, columns }) =>
      DB.prepare(
        `SELECT ${columns.map((column) => `max(typeof("${column}") = 'text') AS "${name}.${column}"`).join(", ")} FROM "${name}"`,
      ),
    ),
  );
  return checks.flatMap(({ results }) =>
    Object.entries(results[0] ?? {}).flatMap(([column, hasText]) => (hasText ? [column] : [])),
  );
}

/** Starts recording. Every test file calls it before its first query. */
export const recordStatements = (): unknown => getRecord();

export async function readIndexes(): Promise<Indexes> {
  const { results } = await DB.prepare(
    "SELECT type, name, tbl_name AS owner FROM sqlite_master WHERE type IN ('table', 'index')",
  ).all<{ type: string; name: string; owner: string }>();
  const tablesByName = new Map(results.map(({ name, owner }) => [name, owner]));
  const tables = new Set(results.flatMap(({ type, name }) => (type === "table" ? name : [])));
  return { tableOf: (index) => tablesByName.get(index), isTable: (name) => tables.has(name) };
}

export async function explainQuery(sql: string, values: readonly unknown[] = []): Promise<PlanLine[]> {
  const statement = DB.prepare(`EXPLAIN QUERY PLAN ${sql}`);
  return (await (values.length > 0 ? statement.bind(...values) : statement).all<PlanLine>()).results;
}

/** The scans of growing tables in statements recorded since the last call, and the statements without a plan. */
export async function findNewScans(): Promise<string[]> {
  const { statements, checkedPlans } = getRecord();
  // A statement with parameters that was never bound has not run.
  const uncheckedStatements = [...statements].filter(
    ([key, { values }]) => !checkedPlans.has(key) && (values !== null || !key.includes("?")),
  );
  if (uncheckedStatements.length === 0) return [];
  const indexes = await readIndexes();
  const explain = ([, { sql, values }]: (typeof uncheckedStatements)[number]) => {
    const statement = DB.prepare(`EXPLAIN QUERY PLAN ${sql}`);
    return values ? statement.bind(...values) : statement;
  };
  for (const [key] of uncheckedStatements) checkedPlans.add(key);
  try {
    const plans = await DB.batch<PlanLine>(uncheckedStatements.map(explain));
    return uncheckedStatements.flatMap(([key], index) => scansOf(key, plans[index]?.results ?? [], indexes));
  } catch {
    // One by one, because the error of a batch does not name the statement and hides the plans of the others.
    const scans = await Promise.all(
      uncheckedStatements.map((statement) =>
        explain(statement)
          .all<PlanLine>()
          .then(
            ({ results }) => scansOf(statement[0], results, indexes),
            (error: unknown) => [`${error}\n  ${statement[0]}`],
          ),
      ),
    );
    return scans.flat();
  }
}

const scansOf = (key: string, plan: readonly PlanLine[], indexes: Indexes): string[] =>
  findScans(key, plan, indexes).map((line) => `${line}\n  ${key}`);
