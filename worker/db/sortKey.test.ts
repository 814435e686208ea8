import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { compareTexts, maxSortedNumbers, sortedLetters, sortKeyOf } from "#domain/core/text/sortKey.ts";
import { seededRandom } from "#domain/testing/random.ts";
import { db, env, makeCustomer, makeDocumentation } from "#worker/testing/factories.ts";
import { selectRows, text } from "./rows.ts";
import { documentation, documentationGroup, suggestion, suggestionList } from "./schema/index.ts";
import { sortKeySql, sortKeyTriggers } from "./sortKey.ts";

const computeKeysInSql = async (names: readonly string[]) =>
  (
    await selectRows(
      db(),
      { key: text(sortKeySql("j.value")) },
      (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(names)}) j ORDER BY j.key`,
    )
  ).map(({ key }) => key);

it("2§9 F7 select2#429 webtrees#2172 SQL and memory compute the same key of any name", async () => {
  const random = seededRandom(11);
  const parts = [
    ...[
      "Mast",
      "mast",
      "Åre",
      "ÄNGELHOLM",
      "öl",
      "é",
      "İ",
      "ı",
      "K",
      "ẞ",
      "Жук",
      "e\u0301",
      "🏗",
      "\ud800",
      "\uffee",
    ],
    ...["_", " ", ".", "\\", '"', "'", "\t", "\n", "{", "|", "}", "~", "%", "\\u0041", "[", "]", ","],
    ...["1", "02", "10", "000", "99", "123456789012345678901234567890", "٣"],
    ...sortedLetters.map(([letter]) => letter),
  ];
  const names = Array.from({ length: 1500 }, () =>
    Array.from({ length: random.number(4 * maxSortedNumbers) }, () => random.pick(parts))
      .join("")
      .toWellFormed(),
  );
  expect(await computeKeysInSql(names)).toEqual(names.map(sortKeyOf));
});

it("2§9 F7 webtrees#2172 the keys have Swedish order, ignoring case, with numbers compared as numbers", async () => {
  const names = [
    ...["2:1", "10:1", "Adel", "adel 2", "Adel 10", "Mast 2 b", "mast 2 c", "Mast 10 a", "Mast a", "Mäst 1"],
    ...[
      "Rén a",
      "Renen",
      "Renz",
      "Ydre",
      "Über",
      "Zon",
      "Åre",
      "åre 2",
      "ÄNGE",
      "Ängelholm",
      "Ærø",
      "Öland",
      "örebro",
      "Østby",
    ],
  ];
  const keys = await computeKeysInSql(names);
  const namesWithKeys = names.map((name, index) => ({ name, key: keys[index]! }));
  expect(namesWithKeys.toSorted((a, b) => compareTexts(a.key, b.key)).map(({ name }) => name)).toEqual(
    names.filter((name) => name !== "Über").toSpliced(names.indexOf("Ydre"), 0, "Über"),
  );
});

const { TEST_TRIGGERS: triggers } = env as typeof env & { TEST_TRIGGERS: { name: string; sql: string }[] };

it("2§9 F7 webtrees#2172 worker/db/triggers/sortKeys.sql has the triggers of the keyed names", () => {
  const expectedTriggers = sortKeyTriggers();
  const keyTriggers = triggers.filter(({ name }) => /_(keyed|rekeyed)$/.test(name));
  expect(keyTriggers.map(({ sql }) => `${sql};`)).toEqual(expectedTriggers.split("\n\n").slice(1));
});

it("2§9 F7 webtrees#2172 a stored key follows every change of its name", async () => {
  const { id: customerId } = await makeCustomer();
  const createdDocumentation = await makeDocumentation(customerId, { name: "Mast 10" });
  const findKey = async () =>
    (
      await db()
        .select({ key: documentation.nameKey })
        .from(documentation)
        .where(eq(documentation.id, createdDocumentation.id))
        .get()
    )?.key;
  expect(await findKey()).toBe(sortKeyOf("Mast 10"));
  await db()
    .update(documentation)
    .set({ name: "Ängö 9", version: 2 })
    .where(eq(documentation.id, createdDocumentation.id));
  expect(await findKey()).toBe(sortKeyOf("Ängö 9"));
  const groups = await db()
    .select()
    .from(documentationGroup)
    .where(eq(documentationGroup.customerId, customerId));
  expect(groups.map(({ name, nameKey }) => nameKey === sortKeyOf(name))).toEqual(groups.map(() => true));
  const [list] = await db()
    .insert(suggestionList)
    .values({ customerId, name: "Names", type: "TASK_OPTIONS" })
    .returning();
  await db()
    .insert(suggestion)
    .values(["RÖR 2", "rör 10"].map((text) => ({ customerId, suggestionListId: list!.id, text })));
  const keys = await db()
    .select()
    .from(suggestion)
    .where(eq(suggestion.suggestionListId, list!.id))
    .orderBy(suggestion.textKey);
  expect(keys.map(({ text }) => text)).toEqual(["RÖR 2", "rör 10"]);
});
