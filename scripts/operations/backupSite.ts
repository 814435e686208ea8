import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { appendFile, mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isoSeconds } from "#domain/core/fields.ts";
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
} from "./copy.ts";
import type { Site } from "./site.ts";
import { rowsIn, tablesOf, tablesWithRows } from "./siteTables.ts";

export interface BackupOptions {
  /** Where the copy goes; what an earlier one left there is used again. */
  folder: string;
  /** Copy the objects as well, not only what they are called. */
  objects: boolean;
  say(line: string): void;
}

/** Objects that are copied beside each other. */
const copyConcurrency = 4;
const objectsPerPage = 200;

/**
 * Copies rows, then objects. Tables that refer to others are read before those, so that what a row names was there when the row was. Objects
 * are read after the rows and never change under their key: what a copied row names is copied too, unless it was deleted meanwhile, which
 * the inventory shows.
 */
export async function backUp(
  { rows, objects, name }: Site,
  { folder, objects: whole, say }: BackupOptions,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true });
  const kept = await readEarlierCopy(folder);
  const made = isoSeconds(new Date());
  const migrations = (await rows.all("SELECT name FROM d1_migrations ORDER BY id")).map((row) =>
    String(row.name),
  );
  const tables = await tablesOf(rows);
  const copied = new Map<string, CopiedTable>();
  // Most tables of a small database are empty. One that has got rows since is read last, as what others may have come to refer to.
  for (let round = 0; round < 2; round += 1) {
    const filled = await tablesWithRows(rows, tables);
    for (const table of tables.toReversed()) {
      if (!filled.has(table.name) || copied.has(table.name)) continue;
      const { lines, sha256 } = await writeLines(copyPaths(folder).rows(table.name), rowsIn(rows, table));
      copied.set(table.name, { ...table, rows: lines, sha256 });
      say(`${table.name}: ${lines} rows`);
    }
  }
  const sequences = Object.fromEntries(
    (await rows.all("SELECT name, seq FROM sqlite_sequence"))
      .filter(({ name: of }) => tables.some((table) => table.name === of))
      .map((row) => [String(row.name), Number(row.seq)]),
  );
  const inventory = await copyObjects(objects, { folder, whole, kept, say });
  const manifest: Manifest = {
    ...{ format: 1, made, of: name, migrations, sequences },
    tables: tables.map((table) => copied.get(table.name) ?? { ...table, rows: 0, sha256: "" }),
    objects: { ...inventory, copied: whole },
  };
  await writeManifest(folder, manifest);
  for (const left of [copyPaths(folder).previous, copyPaths(folder).progress])
    await rm(left, { force: true });
  return manifest;
}

/**
 * What is in the folder already, of an earlier copy and of one that was cut off: objects never change under their key. From now on the
 * earlier one passes for a copy no longer.
 */
async function readEarlierCopy(folder: string): Promise<Map<string, InventoryEntry>> {
  const { manifest, previous, progress } = copyPaths(folder);
  if (existsSync(manifest)) await rename(manifest, previous);
  const kept = new Map<string, InventoryEntry>();
  if (existsSync(previous))
    try {
      for await (const one of inventoryOf(folder, await readManifest(folder, previous)))
        kept.set(one.key, one);
    } catch (error) {
      if (!(error instanceof UserFacingError)) throw error;
    }
  // The last line may be half of one.
  if (existsSync(progress))
    for (const line of (await readFile(progress, "utf8")).split("\n").slice(0, -1)) {
      const one = inventoryEntry.parse(JSON.parse(line));
      kept.set(one.key, one);
    }
  return kept;
}

interface Copying {
  folder: string;
  whole: boolean;
  kept: ReadonlyMap<string, InventoryEntry>;
  say(line: string): void;
}

async function copyObjects(objects: Site["objects"], { folder, whole, kept, say }: Copying) {
  let [count, bytes, copied] = [0, 0, 0];
  const walk = async function* () {
    for (let after: string | null = ""; after !== null; ) {
      const page: Awaited<ReturnType<typeof objects.list>> = await objects.list(after, objectsPerPage);
      const lines = await mapConcurrent(page.objects, copyConcurrency, async ({ key, size, etag }) => {
        const known = kept.get(key);
        const same = known && known.size === size && known.etag === etag && known.sha256 !== null;
        if (same && (!whole || (await sizeOf(copyPaths(folder).object(key))) === size)) return known;
        if (!whole) return { key, size, etag, sha256: null, type: null };
        const one = await copyObject(objects, folder, { key, etag });
        if (one) copied += 1;
        return one;
      });
      const here = lines.filter((line) => line?.sha256);
      await appendFile(copyPaths(folder).progress, here.map((line) => `${JSON.stringify(line)}\n`).join(""));
      for (const line of lines)
        if (line) {
          count += 1;
          bytes += line.size;
          yield line;
        }
      after = page.next;
    }
  };
  const { sha256 } = await writeLines(copyPaths(folder).inventory, walk());
  say(
    `${count} objects, ${(bytes / 1e6).toFixed(1)} MB${whole ? `: ${copied} copied, ${count - copied} here already` : ", their inventory only"}`,
  );
  return { count, bytes, sha256 };
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );

/** Null for one that has been deleted since it was listed. */
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
  const hashing = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(body.bytes, hashing, createWriteStream(`${file}.part`));
  await rename(`${file}.part`, file);
  return { key, size: body.size, etag, sha256: hash.digest("hex"), type: body.type };
}

/** SHA-256 of a file of the copy, in hex; null where there is none. */
export async function digestOfFile(file: string): Promise<{ size: number; sha256: string } | null> {
  if (!existsSync(file)) return null;
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest("hex") };
}
