import { decodeId } from "#worker/db/idEncoding.ts";
import { inventoryOf, type Manifest, rowsOfCopy } from "./copy.ts";
import type { Objects, Rows, Value } from "./site.ts";
import { rowsIn, type Table, tablesOf, tablesWithRows } from "./siteTables.ts";

/** Something that is not as a copy has it. */
export interface Difference {
  what: "row" | "object";
  /** Of a row its table and key, of an object its key. */
  name: string;
  is:
    | "without what it belongs to"
    | "missing"
    | "too many"
    | "different"
    | "missing from the backup"
    | "damaged in the backup";
}

export const describeDifference = ({ what, name, is }: Difference): string => `${what} ${name}: ${is}`;

/** Walks two ordered lists beside each other. */
async function* mergeOrdered<T>(
  kept: AsyncIterable<T>,
  held: AsyncIterable<T>,
  order: (a: T, b: T) => number,
): AsyncGenerator<[T | null, T | null]> {
  const [left, right] = [kept[Symbol.asyncIterator](), held[Symbol.asyncIterator]()];
  let [a, b] = [await left.next(), await right.next()];
  while (!a.done || !b.done) {
    const by = a.done ? 1 : b.done ? -1 : order(a.value, b.value);
    yield [by <= 0 ? a.value : null, by >= 0 ? b.value : null];
    if (by <= 0) a = await left.next();
    if (by >= 0) b = await right.next();
  }
}

/** Bytes as `rowsIn` writes them. */
const bytes = /^X'([0-9A-F]*)'$/;

/** SQLite's order of values that keys are made of: numbers, then texts by their bytes, then bytes. */
const orderOf = (a: Value, b: Value): number => {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string" && bytes.test(a) === bytes.test(b))
    return /^-?\d{16,}$/.test(a) && /^-?\d{16,}$/.test(b)
      ? Math.sign(Number(BigInt(a) - BigInt(b)))
      : Buffer.compare(Buffer.from(a), Buffer.from(b));
  // Integers beyond JavaScript's come as text and follow those that do not.
  if (typeof a === "number") return -1;
  if (typeof b === "number") return 1;
  return Number(bytes.test(String(a))) - Number(bytes.test(String(b)));
};

/** A row by its table and key. */
export const nameOf = ({ name, key, columns }: Table, row: readonly Value[]): string =>
  `${name} ${key.map((column) => shown(row[columns.indexOf(column)] ?? null)).join(", ")}`;

/** A value of a key for people. */
const shown = (value: Value): Value => {
  const hex = bytes.exec(String(value))?.[1];
  return hex?.length === 32 ? decodeId(Buffer.from(hex, "hex")) : value;
};

/** Every row of the copy against the database's. */
export async function compareRows(rows: Rows, folder: string, manifest: Manifest): Promise<Difference[]> {
  const differences: Difference[] = [];
  const present = new Map((await tablesOf(rows)).map((table) => [table.name, table]));
  const filled = await tablesWithRows(rows, [...present.values()]);
  for (const table of manifest.tables) {
    const at = table.key.map((column) => table.columns.indexOf(column));
    const named = (row: Value[]) => nameOf(table, row);
    const order = (a: Value[], b: Value[]) =>
      at.reduce((by, index) => by || orderOf(a[index] ?? null, b[index] ?? null), 0);
    // The copy's columns, whatever order the database has them in.
    const held = filled.has(table.name) ? rowsIn(rows, table) : noRows();
    for await (const [kept, found] of mergeOrdered(rowsOfCopy(folder, table), held, order)) {
      if (!found) differences.push({ what: "row", name: named(kept!), is: "missing" });
      else if (!kept) differences.push({ what: "row", name: named(found), is: "too many" });
      else if (JSON.stringify(kept) !== JSON.stringify(found))
        differences.push({ what: "row", name: named(kept), is: "different" });
    }
  }
  return differences;
}

async function* noRows(): AsyncGenerator<Value[]> {}

const perPage = 500;

/** Every object of the copy against the bucket's. Entity tags that became others are no difference. */
export async function compareObjects(
  objects: Objects,
  folder: string,
  manifest: Manifest,
  tags: ReadonlyMap<string, string> = new Map(),
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const listed = async function* () {
    for (let after: string | null = ""; after !== null; ) {
      const page: Awaited<ReturnType<typeof objects.list>> = await objects.list(after, perPage);
      for (const { key, size, etag } of page.objects) yield { key, size, etag };
      after = page.next;
    }
  };
  const order = (a: { key: string }, b: { key: string }) => orderOf(a.key, b.key);
  for await (const [kept, found] of mergeOrdered<{
    key: string;
    size: number;
    etag: string;
    sha256?: string | null;
  }>(inventoryOf(folder, manifest), listed(), order)) {
    const name = (kept ?? found)!.key;
    if (!found) differences.push({ what: "object", name, is: "missing" });
    else if (!kept) differences.push({ what: "object", name, is: "too many" });
    else if (kept.size !== found.size) differences.push({ what: "object", name, is: "different" });
    else if (kept.etag !== found.etag && tags.get(kept.etag) !== found.etag) {
      const held = kept.sha256 ? await objects.digest(name) : null;
      if (held?.sha256 !== kept.sha256 || !held) differences.push({ what: "object", name, is: "different" });
    }
  }
  return differences;
}
