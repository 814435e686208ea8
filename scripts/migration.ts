/*
 * `npm run migration -- --name what_changes`: the migration from what migrations/ produces to worker/db/schema and
 * worker/db/triggers. drizzle-kit writes the changes of the tables. The same migration then writes the triggers that differ from
 * their files and those of rebuilt tables, which SQLite drops with the table. Read it before you commit it.
 *
 * `npm run migration -- --name what_changes --rows`: an empty migration after the newest, for SQL that changes rows alone.
 *
 * `npm run migration -- --anew`: writes the first migrations again, as a whole. Only while no database has been deployed.
 * After a rebase with a conflict in migrations/: take either side of each file, run this, and add what it writes.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createMigratedDatabase, triggersOf } from "./support/builtDatabase.ts";
import { generate, joinStatements, triggerStatements } from "./support/generate.ts";
import { root } from "./support/install.mjs";
import { readWranglerConfig } from "./support/localConfig.ts";
import { readMigrations } from "./support/migrate.ts";
import { readTriggers, triggerChanges } from "./support/triggers.ts";

const directory = path.join(root, "migrations");
const meta = path.join(directory, "meta");
const journalFile = path.join(meta, "_journal.json");

interface Journal {
  version: string;
  dialect: string;
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

const readJournal = async (): Promise<Journal> => JSON.parse(await readFile(journalFile, "utf8")) as Journal;
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

const first = ["0000_tables", "0001_triggers", "0002_search"] as const;

async function rewriteMigrations(): Promise<void> {
  const { d1_databases } = await readWranglerConfig();
  if (d1_databases.some(({ database_id }) => /[1-9a-f]/i.test(database_id)))
    throw new Error("wrangler.toml names a database: its migrations are added to, never written anew");
  const scratch = await mkdtemp(path.join(os.tmpdir(), "siteproof-migration-"));
  try {
    const tables = await generate(scratch, { name: "tables" });
    const whens = new Map((await readJournal()).entries.map(({ tag, when }) => [tag, when]));
    for (const file of await readdir(directory))
      if (file.endsWith(".sql") && file !== `${first[2]}.sql`) await rm(path.join(directory, file));
    await writeFile(
      path.join(directory, `${first[0]}.sql`),
      await readFile(path.join(scratch, tables!), "utf8"),
    );
    const triggers = triggerStatements({ removed: [], changed: [], added: await readTriggers() });
    await writeFile(path.join(directory, `${first[1]}.sql`), joinStatements(`${composed}\n${triggers}`));
    for (const file of await readdir(meta))
      if (file.endsWith("_snapshot.json")) await rm(path.join(meta, file));
    const snapshot = await readFile(path.join(scratch, "meta/0000_snapshot.json"), "utf8");
    await writeFile(path.join(meta, "0000_snapshot.json"), withFixedId(snapshot));
    const { version, dialect } = await readJournal();
    await writeJournal({
      version,
      dialect,
      entries: first.map((tag, idx) => entry(idx, tag, whens.get(tag))),
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  createMigratedDatabase(await readMigrations());
  console.log("Wrote the first migrations anew");
}

/** The snapshot with a fixed id: a random one would conflict whenever two people rewrite the migrations. */
const withFixedId = (snapshot: string): string =>
  snapshot.replace(/"id": "[0-9a-f-]{36}"/, '"id": "00000000-0000-4000-8000-000000000000"');

const { values } = parseArgs({
  options: { name: { type: "string" }, anew: { type: "boolean" }, rows: { type: "boolean" } },
});
if (values.anew) await rewriteMigrations();
else if (values.name && /^[a-z0-9_]+$/.test(values.name)) await (values.rows ? addRows : add)(values.name);
else {
  console.error("usage: npm run migration -- --name what_changes (lower case, digits, _) [--rows] | --anew");
  process.exitCode = 2;
}
