import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { withoutRowid } from "#worker/db/schema/documentationGroup.ts";
import { run, toolPaths } from "./child.ts";
import { root } from "./install.mjs";
import { quietToolEnv } from "./localConfig.ts";
import type { Trigger, TriggerChanges } from "./triggers.ts";

/**
 * Runs drizzle-kit to write the migration from a directory's newest snapshot to the tables of worker/db/schema. Returns the new
 * file, or null if nothing has changed.
 */
export async function generateMigration(
  directory: string,
  options: { name?: string; showsOutput?: boolean } = {},
): Promise<string | null> {
  const existing = await readdir(directory);
  const { code, output } = await run(
    process.execPath,
    [
      toolPaths["drizzle-kit"],
      "generate",
      "--dialect=sqlite",
      "--schema=./worker/db/schema/index.ts",
      "--casing=snake_case",
      // drizzle-kit prepends ./ to this path, so an absolute one is not found.
      `--out=${path.relative(root, directory)}`,
      ...(options.name ? [`--name=${options.name}`] : []),
    ],
    { env: quietToolEnv, showsOutput: options.showsOutput },
  );
  if (code !== 0) throw new Error(`drizzle-kit failed\n${output}`);
  const addedFile = (await readdir(directory)).find(
    (name) => name.endsWith(".sql") && !existing.includes(name),
  );
  if (!addedFile) {
    // drizzle-kit exits with 0 on failure, too.
    if (!options.showsOutput && !output.includes("No schema changes"))
      throw new Error(`drizzle-kit failed\n${output}`);
    return null;
  }
  const file = path.join(directory, addedFile);
  await writeFile(file, `${correctSql(await readFile(file, "utf8")).trimEnd()}\n`);
  return addedFile;
}

const correctSql = (sql: string) => removeForeignKeyPragmas(unquoteExpressions(addWithoutRowid(sql)));

/** drizzle-kit quotes the expressions in the indexes of a rebuilt table like columns: `name COLLATE NOCASE`. */
export const unquoteExpressions = (sql: string): string =>
  sql.replace(/^CREATE (?:UNIQUE )?INDEX .*$/gm, (line) =>
    line.replace(/`([^`]*)`/g, (match, name: string) => (/\W/.test(name) ? name : match)),
  );

/** Removes pragmas that do nothing: D1 runs a migration in a transaction, where foreign keys cannot be turned off. */
export const removeForeignKeyPragmas = (sql: string): string =>
  sql.replace(/^PRAGMA foreign_keys=(?:ON|OFF);(?:--> statement-breakpoint)?\n?/gm, "");

/** Adds WITHOUT ROWID to the tables declared that way. drizzle-kit rebuilds a table under a name that begins with __new_. */
export const addWithoutRowid = (sql: string, tableNames: readonly string[] = withoutRowid): string =>
  tableNames.reduce(
    (text, table) =>
      text.replace(
        new RegExp(`^(CREATE TABLE \`(?:__new_)?${table}\` \\([^;]*\n\\));`, "gm"),
        "$1 WITHOUT ROWID;",
      ),
    sql,
  );

const breakpoint = "\n--> statement-breakpoint\n";

/** The SQL statements for changed triggers. */
export const triggerStatements = ({ removed, changed, added }: TriggerChanges): string =>
  [
    ...[...removed, ...changed.map(({ name }) => name)].map((name) => `DROP TRIGGER ${name};`),
    ...[...changed, ...added].map(({ sql }: Trigger) => `${sql};`),
  ].join(breakpoint);

export const joinStatements = (...parts: string[]): string =>
  `${parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(breakpoint)}\n`;
