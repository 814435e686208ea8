import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { createMigratedDatabase, triggersOf } from "./builtDatabase.ts";
import { generateMigration, joinStatements, triggerStatements } from "./generateMigration.ts";
import { readMigrations } from "./migrate.ts";
import { findRowFaults } from "./migratedRows.ts";
import { compareTriggers, readTriggers } from "./triggers.ts";

const journalSchema = z.object({
  version: z.string(),
  dialect: z.string(),
  entries: z.array(
    z.object({
      idx: z.number(),
      version: z.string(),
      when: z.number(),
      tag: z.string(),
      breakpoints: z.boolean(),
    }),
  ),
});
type Journal = z.output<typeof journalSchema>;

const metaFolderOf = (directory: string) => path.join(directory, "meta");
const journalFileOf = (directory: string) => path.join(metaFolderOf(directory), "_journal.json");
const readJournal = async (directory: string): Promise<Journal> =>
  journalSchema.parse(JSON.parse(await readFile(journalFileOf(directory), "utf8")));
const writeJournal = (directory: string, journal: Journal) =>
  writeFile(journalFileOf(directory), JSON.stringify(journal, null, 2));

const triggerHeader = "-- From worker/db/triggers, where each trigger is explained.";

export interface WrittenMigration {
  /** The file's name; null if nothing has changed, or if the migration was refused. */
  file: string | null;
  /** Why it was refused; the directory is then unchanged. */
  faults: string[];
}

/**
 * Writes the migration from what a directory's migrations produce to worker/db/schema and worker/db/triggers. Refuses one that would
 * lose rows.
 */
export async function writeMigration(
  directory: string,
  name: string,
  options: { showsOutput?: boolean } = {},
): Promise<WrittenMigration> {
  const journal = await readJournal(directory);
  const tableMigration = await generateMigration(directory, { name, ...options });
  const faults = tableMigration ? findRowFaults(await readMigrations(directory)) : [];
  if (tableMigration && faults.length > 0) {
    await rm(path.join(directory, tableMigration));
    await rm(path.join(metaFolderOf(directory), `${tableMigration.slice(0, 4)}_snapshot.json`));
    await writeJournal(directory, journal);
    return { file: null, faults };
  }
  await keepNewestSnapshot(directory);
  const database = createMigratedDatabase(await readMigrations(directory));
  const triggers = triggerStatements(compareTriggers(triggersOf(database), await readTriggers()));
  if (!triggers) return { file: tableMigration, faults };
  const file = tableMigration ?? (await addEntry(directory, name));
  const text = tableMigration ? await readFile(path.join(directory, file), "utf8") : "";
  await writeFile(path.join(directory, file), joinStatements(text, `${triggerHeader}\n${triggers}`));
  return { file, faults };
}

/** Writes an empty migration, for SQL that changes only rows. Returns its file's name. */
export async function writeEmptyMigration(directory: string, name: string): Promise<string> {
  const file = await addEntry(directory, name);
  await writeFile(path.join(directory, file), "");
  return file;
}

/** Adds a migration that changes no tables to the journal: it has no snapshot. */
async function addEntry(directory: string, name: string): Promise<string> {
  const journal = await readJournal(directory);
  const idx = journal.entries.length;
  const tag = `${String(idx).padStart(4, "0")}_${name}`;
  const entry = { idx, version: "6", when: Date.now(), tag, breakpoints: true };
  await writeJournal(directory, { ...journal, entries: [...journal.entries, entry] });
  return `${tag}.sql`;
}

/** drizzle-kit compares only with the newest snapshot. */
async function keepNewestSnapshot(directory: string): Promise<void> {
  const meta = metaFolderOf(directory);
  const snapshots = (await readdir(meta)).filter((file) => file.endsWith("_snapshot.json")).sort();
  for (const file of snapshots.slice(0, -1)) await rm(path.join(meta, file));
}
