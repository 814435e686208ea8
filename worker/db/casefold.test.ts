import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { foldCase } from "#domain/core/text/foldCase.ts";
import { db } from "#worker/testing/factories.ts";
import { containsFolded, isCheapToFold } from "./casefold.ts";

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
  ["İSTANBUL", "istanbul", true],
  ["istanbul", "İSTANBUL", true],
  ["ısı", "isi", false],
  ["a", "b", false],
])("design§D1 %j contains %j: %s", async (text, term, expected) =>
  expect(await isFound(text, term)).toBe(expected),
);

it("design§D1 folds letter by letter, so that a term keeps its length", () =>
  expect(foldCase("İSTANBUL ẞ")).toHaveLength("İSTANBUL ẞ".length));

/** Different capital letters outside ASCII. */
const capitals = Array.from({ length: 0x1e944 }, (_, code) => code)
  .filter((code) => code >= 0x80 && (code < 0xd800 || code >= 0xe000))
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => letter !== letter.toLowerCase() && [...letter.toLowerCase()].length === 1);

it.each([32, 40, 61, 100, 200])(
  "design§D1 finds a term of %i different letters, also where many columns are searched",
  async (length) => {
    const text = capitals.slice(-length).join("");
    const isMatch = containsFolded(sql`${text}`, text.toLowerCase());
    const condition = sql.join(
      [...Array.from({ length: 11 }, () => containsFolded(sql`'x'`, text)), isMatch],
      sql` OR `,
    );
    expect(await db().get(sql`SELECT 1 AS hit WHERE 1 AND (${condition}) AND NOT (0 OR NOT (1))`)).toEqual({
      hit: 1,
    });
    expect(await isFound(text, `${text.toLowerCase()}x`)).toBe(false);
  },
);

it("design§D1 long terms of many letters are not cheap to fold", () => {
  expect(isCheapToFold("абвгдежзийклмнопрстуфхцчшщъыьэюя")).toBe(true);
  expect(isCheapToFold(capitals.slice(-200).join(""))).toBe(false);
});
