import { env } from "cloudflare:workers";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { isUuid } from "#worker/db/idEncoding.ts";
import * as schema from "#worker/db/schema/index.ts";
import { type Indexes, normalised, type PlanLine, walks } from "./queryPlans.ts";

const { DB } = env as unknown as { DB: D1Database };

interface Recorded {
  sql: string;
  /** The values of its first run, by which SQLite decides on a partial index. */
  values: unknown[] | null;
}

/** Shared by all test files of this runtime. */
interface StatementRecord {
  statements: Map<string, Recorded>;
  judged: Set<string>;
  seenTexts: Set<string>;
  /** Greater than 0 while a test opens a database for itself. */
  unwatched: number;
}
declare global {
  var statementRecord: StatementRecord | undefined;
}

function openRecord(): StatementRecord {
  if (globalThis.statementRecord) return globalThis.statementRecord;
  const record: StatementRecord = {
    statements: new Map(),
    judged: new Set(),
    seenTexts: new Set(),
    unwatched: 0,
  };
  globalThis.statementRecord = record;
  watch(record);
  return record;
}

/** The Worker reaches D1 through sessions (worker/db/database.ts), which are made by the prototype of the binding. */
function watch(record: StatementRecord): void {
  const prototype: D1Database = Object.getPrototypeOf(DB);
  const { withSession } = prototype;
  prototype.withSession = function (this: D1Database, constraint) {
    const session = withSession.call(this, constraint);
    if (record.unwatched === 0) {
      const { prepare } = session;
      session.prepare = (sql) => noted(record, sql, prepare.call(session, sql));
    }
    return session;
  };
}

function noted(record: StatementRecord, sql: string, statement: D1PreparedStatement): D1PreparedStatement {
  const question = normalised(sql);
  const known = record.statements.get(question);
  if (!known) record.statements.set(question, { sql, values: null });
  if (known?.values) return statement;
  const { bind } = statement;
  statement.bind = (...values) => {
    record.statements.set(question, { sql, values });
    return bind.apply(statement, values);
  };
  return statement;
}

/** Opens a database whose statements are not recorded, because they are the test's own. */
export function unwatched<T>(open: () => T): T {
  const record = openRecord();
  record.unwatched += 1;
  try {
    return open();
  } finally {
    record.unwatched -= 1;
  }
}

/** For a test file whose work is meant to read whole tables. For `beforeAll`; call what it returns in `afterAll`. */
export function leaveUnwatched(): () => void {
  const record = openRecord();
  record.unwatched += 1;
  return () => {
    record.unwatched -= 1;
  };
}

/** What stands before a parameter that is compared with an id. */
const comparedId = /(?:\bid|(?<!device|remote|multipart)_id)"? (?:=|<>|[<>]=?|IS|IS NOT) $/i;

/** Statements since the last call that compare an id with a UUID as text, which equals no stored one (worker/db/idEncoding.ts). */
export function idsAsText(): string[] {
  const { statements, seenTexts } = openRecord();
  return [...statements].flatMap(([question, { sql, values }]) => {
    if (!values || seenTexts.has(question)) return [];
    seenTexts.add(question);
    const before = sql.replace(/\s+/g, " ").split("?");
    const index = values.findIndex(
      (value, index) => typeof value === "string" && isUuid(value) && comparedId.test(before[index] ?? ""),
    );
    return index < 0 ? [] : [`parameter ${index} is an id as text\n  ${question}`];
  });
}

/** Tables with their columns of ids and digests, which hold bytes. The log and deliveries also name what has none. */
const idColumns = Object.values(schema)
  .filter((table) => is(table, SQLiteTable))
  .map((table) => ({ name: getTableName(table), columns: byteColumns(table) }))
  .filter(({ columns }) => columns.length > 0);

function byteColumns(table: SQLiteTable): string[] {
  return Object.entries(getTableColumns(table))
    .filter(
      ([key, { columnType }]) =>
        columnType === "SQLiteCustomColumn" && !["objectId", "sourceId"].includes(key),
    )
    .map(([key]) => toSnakeCase(key));
}

/** Those in which a row holds text. */
export async function textsInIds(): Promise<string[]> {
  const found = await DB.batch<Record<string, number | null>>(
    idColumns.map(({ name, columns }) =>
      DB.prepare(
        `SELECT ${columns.map((column) => `max(typeof("${column}") = 'text') AS "${name}.${column}"`).join(", ")} FROM "${name}"`,
      ),
    ),
  );
  return found.flatMap(({ results }) =>
    Object.entries(results[0] ?? {}).flatMap(([column, text]) => (text ? [column] : [])),
  );
}

/** Starts recording; a test file calls it before its first query. */
export const recordStatements = (): unknown => openRecord();

export async function readIndexes(): Promise<Indexes> {
  const { results } = await DB.prepare(
    "SELECT type, name, tbl_name AS owner FROM sqlite_master WHERE type IN ('table', 'index')",
  ).all<{ type: string; name: string; owner: string }>();
  const named = new Map(results.map(({ name, owner }) => [name, owner]));
  const tables = new Set(results.flatMap(({ type, name }) => (type === "table" ? name : [])));
  return { tableOf: (index) => named.get(index), isTable: (name) => tables.has(name) };
}

export async function planOf(sql: string, values: readonly unknown[] = []): Promise<PlanLine[]> {
  const statement = DB.prepare(`EXPLAIN QUERY PLAN ${sql}`);
  return (await (values.length > 0 ? statement.bind(...values) : statement).all<PlanLine>()).results;
}

/** The walks of statements that were recorded since the last call. */
export async function newWalks(): Promise<string[]> {
  const { statements, judged } = openRecord();
  // A statement with parameters that was never bound has not run.
  const fresh = [...statements].filter(
    ([question, { values }]) => !judged.has(question) && (values !== null || !question.includes("?")),
  );
  if (fresh.length === 0) return [];
  const indexes = await readIndexes();
  const explained = await DB.batch<PlanLine>(
    fresh.map(([, { sql, values }]) => {
      const statement = DB.prepare(`EXPLAIN QUERY PLAN ${sql}`);
      return values ? statement.bind(...values) : statement;
    }),
  );
  return fresh.flatMap(([question], index) => {
    judged.add(question);
    return walks(question, explained[index]?.results ?? [], indexes).map((line) => `${line}\n  ${question}`);
  });
}
