import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { root } from "./install.mjs";
import { UserFacingError } from "./state.ts";

const directory = path.join(root, "migrations");

/** Why a local database cannot be migrated: until the first deployment, migrations may be rewritten. */
export const migrationsMismatch =
  "The local database was made by migrations that have changed since; empty it with: npm run reset";

export interface Migration {
  name: string;
  statements: string[];
}

/** The migrations in order, split where drizzle-kit split them. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => ({
      name,
      statements: (await readFile(path.join(directory, name), "utf8"))
        .split("--> statement-breakpoint")
        .map((statement) => statement.trim())
        .filter(Boolean),
    })),
  );
}

export function hashOf(migrations: readonly Migration[]): string {
  return createHash("sha256").update(JSON.stringify(migrations)).digest("hex");
}

/** Characters of SQL in one text: D1 accepts 100 KB. */
const maxScriptCharacters = 90_000;

/**
 * A migration's statements in as few texts as D1 accepts. A local D1 runs 400 statements in three texts in a tenth of the time of
 * 400 texts.
 */
export function scriptsOf({ statements }: Migration): string[] {
  const scripts: string[] = [];
  for (const statement of statements) {
    const whole = statement.endsWith(";") ? statement : `${statement};`;
    const last = scripts.at(-1);
    if (last !== undefined && Buffer.byteLength(last) + Buffer.byteLength(whole) < maxScriptCharacters)
      scripts[scripts.length - 1] = `${last}\n${whole}`;
    else scripts.push(whole);
  }
  return scripts;
}

/**
 * Applies pending migrations, each whole or not at all, and records them in wrangler's own table, so that `wrangler d1 migrations
 * list` agrees. For local databases: a deployment leaves this to wrangler, whose start takes ten times as long.
 */
export async function migrate(db: D1Database, migrations: readonly Migration[]): Promise<number> {
  await db
    .prepare(
      "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    )
    .run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const known = new Set(migrations.map(({ name }) => name));
  if ([...applied].some((name) => !known.has(name))) throw new UserFacingError(migrationsMismatch);
  const waiting = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of waiting)
    await db.batch([
      ...scriptsOf(migration).map((script) => db.prepare(script)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(migration.name),
    ]);
  return waiting.length;
}
