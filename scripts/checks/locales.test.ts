import { describe, expect, it } from "vitest";
import { compareTexts, flattenTexts } from "./locales.ts";

it("names texts by their full path", () => {
  expect([...flattenTexts({ a: { b: "x", c: { d: "y" } }, e: "z" })]).toEqual([
    ["a.b", "x"],
    ["a.c.d", "y"],
    ["e", "z"],
  ]);
});

describe("two languages", () => {
  it("may differ in words only", () => {
    expect(
      compareTexts("common", { save: "Save", of: "{a} of {b}" }, { save: "Spara", of: "{a} av {b}" }),
    ).toEqual([]);
  });

  it.each([
    ["a key only in one", { a: "A" }, { a: "A", b: "B" }, "only in sv"],
    ["a key only in the other", { a: "A", b: "B" }, { a: "A" }, "only in en"],
    ["an empty text", { a: "A" }, { a: " " }, "empty"],
    ["a different placeholder", { a: "{name} saved" }, { a: "{nam} sparad" }, "placeholders"],
    ["an untranslated text", { a: "Nothing was found here" }, { a: "Nothing was found here" }, "the same"],
  ])("must not differ by %s", (_, en, sv, fault) => {
    expect(compareTexts("common", en, sv)).toEqual([expect.stringContaining(fault)]);
  });

  it("can share names", () => {
    const texts = { a: "PowerPoint Presentation" };
    expect(compareTexts("x", texts, texts, new Set(["x.a"]))).toEqual([]);
  });
});
