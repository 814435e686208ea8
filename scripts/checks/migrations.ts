/*
 * The migrations produce exactly what worker/db/schema and worker/db/triggers declare, and lose no row. Once deployed, a migration is never
 * edited: databases that have applied it would miss the change. `npm run migration -- --name what_changes` adds the next one.
 */
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { withoutRowid } from "#worker/db/schema/documentationGroup.ts";
import { createMigratedDatabase, triggersOf, withoutRowidOf } from "../support/builtDatabase.ts";
import { generateMigration } from "../support/generateMigration.ts";
import { root } from "../support/install.mjs";
import { type Migration, readMigrations } from "../support/migrate.ts";
import { findRowFaults } from "../support/migratedRows.ts";
import { splitStatements } from "../support/sqlStatements.ts";
import { compareTriggers, readTriggers, type Trigger } from "../support/triggers.ts";

const remedy = "run: npm run migration -- --name what_changes";

export async function checkMigrations(): Promise<string[]> {
  const directory = path.join(root, "migrations");
  const migrations = await readMigrations();
  return [
    ...(await findTableFaults(directory)),
    ...findStatementFaults(migrations),
    ...findRowFaults(migrations),
    ...findDatabaseFaults(migrations, await readTriggers(), withoutRowid),
    ...(await findJournalFaults(directory, migrations)),
  ];
}

/** drizzle-kit finds nothing left to migrate. Runs on a copy: a check leaves nothing behind. */
async function findTableFaults(directory: string): Promise<string[]> {
  const copy = await mkdtemp(path.join(os.tmpdir(), "siteproof-migrations-"));
  try {
    await cp(directory, copy, { recursive: true });
    const newFile = await generateMigration(copy);
    return newFile
      ? [
          `The tables differ from the migrations; ${remedy}\n${await readFile(path.join(copy, newFile), "utf8")}`,
        ]
      : [];
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Every part between two breakpoints is one statement: D1's API does not accept a trigger together with others. */
export const findStatementFaults = (migrations: readonly Migration[]): string[] =>
  migrations.flatMap(({ name, statements }) =>
    statements
      .filter((statement) => splitStatements(statement).length !== 1)
      .map((statement) => `${name}: put a --> statement-breakpoint between the statements of\n${statement}`),
  );

/** A migrated database has the triggers of the files, word for word, and the tables without rowid. */
export function findDatabaseFaults(
  migrations: readonly Migration[],
  triggers: readonly Trigger[],
  clusteredTables: readonly string[],
): string[] {
  const database = createMigratedDatabase(migrations);
  const { removed, changed, added } = compareTriggers(triggersOf(database), triggers);
  const faults = [
    ...removed.map((name) => `Trigger ${name} is in no file of worker/db/triggers; ${remedy}`),
    ...changed.map(({ name }) => `Trigger ${name} differs from its file in worker/db/triggers; ${remedy}`),
    ...added.map(({ name }) => `Trigger ${name} is in no migration; ${remedy}`),
  ];
  const [actual, expected] = [withoutRowidOf(database).join(), [...clusteredTables].sort().join()];
  if (actual !== expected) faults.push(`WITHOUT ROWID: ${expected} are declared, ${actual} are built`);
  return faults;
}

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string() })) });

/** The journal names every migration, and only the newest snapshot is kept. */
async function findJournalFaults(directory: string, migrations: readonly Migration[]): Promise<string[]> {
  const journal = journalSchema.parse(
    JSON.parse(await readFile(path.join(directory, "meta/_journal.json"), "utf8")),
  );
  const [journalNames, fileNames] = [
    journal.entries.map(({ tag }) => `${tag}.sql`).join(),
    migrations.map(({ name }) => name).join(),
  ];
  const snapshots = (await readdir(path.join(directory, "meta"))).filter((name) => name !== "_journal.json");
  return [
    ...(journalNames === fileNames
      ? []
      : [`migrations/meta/_journal.json lists ${journalNames}, there are ${fileNames}`]),
    ...(snapshots.length === 1
      ? []
      : [`migrations/meta keeps the newest snapshot only: ${snapshots.join()}`]),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = await checkMigrations();
  console.log(faults.length > 0 ? faults.join("\n") : "The migrations are complete");
  process.exitCode = faults.length > 0 ? 1 : 0;
}
