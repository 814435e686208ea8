import { env } from "cloudflare:workers";
import { type Indexes, normalised, type PlanLine, walks } from "./plans";

const { DB } = env as unknown as { DB: D1Database };

interface Recorded {
  sql: string;
  /** The values it ran with first: an index on part of a table is chosen by them. */
  values: unknown[] | null;
}

/** Kept by this runtime, which runs many test files. */
interface Record {
  statements: Map<string, Recorded>;
  judged: Set<string>;
  /** Greater than 0 while a test opens a database for itself. */
  unwatched: number;
}
declare global {
  var statementRecord: Record | undefined;
}

function record(): Record {
  if (globalThis.statementRecord) return globalThis.statementRecord;
  const kept: Record = { statements: new Map(), judged: new Set(), unwatched: 0 };
  globalThis.statementRecord = kept;
  watch(kept);
  return kept;
}

/** The Worker reaches D1 through sessions (worker/db/database.ts), which are made by the prototype of the binding. */
function watch(kept: Record): void {
  const prototype: D1Database = Object.getPrototypeOf(DB);
  const { withSession } = prototype;
  prototype.withSession = function (this: D1Database, constraint) {
    const session = withSession.call(this, constraint);
    if (kept.unwatched === 0) {
      const { prepare } = session;
      session.prepare = (sql) => noted(kept, sql, prepare.call(session, sql));
    }
    return session;
  };
}

function noted(kept: Record, sql: string, statement: D1PreparedStatement): D1PreparedStatement {
  const question = normalised(sql);
  const known = kept.statements.get(question);
  if (!known) kept.statements.set(question, { sql, values: null });
  if (known?.values) return statement;
  const { bind } = statement;
  statement.bind = (...values) => {
    kept.statements.set(question, { sql, values });
    return bind.apply(statement, values);
  };
  return statement;
}

/** What a test itself asks of the database is no query of the product. */
export function unwatched<T>(open: () => T): T {
  const kept = record();
  kept.unwatched += 1;
  try {
    return open();
  } finally {
    kept.unwatched -= 1;
  }
}

/** Begins to record; a test file calls it before anything is asked. */
export const recordStatements = (): unknown => record();

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

/** What walks among the statements that have been recorded since the last call. */
export async function newWalks(): Promise<string[]> {
  const { statements, judged } = record();
  // What was prepared and never bound has not run.
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
  return fresh.flatMap(([question], at) => {
    judged.add(question);
    return walks(question, explained[at]?.results ?? [], indexes).map((line) => `${line}\n  ${question}`);
  });
}
