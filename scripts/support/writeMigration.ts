import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { createMigratedDatabase, triggersOf } from "./builtDatabase.ts";
import { generate, joinStatements, triggerStatements } from "./generate.ts";
import { readMigrations } from "./migrate.ts";
import { findRowFaults } from "./migratedRows.ts";
import { readTriggers, triggerChanges } from "./triggers.ts";

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

const metaOf = (directory: string) => path.join(directory, "meta");
const journalOf = (directory: string) => path.join(metaOf(directory), "_journal.json");
const readJournal = async (directory: string): Promise<Journal> =>
  journalSchema.parse(JSON.parse(await readFile(journalOf(directory), "utf8")));
const writeJournal = (directory: string, journal: Journal) =>
  writeFile(journalOf(directory), JSON.stringify(journal, null, 2));

const composed = "-- From worker/db/triggers, where each trigger is explained.";

export interface WrittenMigration {
  /** The file's name; null if nothing has changed, or if the migration was refused. */
  file: string | null;
  /** Why it was refused; the directory is then as before. */
  faults: string[];
}

/**
 * Writes the migration from what a directory's migrations produce to worker/db/schema and worker/db/triggers. Refuses one that would
 * lose rows.
 */
export async function writeMigration(
  directory: string,
  name: string,
  options: { show?: boolean } = {},
): Promise<WrittenMigration> {
  const journal = await readJournal(directory);
  const tables = await generate(directory, { name, ...options });
  const faults = tables ? findRowFaults(await readMigrations(directory)) : [];
  if (tables && faults.length > 0) {
    await rm(path.join(directory, tables));
    await rm(path.join(metaOf(directory), `${tables.slice(0, 4)}_snapshot.json`));
    await writeJournal(directory, journal);
    return { file: null, faults };
  }
  await keepNewestSnapshot(directory);
  const database = createMigratedDatabase(await readMigrations(directory));
  const triggers = triggerStatements(triggerChanges(triggersOf(database), await readTriggers()));
  if (!triggers) return { file: tables, faults };
  const file = tables ?? (await addEntry(directory, name));
  const text = tables ? await readFile(path.join(directory, file), "utf8") : "";
  await writeFile(path.join(directory, file), joinStatements(text, `${composed}\n${triggers}`));
  return { file, faults };
}

/** Writes an empty migration, for SQL that changes rows alone. Returns its file's name. */
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

/** drizzle-kit compares with the newest only. */
async function keepNewestSnapshot(directory: string): Promise<void> {
  const meta = metaOf(directory);
  const snapshots = (await readdir(meta)).filter((file) => file.endsWith("_snapshot.json")).sort();
  for (const file of snapshots.slice(0, -1)) await rm(path.join(meta, file));
}
