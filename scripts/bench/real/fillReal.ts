import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { hashOf, migrate, readMigrations } from "#scripts/support/migrate.ts";
import { withPlatform } from "#scripts/support/platform.ts";
import {
  emptyState,
  openState,
  paths,
  readMarks,
  stateDirectory,
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
import { password } from "../scale.ts";
import type { Customer } from "./ids.ts";
import { customersOf, writeCustomers } from "./realCustomers.ts";
import { written } from "./realDocumentations.ts";
import { Writer } from "./writer.ts";

/** Documentations in one transaction: pages of indexes by id are written once for all of them. */
const documentationsPerTransaction = 5_000;

/** What the rows depend on: migrations, and the files of this folder, which make them. */
export async function contentHash(documentations: number): Promise<string> {
  const hash = createHash("sha256").update(`${documentations} ${hashOf(await readMigrations())}`);
  for (const name of (await readdir(import.meta.dirname)).sort())
    hash.update(await readFile(path.join(import.meta.dirname, name)));
  return hash.digest("hex");
}

/**
 * Fills the state's database with customers and their documentations as the product leaves them, once for each content. Past the calls
 * and the local runtime, but through every trigger and foreign key.
 */
export async function fillReal(documentations: number, say: (text: string) => void): Promise<void> {
  const wanted = await contentHash(documentations);
  if ((await readMarks()).seeded === wanted) return;
  if (await emptyState()) await rm(stateDirectory, { recursive: true, force: true });
  await openState();
  const migrations = await readMigrations();
  await withPlatform(async ({ DB }) => void (await migrate(DB, migrations)));
  say(`writing ${documentations.toLocaleString("en")} documentations, once`);
  const customers = customersOf(documentations);
  await writeInto(await databaseFile(), customers, customers, say);
  await writeMarks({ migrated: hashOf(migrations), seeded: wanted });
}

/** Writes customers, and the documentations of those that have theirs in this database. */
export async function writeInto(
  name: string,
  customers: readonly Customer[],
  own: readonly Customer[],
  say: (text: string) => void,
): Promise<void> {
  const hash = await hashPassword(password);
  const database = new DatabaseSync(name);
  try {
    // A run that is cut off begins anew.
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -3000000");
    const writer = new Writer(database);
    within(database, () => writeCustomers(writer, customers, hash, knownIn(database)));
    const others = `customer_id NOT IN (${own.map(({ id }) => id).join()})`;
    for (const table of [
      "documentation_alias",
      "documentation_tag_configuration",
      "template_task",
      "template",
    ])
      database.exec(`DELETE FROM ${table} WHERE ${others}`);
    writeDocumentations(database, writer, own, say);
    database.exec("PRAGMA journal_mode = WAL");
  } finally {
    database.close();
  }
}

/** The file of the local D1 database; it exists once something has been written. */
export async function databaseFile(): Promise<string> {
  const [file] = await databaseFiles();
  if (!file) throw new Error("there is no database");
  return file;
}

/** The files of all local D1 databases. */
export async function databaseFiles(): Promise<string[]> {
  const directory = path.join(paths.data, "v3/d1/miniflare-D1DatabaseObject");
  const files = existsSync(directory) ? await readdir(directory) : [];
  return files
    .filter((one) => one.endsWith(".sqlite") && !one.startsWith("metadata"))
    .map((one) => path.join(directory, one));
}

function knownIn(database: DatabaseSync) {
  const named = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map(({ id, name }) => ({ id: Number(id), name: String(name) }));
  return {
    roles: named("SELECT id, authority AS name FROM role"),
    products: named("SELECT id, name FROM product"),
  };
}

function within(database: DatabaseSync, work: () => void): void {
  database.exec("BEGIN");
  work();
  database.exec("COMMIT");
}

/** In the order of time, as they come: those of a small customer lie among those of others. */
function writeDocumentations(
  database: DatabaseSync,
  writer: Writer,
  customers: readonly Customer[],
  say: (text: string) => void,
): void {
  const total = customers.reduce((sum, customer) => sum + customer.documentations, 0);
  const done = new Map(customers.map(({ id }) => [id, 0]));
  const began = performance.now();
  for (let from = 0; from < total; from += documentationsPerTransaction) {
    const until = Math.min(total, from + documentationsPerTransaction);
    within(database, () => {
      for (const customer of customers) {
        const last = Math.round((customer.documentations * until) / total);
        for (let index = done.get(customer.id)!; index < last; index += 1) writeOne(writer, customer, index);
        done.set(customer.id, last);
      }
      // As the scheduled job does: into the search index.
      database.exec("DELETE FROM search_pending");
    });
    if (until % 25_000 < documentationsPerTransaction)
      say(`  ${until.toLocaleString("en")} of ${total.toLocaleString("en")} after ${seconds(began)} s`);
  }
}

const seconds = (began: number) => Math.round((performance.now() - began) / 1000);

/** In the order of their references. */
function writeOne(writer: Writer, customer: Customer, index: number): void {
  const rows = written(customer, index);
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
