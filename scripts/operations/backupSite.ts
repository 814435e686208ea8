import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { appendFile, mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { toIsoSeconds } from "#domain/core/fields.ts";
import { mapConcurrent } from "../support/concurrently.ts";
import { UserFacingError } from "../support/state.ts";
import {
  type CopiedTable,
  copyPaths,
  type InventoryEntry,
  inventoryEntry,
  inventoryOf,
  type Manifest,
  readManifest,
  writeLines,
  writeManifest,
} from "./backupManifest.ts";
import type { Site } from "./site.ts";
import { listTables, rowsIn, tablesWithRows } from "./siteTables.ts";

export interface BackupOptions {
  /** Target folder; objects from an earlier copy are reused. */
  folder: string;
  /** Copies the objects, not only their inventory. */
  objects: boolean;
  log(line: string): void;
}

/** Objects copied concurrently. */
const copyConcurrency = 4;
const objectsPerPage = 200;

/**
 * Copies rows, then objects. Referencing tables are read before the tables they refer to, so that every referenced row already
 * existed. Objects are read after the rows and are immutable: every object of a copied row is copied, unless it was deleted
 * in the meantime, which shows in the inventory.
 */
export async function backUp(
  { rows, objects, name }: Site,
  { folder, objects: allObjects, log }: BackupOptions,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true });
  const earlierEntries = await readEarlierCopy(folder);
  const createdAt = toIsoSeconds(new Date());
  const migrations = (await rows.all("SELECT name FROM d1_migrations ORDER BY id")).map((row) =>
    String(row.name),
  );
  const tables = await listTables(rows);
  const copiedTables = new Map<string, CopiedTable>();
  // Most tables of a small database are empty. A table that has received rows meanwhile is read in the second round, because
  // others may refer to it by now.
  for (let round = 0; round < 2; round += 1) {
    const nonEmptyTables = await tablesWithRows(rows, tables);
    for (const table of tables.toReversed()) {
      if (!nonEmptyTables.has(table.name) || copiedTables.has(table.name)) continue;
      const { lines, sha256 } = await writeLines(copyPaths(folder).rows(table.name), rowsIn(rows, table));
      copiedTables.set(table.name, { ...table, rows: lines, sha256 });
      log(`${table.name}: ${lines} rows`);
    }
  }
  const sequences = Object.fromEntries(
    (await rows.all("SELECT name, seq FROM sqlite_sequence"))
      .filter(({ name: tableName }) => tables.some((table) => table.name === tableName))
      .map((row) => [String(row.name), Number(row.seq)]),
  );
  const inventory = await copyObjects(objects, {
    folder,
    isComplete: allObjects,
    previousEntries: earlierEntries,
    log,
  });
  const manifest: Manifest = {
    ...{ format: 1, createdAt, database: name, migrations, sequences },
    tables: tables.map((table) => copiedTables.get(table.name) ?? { ...table, rows: 0, sha256: "" }),
    objects: { ...inventory, copied: allObjects },
  };
  await writeManifest(folder, manifest);
  for (const leftover of [copyPaths(folder).previous, copyPaths(folder).progress])
    await rm(leftover, { force: true });
  return manifest;
}

/**
 * Reads the inventory of an earlier or interrupted copy; its objects are reused, because they are immutable. The earlier manifest
 * is moved away, so that the folder no longer counts as a complete copy.
 */
async function readEarlierCopy(folder: string): Promise<Map<string, InventoryEntry>> {
  const { manifest, previous, progress } = copyPaths(folder);
  if (existsSync(manifest)) await rename(manifest, previous);
  const earlierEntries = new Map<string, InventoryEntry>();
  if (existsSync(previous))
    try {
      for await (const entry of inventoryOf(folder, await readManifest(folder, previous)))
        earlierEntries.set(entry.key, entry);
    } catch (error) {
      if (!(error instanceof UserFacingError)) throw error;
    }
  // The last line may be incomplete.
  if (existsSync(progress))
    for (const line of (await readFile(progress, "utf8")).split("\n").slice(0, -1)) {
      const entry = inventoryEntry.parse(JSON.parse(line));
      earlierEntries.set(entry.key, entry);
    }
  return earlierEntries;
}

interface CopyOptions {
  folder: string;
  isComplete: boolean;
  previousEntries: ReadonlyMap<string, InventoryEntry>;
  log(line: string): void;
}

async function copyObjects(
  objects: Site["objects"],
  { folder, isComplete, previousEntries, log }: CopyOptions,
) {
  let [count, bytes, copiedCount] = [0, 0, 0];
  const copyPages = async function* () {
    for (let startAfter: string | null = ""; startAfter !== null; ) {
      const page: Awaited<ReturnType<typeof objects.list>> = await objects.list(startAfter, objectsPerPage);
      const lines = await mapConcurrent(page.objects, copyConcurrency, async ({ key, size, etag }) => {
        const earlierEntry = previousEntries.get(key);
        const isSame =
          earlierEntry &&
          earlierEntry.size === size &&
          earlierEntry.etag === etag &&
          earlierEntry.sha256 !== null;
        if (isSame && (!isComplete || (await sizeOf(copyPaths(folder).object(key))) === size))
          return earlierEntry;
        if (!isComplete) return { key, size, etag, sha256: null, type: null };
        const entry = await copyObject(objects, folder, { key, etag });
        if (entry) copiedCount += 1;
        return entry;
      });
      const linesWithHash = lines.filter((line) => line?.sha256);
      await appendFile(
        copyPaths(folder).progress,
        linesWithHash.map((line) => `${JSON.stringify(line)}\n`).join(""),
      );
      for (const line of lines)
        if (line) {
          count += 1;
          bytes += line.size;
          yield line;
        }
      startAfter = page.next;
    }
  };
  const { sha256 } = await writeLines(copyPaths(folder).inventory, copyPages());
  log(
    `${count} objects, ${(bytes / 1e6).toFixed(1)} MB${isComplete ? `: ${copiedCount} copied, ${count - copiedCount} already present` : ", inventory only"}`,
  );
  return { count, bytes, sha256 };
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );

/** Returns null if the object has been deleted since it was listed. */
async function copyObject(
  objects: Site["objects"],
  folder: string,
  { key, etag }: { key: string; etag: string },
): Promise<InventoryEntry | null> {
  const body = await objects.get(key);
  if (!body) return null;
  const file = copyPaths(folder).object(key);
  await mkdir(path.dirname(file), { recursive: true });
  const hash = createHash("sha256");
  const hashTransform = new Transform({
    transform(chunk, _, callback) {
      hash.update(chunk);
      callback(null, chunk);
    },
  });
  await pipeline(body.bytes, hashTransform, createWriteStream(`${file}.part`));
  await rename(`${file}.part`, file);
  return { key, size: body.size, etag, sha256: hash.digest("hex"), type: body.type };
}

/** Size and SHA-256 (hex) of a file in the copy; null if it does not exist. */
export async function digestFile(file: string): Promise<{ size: number; sha256: string } | null> {
  if (!existsSync(file)) return null;
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest("hex") };
}
