import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { root } from "./install.mjs";
import { UserFacingError } from "./state.ts";

/** Error shown when a local database cannot be migrated: until the first deployment, migrations may be rewritten. */
export const migrationsMismatch =
  "The migrations of the local database have been rewritten since; empty it with: npm run reset";

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

export function hashOf(migrations: readonly Migration[]): string {
  return createHash("sha256").update(JSON.stringify(migrations)).digest("hex");
}

/** Maximum characters of SQL in one script: D1 accepts 100 KB. */
const maxScriptCharacters = 90_000;

/**
 * Joins a migration's statements into as few scripts as D1 accepts. A local D1 runs 400 statements in three scripts ten times as
 * fast as in 400.
 */
export function scriptsOf({ statements }: Migration): string[] {
  const scripts: string[] = [];
  for (const statement of statements) {
    const terminated = statement.endsWith(";") ? statement : `${statement};`;
    const lastScript = scripts.at(-1);
    if (
      lastScript !== undefined &&
      Buffer.byteLength(lastScript) + Buffer.byteLength(terminated) < maxScriptCharacters
    )
      scripts[scripts.length - 1] = `${lastScript}\n${terminated}`;
    else scripts.push(terminated);
  }
  return scripts;
}

/**
 * Applies pending migrations, each atomically, and records them in wrangler's own table, so that `wrangler d1 migrations list`
 * agrees. For local databases only: a deployment uses wrangler, which takes ten times as long to start.
 */
export async function migrate(db: D1Database, migrations: readonly Migration[]): Promise<number> {
  await db
    .prepare(
      "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    )
    .run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const knownNames = new Set(migrations.map(({ name }) => name));
  if ([...applied].some((name) => !knownNames.has(name))) throw new UserFacingError(migrationsMismatch);
  const waiting = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of waiting)
    await db.batch([
      ...scriptsOf(migration).map((script) => db.prepare(script)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(migration.name),
    ]);
  return waiting.length;
}
