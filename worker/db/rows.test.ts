import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { z } from "zod";
import { db } from "#worker/testing/factories.ts";
import { flag, json, jsonAs, nullable, number, selectNumber, selectRow, selectRows, text } from "./rows.ts";

const projection = {
  name: text("x.value"),
  length: number(sql`length(x.value)`),
  long: flag(sql`length(x.value) > ${3}`),
  alias: nullable(text("NULL")),
  letters: json<string[]>("json_array(x.value, 'b')"),
};

it("design§D1 rows of raw SQL match their projection", async () => {
  const rows = await selectRows(
    db(),
    projection,
    (columns) => sql`SELECT ${columns} FROM json_each('["one","three"]') x ORDER BY x.key`,
  );
  expect(rows).toEqual([
    { name: "one", length: 3, long: false, alias: null, letters: ["one", "b"] },
    { name: "three", length: 5, long: true, alias: null, letters: ["three", "b"] },
  ]);
});

it("design§D1 a value of the wrong type fails with the field's name, and so does JSON that breaks its contract", async () => {
  const readColumns = (columns: Parameters<typeof selectRow>[1]) =>
    selectRow(db(), columns, (list) => sql`SELECT ${list}`);
  await expect(readColumns({ size: number("'many'") })).rejects.toThrow(/^size: expected a number/);
  await expect(readColumns({ name: text("NULL") })).rejects.toThrow(/^name: expected a string/);
  await expect(readColumns({ tags: jsonAs(z.array(z.string()), "'[1]'") })).rejects.toThrow(/^tags: /);
});

it("design§D1 a single number is the query's result, or 0", async () => {
  expect(await selectNumber(db(), sql`SELECT count(*) FROM json_each('[1,2]')`)).toBe(2);
  expect(await selectNumber(db(), sql`SELECT 7 WHERE 0`)).toBe(0);
});
