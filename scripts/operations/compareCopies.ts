import { decodeId } from "#worker/db/idEncoding.ts";
import { inventoryOf, type Manifest, rowsOfCopy } from "./backupManifest.ts";
import type { Objects, Rows, Value } from "./site.ts";
import { listTables, rowsIn, type Table, tablesWithRows } from "./siteTables.ts";

/** A difference between a copy and a site. */
export interface Difference {
  kind: "row" | "object";
  /** Table and key of a row, or key of an object. */
  name: string;
  problem:
    | "without its parent"
    | "missing"
    | "unexpected"
    | "different"
    | "missing from the backup"
    | "damaged in the backup";
}

export const describeDifference = ({ kind, name, problem: problemText }: Difference): string =>
  `${kind} ${name}: ${problemText}`;

/** Merges two ordered lists; yields matching items in pairs, with null for a missing one. */
async function* mergeOrdered<T>(
  copyItems: AsyncIterable<T>,
  actual: AsyncIterable<T>,
  order: (a: T, b: T) => number,
): AsyncGenerator<[T | null, T | null]> {
  const [left, right] = [copyItems[Symbol.asyncIterator](), actual[Symbol.asyncIterator]()];
  let [a, b] = [await left.next(), await right.next()];
  while (!a.done || !b.done) {
    const comparison = a.done ? 1 : b.done ? -1 : order(a.value, b.value);
    yield [comparison <= 0 ? a.value : null, comparison >= 0 ? b.value : null];
    if (comparison <= 0) a = await left.next();
    if (comparison >= 0) b = await right.next();
  }
}

/** Bytes as written by `rowsIn`. */
const byteLiteral = /^X'([0-9A-F]*)'$/;

/** SQLite's sort order of key values: numbers, then texts by their bytes, then blobs. */
const compareValues = (a: Value, b: Value): number => {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string" && byteLiteral.test(a) === byteLiteral.test(b))
    return /^-?\d{16,}$/.test(a) && /^-?\d{16,}$/.test(b)
      ? Math.sign(Number(BigInt(a) - BigInt(b)))
      : Buffer.compare(Buffer.from(a), Buffer.from(b));
  // Integers beyond JavaScript's range are stored as text and sort after smaller ones.
  if (typeof a === "number") return -1;
  if (typeof b === "number") return 1;
  return Number(byteLiteral.test(String(a))) - Number(byteLiteral.test(String(b)));
};

/** The display name of a row: its table and key. */
export const rowNameOf = ({ name, key, columns }: Table, row: readonly Value[]): string =>
  `${name} ${key.map((column) => displayValue(row[columns.indexOf(column)] ?? null)).join(", ")}`;

/** Formats a key value for display. */
const displayValue = (value: Value): Value => {
  const hex = byteLiteral.exec(String(value))?.[1];
  return hex?.length === 32 ? decodeId(Buffer.from(hex, "hex")) : value;
};

/** Compares every row of the copy with the database. */
export async function compareRows(rows: Rows, folder: string, manifest: Manifest): Promise<Difference[]> {
  const differences: Difference[] = [];
  const tablesByName = new Map((await listTables(rows)).map((table) => [table.name, table]));
  const nonEmptyTables = await tablesWithRows(rows, [...tablesByName.values()]);
  for (const table of manifest.tables) {
    const keyIndexes = table.key.map((column) => table.columns.indexOf(column));
    const formatRowName = (row: Value[]) => rowNameOf(table, row);
    const order = (a: Value[], b: Value[]) =>
      keyIndexes.reduce((order, index) => order || compareValues(a[index] ?? null, b[index] ?? null), 0);
    // Reads the copy's columns; the database may have them in another order.
    const rowsPresent = nonEmptyTables.has(table.name) ? rowsIn(rows, table) : emptyRows();
    for await (const [copyRow, siteRow] of mergeOrdered(rowsOfCopy(folder, table), rowsPresent, order)) {
      if (!siteRow) differences.push({ kind: "row", name: formatRowName(copyRow!), problem: "missing" });
      else if (!copyRow)
        differences.push({ kind: "row", name: formatRowName(siteRow), problem: "unexpected" });
      else if (JSON.stringify(copyRow) !== JSON.stringify(siteRow))
        differences.push({ kind: "row", name: formatRowName(copyRow), problem: "different" });
    }
  }
  return differences;
}

async function* emptyRows(): AsyncGenerator<Value[]> {}

const objectsPerPage = 500;

/**
 * Compares every object of the copy with the bucket. `changedEtags` maps the entity tags that the restore changed, which do not count as differences.
 */
export async function compareObjects(
  objects: Objects,
  folder: string,
  manifest: Manifest,
  changedEtags: ReadonlyMap<string, string> = new Map(),
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const listObjects = async function* () {
    for (let startAfter: string | null = ""; startAfter !== null; ) {
      const page: Awaited<ReturnType<typeof objects.list>> = await objects.list(startAfter, objectsPerPage);
      for (const { key, size, etag } of page.objects) yield { key, size, etag };
      startAfter = page.next;
    }
  };
  const order = (a: { key: string }, b: { key: string }) => compareValues(a.key, b.key);
  for await (const [copyObject, siteObject] of mergeOrdered<{
    key: string;
    size: number;
    etag: string;
    sha256?: string | null;
  }>(inventoryOf(folder, manifest), listObjects(), order)) {
    const name = (copyObject ?? siteObject)!.key;
    if (!siteObject) differences.push({ kind: "object", name, problem: "missing" });
    else if (!copyObject) differences.push({ kind: "object", name, problem: "unexpected" });
    else if (copyObject.size !== siteObject.size)
      differences.push({ kind: "object", name, problem: "different" });
    else if (copyObject.etag !== siteObject.etag && changedEtags.get(copyObject.etag) !== siteObject.etag) {
      const digest = copyObject.sha256 ? await objects.digest(name) : null;
      if (digest?.sha256 !== copyObject.sha256 || !digest)
        differences.push({ kind: "object", name, problem: "different" });
    }
  }
  return differences;
}
