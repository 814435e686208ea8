import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { root } from "./install.mjs";
import { Stop } from "./state.ts";

const directory = path.join(root, "migrations");

/** Why a local database cannot be brought up to date: migrations are added to once deployed, but may change until then. */
export const otherMigrations =
  "The local database was made by migrations that have changed since; empty it with: npm run reset";

export interface Migration {
  name: string;
  statements: string[];
}

/** The migrations in their order, cut where drizzle-kit cut them. */
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

/** D1 takes 100 KB of SQL at once. */
const longestScript = 90_000;

/**
 * The statements of a migration in as few texts as D1 takes. A local D1 runs a text of many statements, and 400 of them in three
 * texts take a tenth of the time of 400.
 */
export function scriptsOf({ statements }: Migration): string[] {
  const scripts: string[] = [];
  for (const statement of statements) {
    const whole = statement.endsWith(";") ? statement : `${statement};`;
    const last = scripts.at(-1);
    if (last !== undefined && Buffer.byteLength(last) + Buffer.byteLength(whole) < longestScript)
      scripts[scripts.length - 1] = `${last}\n${whole}`;
    else scripts.push(whole);
  }
  return scripts;
}

/**
 * Applies what is not in yet, each migration whole or not at all, and keeps the books in wrangler's own table, so that
 * `wrangler d1 migrations list` tells the same. For local databases: a deployment leaves this to wrangler, and starting wrangler
 * for it takes ten times as long.
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
  if ([...applied].some((name) => !known.has(name))) throw new Stop(otherMigrations);
  const waiting = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of waiting)
    await db.batch([
      ...scriptsOf(migration).map((script) => db.prepare(script)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(migration.name),
    ]);
  return waiting.length;
}
