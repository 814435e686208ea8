import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { UserFacingError, writeAtomically } from "../support/state.ts";
import type { Value } from "./site.ts";

/*
 * A copy of a database and its bucket, in a folder:
 *   manifest.json           contents with checksums; written last, so a folder without it is not a copy
 *   rows/TABLE.ndjson.gz    one line per row: its values in column order; rows in primary key order
 *   inventory.ndjson.gz     one line per object: key, size, entity tag, SHA-256, type
 *   objects/KEY             the objects, unless only the inventory was requested
 */

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  bytes: z.array(z.string()),
  key: z.array(z.string()),
  selfReferences: z.array(z.string()),
  rows: z.int(),
  /** SHA-256 of the uncompressed lines. */
  sha256: z.string(),
});

export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  database: z.string(),
  /** Names of the database's migrations, in order. */
  migrations: z.array(z.string()),
  tables: z.array(tableSchema),
  /** Values of the AUTOINCREMENT sequences by table. */
  sequences: z.record(z.string(), z.number()),
  objects: z.object({ count: z.int(), bytes: z.int(), sha256: z.string(), copied: z.boolean() }),
});
export type Manifest = z.output<typeof manifestSchema>;
export type CopiedTable = Manifest["tables"][number];

export const inventoryEntry = z.object({
  key: z.string(),
  size: z.int(),
  etag: z.string(),
  sha256: z.string().nullable(),
  type: z.string().nullable(),
});
export type InventoryEntry = z.output<typeof inventoryEntry>;

export const copyPaths = (folder: string) => ({
  manifest: path.join(folder, "manifest.json"),
  /** The manifest of an earlier copy, while a new one is written to its folder. */
  previous: path.join(folder, "previous.json"),
  inventory: path.join(folder, "inventory.ndjson.gz"),
  /** The objects copied so far, while a copy is being made. */
  progress: path.join(folder, "objects.ndjson"),
  rows: (name: string) => path.join(folder, "rows", `${name}.ndjson.gz`),
  object: (key: string) => path.join(folder, "objects", ...key.split("/").map(encodeSegment)),
});

/** A key segment as a folder or file name that cannot lead out of the copy. */
const encodeSegment = (part: string): string => {
  const name = encodeURIComponent(part);
  return name === "" || name === "." || name === ".." ? `%${name}` : name;
};

export async function readManifest(folder: string, file = copyPaths(folder).manifest): Promise<Manifest> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null)
    throw new UserFacingError(`${folder} has no manifest.json: it is not a backup, or an unfinished one`);
  return manifestSchema.parse(JSON.parse(text));
}

export const writeManifest = (folder: string, manifest: Manifest) =>
  writeAtomically(copyPaths(folder).manifest, JSON.stringify(manifest, null, 1));

export interface LinesSummary {
  lines: number;
  /** SHA-256 of the uncompressed lines. */
  sha256: string;
}

/** Writes gzipped lines; the file appears once it is complete. */
export async function writeLines(file: string, values: AsyncIterable<unknown>): Promise<LinesSummary> {
  await mkdir(path.dirname(file), { recursive: true });
  const hash = createHash("sha256");
  let lines = 0;
  const text = async function* () {
    for await (const value of values) {
      const line = `${JSON.stringify(value)}\n`;
      hash.update(line);
      lines += 1;
      yield line;
    }
  };
  const partFile = `${file}.part`;
  await pipeline(Readable.from(text()), createGzip({ level: 6 }), createWriteStream(partFile));
  await rename(partFile, file);
  return { lines, sha256: hash.digest("hex") };
}

/** Reads gzipped lines and checks their number and checksum. @throws UserFacingError if the file is truncated or damaged */
export async function* readLines(file: string, expected?: LinesSummary): AsyncGenerator<unknown> {
  const hash = createHash("sha256");
  let lines = 0;
  const gunzip = createGunzip();
  const input = createReadStream(file).on("error", (error) => gunzip.destroy(error));
  input.pipe(gunzip);
  try {
    for await (const line of createInterface({ input: gunzip, crlfDelay: Number.POSITIVE_INFINITY })) {
      hash.update(`${line}\n`);
      lines += 1;
      yield JSON.parse(line);
    }
  } catch (error) {
    throw new UserFacingError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  if (expected && (expected.lines !== lines || expected.sha256 !== hash.digest("hex")))
    throw new UserFacingError(`${file} is damaged: its checksum differs`);
}

const rowSchema = z.array(z.union([z.string(), z.number(), z.null()]));

/** The rows of a table; an empty table has no file. */
export async function* rowsOfCopy(
  folder: string,
  { name, rows, sha256 }: CopiedTable,
): AsyncGenerator<Value[]> {
  if (rows === 0) return;
  for await (const line of readLines(copyPaths(folder).rows(name), { lines: rows, sha256 }))
    yield rowSchema.parse(line);
}

export async function* inventoryOf(folder: string, { objects }: Manifest): AsyncGenerator<InventoryEntry> {
  const expected = { lines: objects.count, sha256: objects.sha256 };
  for await (const line of readLines(copyPaths(folder).inventory, expected)) yield inventoryEntry.parse(line);
}
