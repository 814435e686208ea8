import { beforeAll, describe, expect, it } from "vitest";
import { loadFont } from "#worker/fonts.ts";
import { findLevels, findRuns, reverseRun } from "./bidi.ts";
import { EmbeddedFace } from "./embeddedFace.ts";
import { signFaces } from "./fontFaces.ts";
import { advanceOf, createDrawableText, firstSubstitute } from "./pdfText.ts";
import { loadShaper } from "./shaper.ts";
import { addEllipsis, breakLines, type Line } from "./textLines.ts";
import { TrueTypeFace } from "./truetype.ts";

let face: TrueTypeFace;
let signs: EmbeddedFace[];
beforeAll(async () => {
  await loadShaper();
  face = new TrueTypeFace(await loadFont("Arimo-Regular"));
  signs = await Promise.all(
    signFaces.map(
      async (name, index) => new EmbeddedFace(new TrueTypeFace(await loadFont(name)), `F${index}`),
    ),
  );
});

describe("the characters of a text that a font can draw (3§4)", () => {
  it("is the text itself, in composed form, if the font has all of it", () => {
    expect(createDrawableText("Łódź Ωμέγα", face)).toEqual({
      units: "Łódź Ωμέγα",
      substitutes: [],
      levels: null,
    });
    expect(createDrawableText("A\u030angstro\u0308m\u00ad\u200b", face).units).toBe("Ångström");
    expect(createDrawableText("a\r\nb\tc\u0007\u2003d", face).units).toBe("a\nb    c d");
  });

  it("has a substitute for every character that the font lacks, and keeps the original", () => {
    const { units, substitutes } = createDrawableText("☑ 👷‍♀️日本 日", face);
    expect(units).toHaveLength(7);
    expect(substitutes.map(({ original }) => original)).toEqual(["☑", "👷‍♀️", "日", "本"]);
    expect(substitutes.map(({ sign }) => sign)).toEqual(["TICKED_BOX", null, null, null]);
    for (const { replacement } of substitutes) expect(replacement).not.toBe("");
    expect(units[6]).toBe(units[3]);
  });

  it("does not confuse private-use characters of the text with its own substitutes", () => {
    const mark = String.fromCharCode(firstSubstitute);
    expect(createDrawableText(`a${mark}`, face).substitutes).toMatchObject([{ original: mark }]);
  });

  /** The drawn character and face for each character of a text. */
  const drawnFor = (text: string) => {
    const { units, substitutes } = createDrawableText(text, face, signs);
    return [...units].map((unit) => {
      const substitute = substitutes[unit.charCodeAt(0) - firstSubstitute];
      if (!substitute) return [unit, "text"];
      const { original, replacement, face: otherFace, sign } = substitute;
      return [original, sign ?? otherFace?.type.name ?? replacement];
    });
  };

  it("D13 draws everyday characters, and lists those that it cannot draw", () => {
    const everyday =
      "⌀∅⚠△▲▼◆◇●○■□★☆→⇒↑↔⟂∥∠≈≠≤≥√∑∞℃Ω℮½⅓²⁰₂①Ⅳ☎✉☀❄⚡☢☣♻⚙⌂⌚⏱◀▶❤➜⬆⬇♂♀½°′″‰№⊕⊗⊥↻⟲♿⛔✂✏❗❓🚧👍🔧👷📷🔥💧🏠🚗🔋📍";
    for (const [original, replacement] of drawnFor(everyday))
      expect([original, String(replacement).startsWith("[U+")]).toEqual([original, false]);
    expect(drawnFor("⌀ ⚠ ☑ 👷🏽‍♀️ 日")).toEqual([
      ["⌀", "DejaVuSans"],
      [" ", "text"],
      ["⚠", "DejaVuSans"],
      [" ", "text"],
      ["☑", "TICKED_BOX"],
      [" ", "text"],
      ["👷🏽‍♀️", "NotoEmoji-Regular"],
      [" ", "text"],
      ["日", "[U+65E5]"],
    ]);
  });

  it("D13 joins Arabic letters from right to left, and keeps the original text", () => {
    const { units, substitutes, levels } = createDrawableText("مخطط لا a", face, signs);
    const drawnCharacters = [...units].map(
      (unit) => substitutes[unit.charCodeAt(0) - firstSubstitute]?.replacement ?? unit,
    );
    expect(drawnCharacters.join("")).toBe("\ufee3\ufea8\ufec4\ufec2 \ufefb a");
    expect(
      [...units].map((unit) => substitutes[unit.charCodeAt(0) - firstSubstitute]?.original ?? unit).join(""),
    ).toBe("مخطط لا a");
    expect([...levels!]).toEqual([1, 1, 1, 1, 1, 1, 1, 2]);
  });

  it("D13 never draws a silent box for a character that no face has", () => {
    for (const character of ["日", "க", "𓀀", "\ue123", "\u{f0000}"])
      expect(drawnFor(character)).toEqual([
        [character, `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`],
      ]);
  });

  it("D13 shapes Thai and Devanagari cluster by cluster, and keeps the original text", () => {
    const { units, substitutes } = createDrawableText("हिन्दी क्षत्रिय ที่นี่", face, signs);
    const clusters = [...units].map((unit) => substitutes[unit.charCodeAt(0) - firstSubstitute]);
    expect(clusters.map((cluster) => cluster?.original ?? " ")).toEqual([
      ...["हि", "न्दी", " ", "क्ष", "त्रि", "य", " ", "ที่", "นี่"],
    ]);
    const [hi, , , ksha] = clusters;
    // The vowel sign stands before its consonant; the conjunct is one glyph.
    expect([hi!.glyphs!.length, ksha!.glyphs!.length]).toEqual([2, 1]);
    expect(hi!.face!.type.glyphOf["ह".charCodeAt(0)]).toBe(hi!.glyphs![1]!.glyph);
    expect(clusters.map((cluster) => cluster?.face?.type.name ?? "")).toEqual([
      ...["NotoSansDevanagari-Regular", "NotoSansDevanagari-Regular", ""],
      ...["NotoSansDevanagari-Regular", "NotoSansDevanagari-Regular", "NotoSansDevanagari-Regular", ""],
      ...["NotoSansThai-Regular", "NotoSansThai-Regular"],
    ]);
    for (const cluster of clusters)
      if (cluster)
        expect(advanceOf({ units, substitutes, levels: null }, firstSubstitute, face)).toBeGreaterThan(0);
  });

  it("draws full-width letters and ligatures as their parts if the font lacks them", () => {
    expect(createDrawableText("Ａ㎡", face).substitutes.map(({ replacement }) => replacement)).toEqual([
      "A",
      "m2",
    ]);
  });
});

describe("lines (3§4)", () => {
  const breakText = (text: string, maxWidth: number) => {
    const drawable = createDrawableText(text, face);
    return breakLines(drawable, face, maxWidth).map(({ start, end }) => drawable.units.slice(start, end));
  };
  const widthOf = (text: string) => {
    const drawable = createDrawableText(text, face);
    let width = 0;
    for (let index = 0; index < drawable.units.length; index++)
      width += advanceOf(drawable, drawable.units.charCodeAt(index), face);
    return width;
  };

  it("break at spaces and hyphens, and keep the space at the break", () => {
    expect(breakText("one two three", widthOf("one two"))).toEqual(["one two ", "three"]);
    expect(breakText("before-after", widthOf("before-a"))).toEqual(["before-", "after"]);
    expect(breakText("a\n\nb", 10_000)).toEqual(["a", "", "b"]);
    expect(breakText("", 10_000)).toEqual([""]);
  });

  it("break anywhere in words that are wider than a line, after at least one character", () => {
    expect(breakText("aaaaaa", widthOf("aa"))).toEqual(["aa", "aa", "aa"]);
    expect(breakText("abc", 1)).toEqual(["a", "b", "c"]);
  });

  it("contain the whole text in order, and have the width they report, whatever the available width", () => {
    const text = `Kabeln är förlagd enligt ritning E-12 ${"x".repeat(200)} 日本語日本語 שלום\n och   klar `;
    const drawable = createDrawableText(text, face);
    for (const maxWidth of [50, 500, 2000, 9000, 50_000]) {
      const lines: Line[] = breakLines(drawable, face, maxWidth);
      expect(lines.map(({ start, end }) => drawable.units.slice(start, end)).join("")).toBe(
        drawable.units.replace("\n", ""),
      );
      for (const { start, end, width } of lines) {
        const lineText = drawable.units.slice(start, end).trimEnd();
        expect(width).toBe(
          [...lineText].reduce((sum, unit) => sum + advanceOf(drawable, unit.charCodeAt(0), face), 0),
        );
        if (drawable.units.slice(start, end).trim().length > 1) expect(width).toBeLessThanOrEqual(maxWidth);
      }
    }
  });

  it("break 100 000 characters in linear time", () => {
    const drawable = createDrawableText("a".repeat(100_000), face);
    expect(breakLines(drawable, face, 50_000).length).toBeGreaterThan(1000);
  });

  it("leave space for an ellipsis if they are cut", () => {
    const drawable = createDrawableText("one two three", face);
    const [line] = breakLines(drawable, face, 100_000);
    const maxWidth = widthOf("one two …");
    const { end, width } = addEllipsis(drawable, face, line!, maxWidth);
    expect(drawable.units.slice(0, end)).toBe("one two");
    expect(width).toBeLessThanOrEqual(maxWidth);
  });
});

describe("scripts that run right to left (3§4)", () => {
  /** A line in visual order, from left to right. */
  const displayedText = (text: string) => {
    const levels = findLevels(text);
    if (!levels) return text;
    return findRuns(levels, 0, text.length)
      .map(({ start, end, isReversed }) =>
        isReversed ? reverseRun(text.slice(start, end)) : text.slice(start, end),
      )
      .join("");
  };

  it.each([
    ["plain text", "plain text"],
    ["שלום", "םולש"],
    ["abc שלום עולם xyz", "abc םלוע םולש xyz"],
    ["שלום abc עולם", "םלוע abc םולש"],
    ["שלום 123 עולם", "םלוע 123 םולש"],
    ["שלום 12.5 (abc)", "(abc) 12.5 םולש"],
    ["מ(א)", "(א)מ"],
    ["לָ", "לָ"],
  ])("shows %s in visual order", (text, expected) => {
    expect(displayedText(text)).toBe(expected);
  });
});
