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
 *   manifest.json           what there is, with checksums; written last, so that a folder without one is no copy
 *   rows/TABLE.ndjson.gz    a line a row: its values in the order of the columns, in the order of the primary key
 *   inventory.ndjson.gz     a line an object: key, size, entity tag, SHA-256, type
 *   objects/KEY             the objects, unless only their inventory was wanted
 */

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  bytes: z.array(z.string()),
  key: z.array(z.string()),
  own: z.array(z.string()),
  rows: z.int(),
  /** Of the lines, unpacked. */
  sha256: z.string(),
});

export const manifestSchema = z.object({
  format: z.literal(1),
  made: z.string(),
  of: z.string(),
  /** Names of the migrations that the database had, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  /** Where the numbers of tables that count their rows go on. */
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
  /** That of an earlier copy, while a new one is made in its folder. */
  previous: path.join(folder, "previous.json"),
  inventory: path.join(folder, "inventory.ndjson.gz"),
  /** The objects that are here already, while a copy is made. */
  progress: path.join(folder, "objects.ndjson"),
  rows: (name: string) => path.join(folder, "rows", `${name}.ndjson.gz`),
  object: (key: string) => path.join(folder, "objects", ...key.split("/").map(segment)),
});

/** A part of a key as the name of a folder or file; none leads out of the copy. */
const segment = (part: string): string => {
  const name = encodeURIComponent(part);
  return name === "" || name === "." || name === ".." ? `%${name}` : name;
};

export async function readManifest(folder: string, file = copyPaths(folder).manifest): Promise<Manifest> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null)
    throw new UserFacingError(
      `${folder} has no manifest.json: it is no backup, or one that was not finished`,
    );
  return manifestSchema.parse(JSON.parse(text));
}

export const writeManifest = (folder: string, manifest: Manifest) =>
  writeAtomically(copyPaths(folder).manifest, JSON.stringify(manifest, null, 1));

export interface Written {
  lines: number;
  /** Of the lines, unpacked. */
  sha256: string;
}

/** Writes lines, packed; the file is there once it is whole. */
export async function writeLines(file: string, values: AsyncIterable<unknown>): Promise<Written> {
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
  const draft = `${file}.part`;
  await pipeline(Readable.from(text()), createGzip({ level: 6 }), createWriteStream(draft));
  await rename(draft, file);
  return { lines, sha256: hash.digest("hex") };
}

/** Reads lines and what they add up to. @throws Stop for a file that is cut off or damaged */
export async function* readLines(file: string, whole?: Written): AsyncGenerator<unknown> {
  const hash = createHash("sha256");
  let lines = 0;
  const unpacked = createGunzip();
  const input = createReadStream(file).on("error", (error) => unpacked.destroy(error));
  input.pipe(unpacked);
  try {
    for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })) {
      hash.update(`${line}\n`);
      lines += 1;
      yield JSON.parse(line);
    }
  } catch (error) {
    throw new UserFacingError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  if (whole && (whole.lines !== lines || whole.sha256 !== hash.digest("hex")))
    throw new UserFacingError(`${file} is not what was backed up: its checksum differs`);
}

const row = z.array(z.union([z.string(), z.number(), z.null()]));

/** The rows of a table; an empty one has no file. */
export async function* rowsOfCopy(
  folder: string,
  { name, rows, sha256 }: CopiedTable,
): AsyncGenerator<Value[]> {
  if (rows === 0) return;
  for await (const line of readLines(copyPaths(folder).rows(name), { lines: rows, sha256 }))
    yield row.parse(line);
}

export async function* inventoryOf(folder: string, { objects }: Manifest): AsyncGenerator<InventoryEntry> {
  const whole = { lines: objects.count, sha256: objects.sha256 };
  for await (const line of readLines(copyPaths(folder).inventory, whole)) yield inventoryEntry.parse(line);
}
