import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import { resources } from "#domain/resources/index.ts";
import * as schema from "#worker/db/schema/index.ts";
import { customer } from "#worker/db/schema/index.ts";
import { call, jsonOf, makeCustomer, makeSuperAdmin } from "#worker/testing/factories.ts";
import { makeCreationBody } from "#worker/testing/sampleBodies.ts";
import { dependentsByTable } from "./dependents.ts";

it("1§2 every table whose rows prevent the deletion of their customer is named in the refusal", () => {
  const preventingTables = Object.values(schema)
    .filter((table) => is(table, SQLiteTable))
    .filter((table) => {
      const keys = getTableConfig(table).foreignKeys;
      // Rows that are deleted with another row cannot prevent a deletion alone.
      return (
        keys.some((key) => key.reference().foreignTable === customer && key.onDelete !== "cascade") &&
        keys.every(({ onDelete }) => onDelete !== "cascade")
      );
    })
    .map(getTableName);
  expect(dependentsByTable.customer?.map(({ table }) => table).sort()).toEqual(preventingTables.sort());
});

it.each(["documentationAlias", "photoAlias", "documentationTagConfiguration", "documentationTaskFilter"])(
  "1§2 a customer with nothing but a %s cannot be deleted, and the refusal names it",
  async (kind) => {
    const as = await makeSuperAdmin();
    const { id: customerId } = await makeCustomer();
    const body = { ...(await makeCreationBody(kind, customerId)), customerId };
    const { id, name } = await jsonOf<{ id: string; name: string }>(
      call("POST", `/${resources.find(({ name }) => name === kind)!.path}`, { as, body }),
    );
    const response = await call("DELETE", `/customers/${customerId}`, { as });
    expect(await jsonOf(response)).toMatchObject({ error: { code: "inUse", uses: [{ kind, id, name }] } });
  },
);
