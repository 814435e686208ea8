import { createReadStream } from "node:fs";
import { mapConcurrent } from "../support/concurrently.ts";
import { type Migration, scriptsOf } from "../support/migrate.ts";
import { UserFacingError } from "../support/state.ts";
import { digestOfFile } from "./backupSite.ts";
import { compareObjects, compareRows, type Difference, nameOf } from "./compare.ts";
import {
  copyPaths,
  type InventoryEntry,
  inventoryOf,
  type Manifest,
  readManifest,
  rowsOfCopy,
} from "./copy.ts";
import type { Rows, Site } from "./site.ts";
import { linkRows, tablesOf, writeRows } from "./siteTables.ts";

export interface RestoreOptions {
  folder: string;
  /** The migrations of this version of the product. */
  migrations: readonly Migration[];
  say(line: string): void;
}

/**
 * Brings a copy back into an empty database and bucket. Triggers wait until all rows are there: rows hold what they would write. A copy of
 * an older version gets the migrations that it lacks afterwards. Returns what is not as it was, which is nothing when all went well.
 */
export async function restore(
  site: Site,
  { folder, migrations, say }: RestoreOptions,
): Promise<Difference[]> {
  const manifest = await readManifest(folder);
  const [had, more] = migrationsFor(manifest, migrations);
  await assertEmpty(site);
  const faults = await checkCopy(folder, manifest);
  await applyMigrations(site.rows, had);
  const triggers = await dropTriggers(site.rows);
  const present = new Set((await tablesOf(site.rows)).map(({ name }) => name));
  const unknown = manifest.tables.filter(({ name, rows }) => rows > 0 && !present.has(name));
  if (unknown.length > 0)
    throw new UserFacingError(`there is no table ${unknown.map(({ name }) => name).join(", ")}`);
  await runInScripts(
    site.rows,
    manifest.tables.toReversed().flatMap(({ name }) => (present.has(name) ? [`DELETE FROM "${name}"`] : [])),
  );
  for (const table of manifest.tables) {
    if (table.rows === 0) continue;
    await writeRows(site.rows, table, rowsOfCopy(folder, table), (row) =>
      faults.push({ what: "row", name: nameOf(table, row), is: "without what it belongs to" }),
    );
    await linkRows(site.rows, table, rowsOfCopy(folder, table));
    say(`${table.name}: ${table.rows} rows`);
  }
  for (const [name, seq] of Object.entries(manifest.sequences)) {
    await site.rows.all("DELETE FROM sqlite_sequence WHERE name = ?", [name]);
    await site.rows.all("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [name, seq]);
  }
  const faulty = new Set(faults.map(({ name }) => name));
  const tags = manifest.objects.copied
    ? await putObjects(site, folder, manifest, faulty)
    : new Map<string, string>();
  say(`${manifest.objects.copied ? manifest.objects.count - faulty.size : 0} objects`);
  await runInScripts(site.rows, triggers);
  await buildIndexes(site.rows);
  // Compared before newer migrations change the rows.
  faults.push(...(await compareRows(site.rows, folder, manifest)));
  if (manifest.objects.copied) faults.push(...(await compareObjects(site.objects, folder, manifest, tags)));
  await updateEtags(site.rows, tags);
  await applyMigrations(site.rows, more);
  return faults;
}

/** The migrations that the copy's database had, and those that it lacks. @throws Stop for a copy of a newer or another version */
function migrationsFor(manifest: Manifest, migrations: readonly Migration[]): [Migration[], Migration[]] {
  const had = migrations.slice(0, manifest.migrations.length);
  const same =
    had.length === manifest.migrations.length &&
    had.every(({ name }, index) => name === manifest.migrations[index]);
  if (!same)
    throw new UserFacingError(
      "the backup's database had other migrations: restore it with the version of Siteproof that made it",
    );
  return [had, migrations.slice(had.length)];
}

async function assertEmpty({ rows, objects, name }: Site): Promise<void> {
  const tables = await rows.all(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'",
  );
  const filled = tables.length > 0 && (await rows.all("SELECT 1 FROM d1_migrations LIMIT 1")).length > 0;
  const held = (await objects.list("", 1)).objects.length > 0;
  if (filled || held)
    throw new UserFacingError(
      `${name} is not empty: a backup is restored into an empty database and bucket only`,
    );
}

/** Every file of the copy against its manifest, before anything is written: damaged rows stop it, damaged objects are told. */
export async function checkCopy(folder: string, manifest: Manifest): Promise<Difference[]> {
  for (const table of manifest.tables) for await (const _ of rowsOfCopy(folder, table));
  const faults: Difference[] = [];
  if (!manifest.objects.copied) return faults;
  for await (const one of inventoryOf(folder, manifest)) {
    const held = await digestOfFile(copyPaths(folder).object(one.key));
    if (!held) faults.push({ what: "object", name: one.key, is: "missing from the backup" });
    else if (held.sha256 !== one.sha256)
      faults.push({ what: "object", name: one.key, is: "damaged in the backup" });
  }
  return faults;
}

async function applyMigrations(rows: Rows, migrations: readonly Migration[]): Promise<void> {
  if (migrations.length === 0) return;
  await rows.all(
    "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
  );
  for (const migration of migrations) {
    for (const script of scriptsOf(migration)) await rows.all(script);
    await rows.all("INSERT INTO d1_migrations (name) VALUES (?)", [migration.name]);
  }
}

async function dropTriggers(rows: Rows): Promise<string[]> {
  const triggers = await rows.all("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name");
  await runInScripts(
    rows,
    triggers.map(({ name }) => `DROP TRIGGER "${name}"`),
  );
  return triggers.map(({ sql }) => String(sql));
}

/** Statements in as few calls as D1 takes them in. */
async function runInScripts(rows: Rows, statements: string[]): Promise<void> {
  for (const script of scriptsOf({ name: "", statements })) await rows.all(script);
}

/** Objects beside each other. */
const putConcurrency = 4;

/** Puts all objects whose bytes are whole. Returns the entity tags that became others: those of objects that had come in parts. */
async function putObjects(
  { objects }: Site,
  folder: string,
  manifest: Manifest,
  faulty: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const tags = new Map<string, string>();
  const put = async (one: InventoryEntry) => {
    const file = copyPaths(folder).object(one.key);
    if (faulty.has(one.key)) return;
    const etag = await objects.put(one.key, {
      bytes: createReadStream(file),
      size: one.size,
      type: one.type,
    });
    if (etag !== one.etag) tags.set(one.etag, etag);
  };
  let some: InventoryEntry[] = [];
  for await (const one of inventoryOf(folder, manifest)) {
    some.push(one);
    if (some.length < 100) continue;
    await mapConcurrent(some, putConcurrency, put);
    some = [];
  }
  await mapConcurrent(some, putConcurrency, put);
  return tags;
}

/** Rows name objects by their entity tags: they get those that the objects have now. */
async function updateEtags(rows: Rows, tags: ReadonlyMap<string, string>): Promise<void> {
  if (tags.size === 0) return;
  const json = JSON.stringify(Object.fromEntries(tags));
  const columns = (await tablesOf(rows)).flatMap(({ name, columns: all }) =>
    all.filter((column) => /(^|_)etag$/.test(column)).map((column) => ({ name, column })),
  );
  for (const { name, column } of columns)
    await rows.all(
      `UPDATE "${name}" SET "${column}" = (SELECT j.value FROM json_each(?1) j WHERE j.key = "${name}"."${column}")
        WHERE "${column}" IN (SELECT key FROM json_each(?1))`,
      [json],
    );
}

/** The search indexes have no rows of their own: they are made of the rows again, as the product makes them. */
async function buildIndexes(rows: Rows): Promise<void> {
  await rows.all(
    "INSERT INTO search_text_group (rowid, text) SELECT id, name || char(10) || coalesce(alias, '') FROM documentation_group",
  );
  await rows.all("INSERT INTO search_pending (id) SELECT (customer_id << 40) + seq FROM documentation");
  for (;;) {
    await rows.all(
      "DELETE FROM search_pending WHERE id IN (SELECT id FROM search_pending ORDER BY id LIMIT 200)",
    );
    if ((await rows.all("SELECT 1 FROM search_pending LIMIT 1")).length === 0) return;
  }
}
