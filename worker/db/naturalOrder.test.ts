import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { compareNatural } from "#domain/contract/merge/naturalOrder.ts";
import { seededRandom } from "#domain/testing/random.ts";
import { db } from "#worker/testing/factories.ts";
import { naturalOrder } from "./naturalOrder.ts";
import { selectRows, text } from "./rows.ts";

const sortInSql = async (names: readonly string[]) =>
  (
    await selectRows(
      db(),
      { name: text("j.value") },
      (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(names)}) j
        ORDER BY ${sql.join(naturalOrder("j.value"), sql`, `)}`,
    )
  ).map(({ name }) => name);

it("2§9 numbers in names are ordered by value, with and without extensions", async () => {
  const names = [
    ...["Mast_01", "Mast_2", "mast_03", "Mast_10", "Mast_99", "Mast_100"],
    ...["plan 2.pdf", "plan 10.pdf"],
  ];
  expect(await sortInSql(names.toReversed())).toEqual(names);
  expect(names.toReversed().toSorted(compareNatural)).toEqual(names);
});

it("2§9 SQL and JavaScript order all names in the same way", async () => {
  const random = seededRandom(7);
  const parts = [
    "Mast",
    "mast",
    "Åre",
    "åre",
    "_",
    " ",
    ".",
    "..",
    "1",
    "02",
    "10",
    "99",
    "123456789012345678901",
    "🏗",
    "\uffee",
    ".jpg",
    "-",
  ];
  const names = Array.from({ length: 600 }, () =>
    Array.from({ length: 1 + random.number(5) }, () => random.pick(parts)).join(""),
  );
  expect(await sortInSql(names)).toEqual(names.toSorted(compareNatural));
});
