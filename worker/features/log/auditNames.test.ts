import { getTableName } from "drizzle-orm";
import { expect, it } from "vitest";
import { entityTables } from "#worker/testing/entityTables.ts";
import { namedTables } from "./auditNames.ts";

/** Users and customers are found by their numbers; roles and audit entries never change. */
const otherTables = ["user", "customer", "role", "domain_change"];

it("1§7 the audit log finds the name of every entity's rows", () => {
  const tables = new Set([...otherTables, ...namedTables.map(({ table }) => table)]);
  expect(entityTables.map(getTableName).filter((table) => !tables.has(table))).toEqual([]);
});
