/*
 * `npm run migration -- --name what_changes`: writes the migration from what migrations/ produces to worker/db/schema and
 * worker/db/triggers. drizzle-kit writes the changes of the tables; appended are the triggers that differ from their files, and
 * those of rebuilt tables, which SQLite drops with the table. A migration that would lose rows is refused. Read it before you
 * commit it.
 *
 * `npm run migration -- --name what_changes --rows`: adds an empty migration, for SQL that changes only rows.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "./support/install.mjs";
import { writeEmptyMigration, writeMigration } from "./support/writeMigration.ts";

const directory = path.join(root, "migrations");

async function addMigration(name: string): Promise<void> {
  const { file, faults } = await writeMigration(directory, name, { showsOutput: true });
  if (faults.length === 0) return console.log(file ? `Read migrations/${file}` : "Nothing has changed");
  console.error(`\nRefused, nothing was written:\n${faults.join("\n")}`);
  process.exitCode = 1;
}

async function addRowMigration(name: string): Promise<void> {
  const file = await writeEmptyMigration(directory, name);
  console.log(
    `Write the SQL into migrations/${file}, with the tables whose rows it changes: -- Changes rows of: table, table`,
  );
}

const { values } = parseArgs({
  options: { name: { type: "string" }, rows: { type: "boolean" } },
});
if (values.name && /^[a-z0-9_]+$/.test(values.name))
  await (values.rows ? addRowMigration : addMigration)(values.name);
else {
  console.error("usage: npm run migration -- --name what_changes (lower case, digits, _) [--rows]");
  process.exitCode = 2;
}
