import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#worker/testing/factories.ts";
import { containsFolded, fold, isExactlyFoldable } from "./casefold.ts";

const isFound = async (text: string, term: string) =>
  (await db().get<{ hit: number }>(sql`SELECT ${containsFolded(sql`${text}`, term)} AS hit`))?.hit === 1;

it.each([
  ["Mast Örnsköldsvik", "örnSKÖLD", true],
  ["ÅÄÖ", "åäö", true],
  ["åäö", "ÅÄÖ", true],
  ["Ostersund", "öst", false],
  ["ÉCOLE", "école", true],
  ["МОСТ", "мост", true],
  ["ΣΤΥΛΟΣ", "στυλο", true],
  ["100% säkert_", "100% SÄKERT_", true],
  ["a", "b", false],
])("design§D1 %j contains %j: %s", async (text, term, expected) =>
  expect(await isFound(text, term)).toBe(expected),
);

it("design§D1 folds letter by letter, so that a term keeps its length", () =>
  expect(fold("İSTANBUL ẞ")).toHaveLength("İSTANBUL ẞ".length));

it("design§D1 accepts terms of any letters without exceeding D1's limits for a statement", async () => {
  const cyrillic = "абвгдежзийклмнопрстуфхцчшщъыьэюя";
  expect(isExactlyFoldable(cyrillic)).toBe(true);
  expect(await isFound(cyrillic.toUpperCase(), cyrillic)).toBe(true);
  const many = Array.from({ length: 200 }, (_, index) => String.fromCodePoint(0x430 + index)).join("");
  expect(isExactlyFoldable(many)).toBe(false);
  expect(await isFound(many.toLowerCase(), "а")).toBe(true);
  await expect(isFound(many, many)).resolves.toBeTypeOf("boolean");
});
