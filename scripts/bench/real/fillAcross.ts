import { rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { hashOf, migrate, overBinding, readMigrations } from "#scripts/support/migrate.ts";
import { withPlatform } from "#scripts/support/platform.ts";
import { emptyState, openState, readMarks, stateDirectory, writeMarks } from "#scripts/support/state.ts";
import { contentHash, databaseFiles, fillReal, writeInto } from "./fillReal.ts";
import type { Customer } from "./ids.ts";
import { customersOf } from "./realCustomers.ts";

export interface FurtherDatabase {
  binding: string;
  id: string;
}

/** The databases besides the directory. */
export const furtherDatabases: readonly FurtherDatabase[] = [2, 3, 4].map((number) => ({
  binding: `DB_${number}`,
  id: `00000000-0000-0000-0000-00000000000${number}`,
}));
export const bindings: readonly string[] = ["DB", ...furtherDatabases.map(({ binding }) => binding)];

/** The customers of a database, which holds its share of the documentations. */
const customersIn = (index: number, documentations: number): Customer[] =>
  customersOf(Math.round(documentations / bindings.length)).map((customer) => ({
    ...customer,
    id: customer.id + 3 * index,
    name: `${customer.name} ${index + 1}`,
    username: index === 0 ? customer.username : `${customer.username}-${index + 1}`,
  }));

/** Fills four databases with a quarter of the documentations each, once per content. Every database knows all customers. */
export async function fillAcross(documentations: number, say: (text: string) => void): Promise<void> {
  const hash = await contentHash(documentations);
  if ((await readMarks()).seeded === hash) return;
  if (await emptyState()) await rm(stateDirectory, { recursive: true, force: true });
  await openState();
  const migrations = await readMigrations();
  const customers = bindings.map((_, index) => customersIn(index, documentations));
  let knownFiles: string[] = [];
  for (const [index, own] of customers.entries()) {
    await withPlatform(
      async ({ DB }) => void (await migrate(overBinding(DB), migrations)),
      furtherDatabases[index - 1]?.id,
    );
    const files = await databaseFiles();
    const [file] = files.filter((candidate) => !knownFiles.includes(candidate));
    if (!file) throw new Error(`database ${bindings[index]} not found`);
    knownFiles = files;
    say(`writing the documentations of ${bindings[index]} (once)`);
    await writeInto(file, customers.flat(), own, say);
    assignShards(file, customers);
  }
  await writeMarks({ migrated: hashOf(migrations), seeded: hash });
}

/** Fills one database, once per content, and migrates an empty one next to it. If a customer was moved, starts over. */
export async function fillMove(say: (text: string) => void): Promise<void> {
  if (await emptyState()) await rm(stateDirectory, { recursive: true, force: true });
  await fillReal(movedDocumentations, say);
  const migrations = await readMigrations();
  await withPlatform(
    async ({ DB }) => void (await migrate(overBinding(DB), migrations)),
    furtherDatabases[0]?.id,
  );
}

/** Total documentations for the move; the moved customer has five sixths of them. */
export const movedDocumentations = 12_000;

/** Assigns each customer to a database. */
function assignShards(file: string, customers: readonly (readonly Customer[])[]): void {
  const database = new DatabaseSync(file);
  try {
    const update = database.prepare("UPDATE customer SET shard = ? WHERE id = ?");
    for (const [index, own] of customers.entries())
      for (const { id } of own) update.run(bindings[index]!, id);
  } finally {
    database.close();
  }
}
