import { createReadStream } from "node:fs";
import { foldedIndexText } from "#worker/db/searchText.ts";
import { mapConcurrent } from "../support/concurrently.ts";
import { type Migration, migrate } from "../support/migrate.ts";
import { UserFacingError } from "../support/state.ts";
import {
  copyPaths,
  type InventoryEntry,
  inventoryOf,
  type Manifest,
  readManifest,
  rowsOfCopy,
} from "./backupManifest.ts";
import { digestFile } from "./backupSite.ts";
import { compareObjects, compareRows, type Difference, rowNameOf } from "./compareCopies.ts";
import type { Rows, Site } from "./site.ts";
import { linkRows, listTables, writeRows } from "./siteTables.ts";

export interface RestoreOptions {
  folder: string;
  /** Migrations of this version of Siteproof. */
  migrations: readonly Migration[];
  log(line: string): void;
}

/**
 * Restores a copy into an empty database and bucket. Triggers are recreated after all rows, because the rows already contain what
 * they would write. A copy of an older version is then migrated.
 * @returns the differences between copy and restored site; empty on success
 */
export async function restoreSite(
  site: Site,
  { folder, migrations, log }: RestoreOptions,
): Promise<Difference[]> {
  const manifest = await readManifest(folder);
  const copyMigrations = listAppliedMigrations(manifest, migrations);
  await assertEmpty(site);
  const differences = await checkCopy(folder, manifest);
  await migrate(site.rows, copyMigrations);
  const triggers = await dropTriggers(site.rows);
  const existingTables = new Set((await listTables(site.rows)).map(({ name }) => name));
  const unknownTables = manifest.tables.filter(({ name, rows }) => rows > 0 && !existingTables.has(name));
  if (unknownTables.length > 0)
    throw new UserFacingError(`unknown table ${unknownTables.map(({ name }) => name).join(", ")}`);
  await site.rows.runAll(
    manifest.tables
      .toReversed()
      .flatMap(({ name }) => (existingTables.has(name) ? [`DELETE FROM "${name}"`] : [])),
  );
  for (const table of manifest.tables) {
    if (table.rows === 0) continue;
    await writeRows(site.rows, table, rowsOfCopy(folder, table), (row) =>
      differences.push({ kind: "row", name: rowNameOf(table, row), problem: "without its parent" }),
    );
    await linkRows(site.rows, table, rowsOfCopy(folder, table));
    log(`${table.name}: ${table.rows} rows`);
  }
  for (const [name, seq] of Object.entries(manifest.sequences)) {
    await site.rows.all("DELETE FROM sqlite_sequence WHERE name = ?", [name]);
    await site.rows.all("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [name, seq]);
  }
  const damagedNames = new Set(differences.map(({ name }) => name));
  const changedEtags = manifest.objects.copied
    ? await putObjects(site, folder, manifest, damagedNames)
    : new Map<string, string>();
  log(`${manifest.objects.copied ? manifest.objects.count - damagedNames.size : 0} objects`);
  await site.rows.runAll(triggers);
  await buildIndexes(site.rows);
  // Compared before newer migrations change the rows.
  differences.push(...(await compareRows(site.rows, folder, manifest)));
  if (manifest.objects.copied)
    differences.push(...(await compareObjects(site.objects, folder, manifest, changedEtags)));
  await updateEtags(site.rows, changedEtags);
  await migrate(site.rows, migrations);
  return differences;
}

/** The migrations applied to the copy's database. @throws UserFacingError if the copy is from a newer or different version */
function listAppliedMigrations(manifest: Manifest, migrations: readonly Migration[]): Migration[] {
  const copyMigrations = migrations.slice(0, manifest.migrations.length);
  const isSame =
    copyMigrations.length === manifest.migrations.length &&
    copyMigrations.every(({ name }, index) => name === manifest.migrations[index]);
  if (!isSame)
    throw new UserFacingError(
      "the backup has different migrations: restore it with the version of Siteproof that created it",
    );
  return copyMigrations;
}

async function assertEmpty({ rows, objects, name }: Site): Promise<void> {
  const tables = await rows.all(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'",
  );
  const hasMigrations =
    tables.length > 0 && (await rows.all("SELECT 1 FROM d1_migrations LIMIT 1")).length > 0;
  const hasObjects = (await objects.list("", 1)).objects.length > 0;
  if (hasMigrations || hasObjects)
    throw new UserFacingError(`${name} is not empty: restore into an empty database and bucket`);
}

/**
 * Checks every file of the copy against its manifest, before anything is written. Damaged rows throw; missing or damaged objects
 * are returned.
 */
export async function checkCopy(folder: string, manifest: Manifest): Promise<Difference[]> {
  for (const table of manifest.tables) for await (const _ of rowsOfCopy(folder, table));
  const differences: Difference[] = [];
  if (!manifest.objects.copied) return differences;
  for await (const entry of inventoryOf(folder, manifest)) {
    const digest = await digestFile(copyPaths(folder).object(entry.key));
    if (!digest) differences.push({ kind: "object", name: entry.key, problem: "missing from the backup" });
    else if (digest.sha256 !== entry.sha256)
      differences.push({ kind: "object", name: entry.key, problem: "damaged in the backup" });
  }
  return differences;
}

async function dropTriggers(rows: Rows): Promise<string[]> {
  const triggers = await rows.all("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name");
  await rows.runAll(triggers.map(({ name }) => `DROP TRIGGER "${name}"`));
  return triggers.map(({ sql }) => String(sql));
}

/** Objects uploaded concurrently. */
const putConcurrency = 4;

/** Uploads all intact objects. Returns changed entity tags (old to new): those of multipart uploads. */
async function putObjects(
  { objects }: Site,
  folder: string,
  manifest: Manifest,
  damagedNames: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const changedEtags = new Map<string, string>();
  const put = async (entry: InventoryEntry) => {
    const file = copyPaths(folder).object(entry.key);
    if (damagedNames.has(entry.key)) return;
    const etag = await objects.put(entry.key, {
      bytes: createReadStream(file),
      size: entry.size,
      type: entry.type,
    });
    if (etag !== entry.etag) changedEtags.set(entry.etag, etag);
  };
  let batch: InventoryEntry[] = [];
  for await (const entry of inventoryOf(folder, manifest)) {
    batch.push(entry);
    if (batch.length < 100) continue;
    await mapConcurrent(batch, putConcurrency, put);
    batch = [];
  }
  await mapConcurrent(batch, putConcurrency, put);
  return changedEtags;
}

/** Updates the entity tags stored in rows to the objects' new ones. */
async function updateEtags(rows: Rows, changedEtags: ReadonlyMap<string, string>): Promise<void> {
  if (changedEtags.size === 0) return;
  const json = JSON.stringify(Object.fromEntries(changedEtags));
  const columns = (await listTables(rows)).flatMap(({ name, columns: allColumns }) =>
    allColumns.filter((column) => /(^|_)etag$/.test(column)).map((column) => ({ name, column })),
  );
  for (const { name, column } of columns)
    await rows.all(
      `UPDATE "${name}" SET "${column}" = (SELECT j.value FROM json_each(?1) j WHERE j.key = "${name}"."${column}")
        WHERE "${column}" IN (SELECT key FROM json_each(?1))`,
      [json],
    );
}

/** Rebuilds the search indexes from the rows, the way the product does. */
async function buildIndexes(rows: Rows): Promise<void> {
  await rows.all(
    "INSERT INTO search_text_group (rowid, text) SELECT id, name || char(10) || coalesce(alias, '') || char(10, 10) FROM documentation_group",
  );
  // Copies of earlier versions have no such index; their next migrations fill it.
  if ((await rows.all("SELECT 1 FROM sqlite_master WHERE name = 'search_text_folded_group'")).length > 0)
    await rows.all(
      `INSERT INTO search_text_folded_group (rowid, text)
        SELECT g.id, (${foldedIndexText("SELECT g.name || char(10) || coalesce(g.alias, '') AS text")}) FROM documentation_group g`,
    );
  await rows.all("INSERT INTO search_pending (id) SELECT (customer_id << 40) + seq FROM documentation");
  for (;;) {
    await rows.all(
      "DELETE FROM search_pending WHERE id IN (SELECT id FROM search_pending ORDER BY id LIMIT 200)",
    );
    if ((await rows.all("SELECT 1 FROM search_pending LIMIT 1")).length === 0) return;
  }
}
