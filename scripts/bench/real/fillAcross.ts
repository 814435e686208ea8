import { rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { hashOf, migrate, readMigrations } from "#scripts/support/migrate.ts";
import { withPlatform } from "#scripts/support/platform.ts";
import { emptyState, openState, readMarks, stateDirectory, writeMarks } from "#scripts/support/state.ts";
import { contentHash, databaseFiles, fillReal, writeInto } from "./fillReal.ts";
import type { Customer } from "./ids.ts";
import { customersOf } from "./realCustomers.ts";

export interface FurtherDatabase {
  binding: string;
  id: string;
}

/** Beside the directory's own. */
export const furtherDatabases: readonly FurtherDatabase[] = [2, 3, 4].map((number) => ({
  binding: `DB_${number}`,
  id: `00000000-0000-0000-0000-00000000000${number}`,
}));
export const bindings: readonly string[] = ["DB", ...furtherDatabases.map(({ binding }) => binding)];

/** The customers of a database, which has its share of the documentations. */
const customersIn = (index: number, documentations: number): Customer[] =>
  customersOf(Math.round(documentations / bindings.length)).map((customer) => ({
    ...customer,
    id: customer.id + 3 * index,
    name: `${customer.name} ${index + 1}`,
    username: index === 0 ? customer.username : `${customer.username}-${index + 1}`,
  }));

/** Fills four databases with a quarter of the documentations each, once for each content. All of them know all customers. */
export async function fillAcross(documentations: number, say: (text: string) => void): Promise<void> {
  const wanted = await contentHash(documentations);
  if ((await readMarks()).seeded === wanted) return;
  if (await emptyState()) await rm(stateDirectory, { recursive: true, force: true });
  await openState();
  const migrations = await readMigrations();
  const customers = bindings.map((_, index) => customersIn(index, documentations));
  let known: string[] = [];
  for (const [index, own] of customers.entries()) {
    await withPlatform(
      async ({ DB }) => void (await migrate(DB, migrations)),
      furtherDatabases[index - 1]?.id,
    );
    const files = await databaseFiles();
    const [file] = files.filter((one) => !known.includes(one));
    if (!file) throw new Error(`there is no database ${bindings[index]}`);
    known = files;
    say(`writing the documentations of ${bindings[index]}, once`);
    await writeInto(file, customers.flat(), own, say);
    settle(file, customers);
  }
  await writeMarks({ migrated: hashOf(migrations), seeded: wanted });
}

/** Fills one database, once for each content, and migrates an empty one beside it. A customer who was moved begins anew. */
export async function fillMove(say: (text: string) => void): Promise<void> {
  if (await emptyState()) await rm(stateDirectory, { recursive: true, force: true });
  await fillReal(movedDocumentations, say);
  const migrations = await readMigrations();
  await withPlatform(async ({ DB }) => void (await migrate(DB, migrations)), furtherDatabases[0]?.id);
}

/** Documentations beside which one customer is moved, who has five sixths of them. */
export const movedDocumentations = 12_000;

/** Says in which database each customer is. */
function settle(file: string, customers: readonly (readonly Customer[])[]): void {
  const database = new DatabaseSync(file);
  try {
    const update = database.prepare("UPDATE customer SET shard = ? WHERE id = ?");
    for (const [index, own] of customers.entries())
      for (const { id } of own) update.run(bindings[index]!, id);
  } finally {
    database.close();
  }
}
