/*
 * `npm run migration -- --name what_changes`: the migration from what migrations/ produces to worker/db/schema and
 * worker/db/triggers. drizzle-kit writes the changes of the tables. The same migration then writes the triggers that differ from
 * their files and those of rebuilt tables, which SQLite drops with the table. Read it before you commit it.
 *
 * `npm run migration -- --name what_changes --rows`: an empty migration after the newest, for SQL that changes rows alone.
 */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { createMigratedDatabase, triggersOf } from "./support/builtDatabase.ts";
import { generate, joinStatements, triggerStatements } from "./support/generate.ts";
import { root } from "./support/install.mjs";
import { readMigrations } from "./support/migrate.ts";
import { readTriggers, triggerChanges } from "./support/triggers.ts";

const directory = path.join(root, "migrations");
const meta = path.join(directory, "meta");
const journalFile = path.join(meta, "_journal.json");

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

const readJournal = async (): Promise<Journal> =>
  journalSchema.parse(JSON.parse(await readFile(journalFile, "utf8")));
const writeJournal = (journal: Journal) => writeFile(journalFile, JSON.stringify(journal, null, 2));

const entry = (idx: number, tag: string, when = Date.now()): Journal["entries"][number] => ({
  idx,
  version: "6",
  when,
  tag,
  breakpoints: true,
});

const composed = "-- From worker/db/triggers, where each trigger is explained.";

async function add(name: string): Promise<void> {
  const tables = await generate(directory, { name, show: true });
  await keepNewestSnapshot();
  const triggers = triggerStatements(
    triggerChanges(triggersOf(createMigratedDatabase(await readMigrations())), await readTriggers()),
  );
  if (triggers) {
    const file = tables ?? (await addEmpty(name));
    const text = tables ? await readFile(path.join(directory, file), "utf8") : "";
    await writeFile(path.join(directory, file), joinStatements(text, `${composed}\n${triggers}`));
  }
  console.log(tables || triggers ? "Read the new migration in migrations/" : "Nothing has changed");
}

/** A migration that changes no tables: it has an entry in the journal and no snapshot. */
async function addEmpty(name: string): Promise<string> {
  const journal = await readJournal();
  const tag = `${String(journal.entries.length).padStart(4, "0")}_${name}`;
  await writeJournal({ ...journal, entries: [...journal.entries, entry(journal.entries.length, tag)] });
  return `${tag}.sql`;
}

async function addRows(name: string): Promise<void> {
  const file = await addEmpty(name);
  await writeFile(path.join(directory, file), "");
  console.log(`Write the SQL into migrations/${file}`);
}

/** drizzle-kit compares with the newest only. */
async function keepNewestSnapshot(): Promise<void> {
  const snapshots = (await readdir(meta)).filter((file) => file.endsWith("_snapshot.json")).sort();
  for (const file of snapshots.slice(0, -1)) await rm(path.join(meta, file));
}

const { values } = parseArgs({
  options: { name: { type: "string" }, rows: { type: "boolean" } },
});
if (values.name && /^[a-z0-9_]+$/.test(values.name)) await (values.rows ? addRows : add)(values.name);
else {
  console.error("usage: npm run migration -- --name what_changes (lower case, digits, _) [--rows]");
  process.exitCode = 2;
}
