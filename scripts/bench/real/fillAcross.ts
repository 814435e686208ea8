import { rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { databaseFromBinding, hashMigrations, migrate, readMigrations } from "#scripts/support/migrate.ts";
import { withPlatform } from "#scripts/support/platform.ts";
import { openState, readMarks, removeState, stateDirectory, writeMarks } from "#scripts/support/state.ts";
import { contentHash, databaseFiles, fillRealRows, writeInto } from "./fillReal.ts";
import type { Customer } from "./ids.ts";
import { customersOf } from "./realCustomers.ts";

export interface ExtraDatabase {
  binding: string;
  id: string;
}

/** The databases besides the directory. */
export const extraDatabases: readonly ExtraDatabase[] = [2, 3, 4].map((number) => ({
  binding: `DB_${number}`,
  id: `00000000-0000-0000-0000-00000000000${number}`,
}));
export const bindings: readonly string[] = ["DB", ...extraDatabases.map(({ binding }) => binding)];

/** The customers of a database, which holds its share of the documentations. */
const customersIn = (index: number, documentationCount: number): Customer[] =>
  customersOf(Math.round(documentationCount / bindings.length)).map((customer) => ({
    ...customer,
    id: customer.id + 3 * index,
    name: `${customer.name} ${index + 1}`,
    username: index === 0 ? customer.username : `${customer.username}-${index + 1}`,
  }));

/**
 * Fills four databases with a quarter of the documentations each, unless the content is unchanged. Every database has the rows of
 * all customers.
 */
export async function fillDatabases(documentationCount: number, say: (text: string) => void): Promise<void> {
  const hash = await contentHash(documentationCount);
  if ((await readMarks()).seeded === hash) return;
  if (await removeState()) await rm(stateDirectory, { recursive: true, force: true });
  await openState();
  const migrations = await readMigrations();
  const customers = bindings.map((_, index) => customersIn(index, documentationCount));
  let knownFiles: string[] = [];
  for (const [index, residents] of customers.entries()) {
    await withPlatform(
      async ({ DB }) => void (await migrate(databaseFromBinding(DB), migrations)),
      extraDatabases[index - 1]?.id,
    );
    const files = await databaseFiles();
    const [file] = files.filter((candidate) => !knownFiles.includes(candidate));
    if (!file) throw new Error(`database ${bindings[index]} not found`);
    knownFiles = files;
    say(`writing the documentations of ${bindings[index]} (once)`);
    await writeInto(file, customers.flat(), residents, say);
    assignShards(file, customers);
  }
  await writeMarks({ migrated: hashMigrations(migrations), seeded: hash });
}

/** Fills one database and migrates an empty one next to it. Starts over if a customer was moved. */
export async function fillMove(say: (text: string) => void): Promise<void> {
  if (await removeState()) await rm(stateDirectory, { recursive: true, force: true });
  await fillRealRows(movedDocumentationCount, say);
  const migrations = await readMigrations();
  await withPlatform(
    async ({ DB }) => void (await migrate(databaseFromBinding(DB), migrations)),
    extraDatabases[0]?.id,
  );
}

/** Total documentations for the move; the moved customer has five sixths of them. */
export const movedDocumentationCount = 12_000;

/** Assigns each customer to a database. */
function assignShards(file: string, customers: readonly (readonly Customer[])[]): void {
  const database = new DatabaseSync(file);
  try {
    const update = database.prepare("UPDATE customer SET shard = ? WHERE id = ?");
    for (const [index, residents] of customers.entries())
      for (const { id } of residents) update.run(bindings[index]!, id);
  } finally {
    database.close();
  }
}
