import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { root } from "./install.mjs";
import { UserFacingError } from "./state.ts";

export interface Migration {
  name: string;
  statements: string[];
}

/** The migrations in order, split where drizzle-kit split them. */
export async function readMigrations(directory = path.join(root, "migrations")): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => ({
      name,
      statements: (await readFile(path.join(directory, name), "utf8"))
        // Git may check files out with CRLF, and D1's API then cuts triggers at their first semicolon.
        .replaceAll("\r\n", "\n")
        .split("--> statement-breakpoint")
        .map((statement) => statement.trim())
        .filter(Boolean),
    })),
  );
}

export function hashMigrations(migrations: readonly Migration[]): string {
  return createHash("sha256").update(JSON.stringify(migrations)).digest("hex");
}

/** Maximum characters of SQL in one script: D1 accepts 100 KB. */
const maxScriptCharacters = 90_000;

/**
 * Joins statements into as few scripts as D1 accepts; for bindings only. A local D1 runs 400 statements ten times as fast in three
 * scripts as one by one.
 */
export function joinScripts(statements: readonly string[]): string[] {
  const scripts: string[] = [];
  for (const statement of statements) {
    const sql = terminate(statement);
    const lastScript = scripts.at(-1);
    if (
      lastScript !== undefined &&
      Buffer.byteLength(lastScript) + Buffer.byteLength(sql) < maxScriptCharacters
    )
      scripts[scripts.length - 1] = `${lastScript}\n${sql}`;
    else scripts.push(sql);
  }
  return scripts;
}

export const terminate = (statement: string): string =>
  statement.endsWith(";") ? statement : `${statement};`;

/** The part of a database, local or deployed, that migrations need. */
export interface MigratableDatabase {
  all(sql: string): Promise<Record<string, unknown>[]>;
  /** Runs statements atomically: all of them, or none. */
  runAll(statements: readonly string[]): Promise<void>;
}

export const databaseFromBinding = (db: D1Database): MigratableDatabase => ({
  all: async (sql) => (await db.prepare(sql).all()).results,
  async runAll(statements) {
    await db.batch(joinScripts(statements).map((script) => db.prepare(script)));
  },
});

/**
 * Applies pending migrations, each atomically, and records them in wrangler's own table, so that `wrangler d1 migrations list`
 * agrees. All databases are migrated this way: local, deployed and restored ones.
 */
export async function migrate(
  database: MigratableDatabase,
  migrations: readonly Migration[],
): Promise<number> {
  await database.runAll([
    "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
  ]);
  const rows = await database.all("SELECT name FROM d1_migrations");
  const appliedNames = new Set(rows.map(({ name }) => String(name)));
  const knownNames = new Set(migrations.map(({ name }) => name));
  const unknownNames = [...appliedNames].filter((name) => !knownNames.has(name));
  if (unknownNames.length > 0) throw new UnknownMigrationsError(unknownNames);
  const pending = migrations.filter(({ name }) => !appliedNames.has(name));
  for (const { name, statements } of pending)
    await database.runAll([...statements, `INSERT INTO d1_migrations (name) VALUES ('${name}')`]);
  return pending.length;
}

/** The database has been migrated by another version. */
export class UnknownMigrationsError extends UserFacingError {
  constructor(names: readonly string[]) {
    super(`The database has migrations that this version does not have: ${names.join(", ")}`);
  }
}
