import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseFromBinding, hashMigrations, migrate, readMigrations } from "#scripts/support/migrate.ts";
import { withPlatform } from "#scripts/support/platform.ts";
import {
  openState,
  readMarks,
  removeState,
  stateDirectory,
  statePaths,
  writeMarks,
} from "#scripts/support/state.ts";
import { hashPassword } from "#worker/auth/session/password.ts";
import {
  documentation,
  documentationEvent,
  documentationLink,
  documentationPrecondition,
  documentationTag,
  documentationTask,
  domainChange,
  exportEvent,
  file,
  photo,
  upload,
} from "#worker/db/schema/index.ts";
import { password } from "../worker/crew.ts";
import type { Customer } from "./ids.ts";
import { customersOf, writeCustomers } from "./realCustomers.ts";
import { buildRows } from "./realDocumentations.ts";
import { Writer } from "./writer.ts";

/** Documentations per transaction. A transaction writes each page of the id indexes once. */
const documentationsPerTransaction = 5_000;

/** Hash of everything the rows depend on: the migrations, and the files of this folder. */
async function contentHash(documentationCount: number): Promise<string> {
  const hash = createHash("sha256").update(`${documentationCount} ${hashMigrations(await readMigrations())}`);
  for (const name of (await readdir(import.meta.dirname)).sort())
    hash.update(await readFile(path.join(import.meta.dirname, name)));
  return hash.digest("hex");
}

/**
 * Fills the state's database with customers and their documentations as the product leaves them, unless the content is unchanged.
 * Bypasses the API and the local runtime, but not triggers and foreign keys.
 */
export async function fillRealRows(documentationCount: number, log: (text: string) => void): Promise<void> {
  const hash = await contentHash(documentationCount);
  if ((await readMarks()).seeded === hash) return;
  if (await removeState()) await rm(stateDirectory, { recursive: true, force: true });
  await openState();
  const migrations = await readMigrations();
  await withPlatform(async ({ DB }) => void (await migrate(databaseFromBinding(DB), migrations)));
  log(`writing ${documentationCount.toLocaleString("en")} documentations, once`);
  const customers = customersOf(documentationCount);
  await writeInto(await findDatabaseFile(), customers, log);
  await writeMarks({ migrated: hashMigrations(migrations), seeded: hash });
}

async function writeInto(
  file: string,
  customers: readonly Customer[],
  log: (text: string) => void,
): Promise<void> {
  const hash = await hashPassword(password);
  const database = new DatabaseSync(file);
  try {
    // An interrupted run starts over.
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -3000000");
    const writer = new Writer(database);
    runInTransaction(database, () => writeCustomers(writer, customers, hash, readExisting(database)));
    writeDocumentations(database, writer, customers, log);
    database.exec("PRAGMA journal_mode = WAL");
  } finally {
    database.close();
  }
}

/** The file of the local D1 database; it exists after the first write. */
export async function findDatabaseFile(): Promise<string> {
  const directory = path.join(statePaths.data, "v3/d1/miniflare-D1DatabaseObject");
  const names = existsSync(directory) ? await readdir(directory) : [];
  const name = names.find((name) => name.endsWith(".sqlite") && !name.startsWith("metadata"));
  if (!name) throw new Error("no database found");
  return path.join(directory, name);
}

function readExisting(database: DatabaseSync) {
  const readNamed = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map(({ id, name }) => ({ id: Number(id), name: String(name) }));
  return {
    roles: readNamed("SELECT id, authority AS name FROM role"),
    products: readNamed("SELECT id, name FROM product"),
  };
}

function runInTransaction(database: DatabaseSync, work: () => void): void {
  database.exec("BEGIN");
  work();
  database.exec("COMMIT");
}

/** Writes documentations in chronological order, so that those of small customers are interleaved with others. */
function writeDocumentations(
  database: DatabaseSync,
  writer: Writer,
  customers: readonly Customer[],
  log: (text: string) => void,
): void {
  const total = customers.reduce((sum, customer) => sum + customer.rowCount, 0);
  const writtenCounts = new Map(customers.map(({ id }) => [id, 0]));
  const startedAt = performance.now();
  for (let from = 0; from < total; from += documentationsPerTransaction) {
    const end = Math.min(total, from + documentationsPerTransaction);
    runInTransaction(database, () => {
      for (const customer of customers) {
        const last = Math.round((customer.rowCount * end) / total);
        for (let index = writtenCounts.get(customer.id)!; index < last; index += 1)
          writeDocumentation(writer, customer, index);
        writtenCounts.set(customer.id, last);
      }
      // Indexes them for search, as the scheduled job does.
      database.exec("DELETE FROM search_pending");
    });
    if (end % 25_000 < documentationsPerTransaction)
      log(`  ${end.toLocaleString("en")} of ${total.toLocaleString("en")} after ${seconds(startedAt)} s`);
  }
}

const seconds = (startedAt: number) => Math.round((performance.now() - startedAt) / 1000);

/** Writes rows in the order of their references. */
function writeDocumentation(writer: Writer, customer: Customer, index: number): void {
  const rows = buildRows(customer, index);
  writer.insert(documentation, [rows.documentation]);
  writer.insert(documentationTask, rows.tasks);
  writer.insert(documentationPrecondition, rows.preconditions);
  writer.insert(documentationEvent, rows.events);
  writer.insert(documentationTag, rows.tags);
  writer.insert(documentationLink, rows.links);
  writer.insert(photo, rows.photos);
  writer.insert(file, rows.files);
  writer.insert(upload, rows.uploads);
  writer.insert(exportEvent, rows.exports);
  writer.insert(domainChange, rows.changes);
}
