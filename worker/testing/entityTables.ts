import { is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { resources } from "#domain/resources/index.ts";
import * as schema from "#worker/db/schema/index.ts";

/** The tables of all entities; each is exported under its entity's name. */
export const entityTables: readonly SQLiteTable[] = resources.map(({ name }) => {
  const table = new Map<string, unknown>(Object.entries(schema)).get(name);
  if (!is(table, SQLiteTable)) throw new Error(`worker/db/schema/index.ts exports no table ${name}`);
  return table;
});
