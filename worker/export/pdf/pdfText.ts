import { shapeArabic, unshapeArabic } from "./arabic.ts";
import { findLevels } from "./bidi.ts";
import type { EmbeddedFace } from "./embeddedFace.ts";
import { isShaped } from "./fontFaces.ts";
import { type ShapedGlyph, shapeText } from "./shaper.ts";
import type { TrueTypeFace } from "./truetype.ts";

/** Tick and box symbols, which no face has; they are drawn as lines. */
export type GlyphSymbol = "BOX" | "TICKED_BOX" | "CROSSED_BOX" | "TICK" | "CROSS";

/** Stands for characters that the face lacks. */
export interface Substitute {
  /** The original characters, for search and screen readers. */
  original: string;
  /** Units that are drawn instead; invisible below a sign. */
  replacement: string;
  /** The face that has them; null for the text's face. */
  face: EmbeddedFace | null;
  /** The glyphs that are drawn instead of `replacement`, of a script that has to be shaped. */
  glyphs: readonly ShapedGlyph[] | null;
  sign: GlyphSymbol | null;
}

/**
 * A text as a face can draw it: units that the face has, "\n", and substitutes, numbered from `firstSubstitute`. `levels` has the
 * direction of each unit (odd for right to left); null if all run left to right.
 */
export interface DrawableText {
  units: string;
  substitutes: readonly Substitute[];
  levels: Uint8Array | null;
}

export const firstSubstitute = 0xe100;
const firstPrivateUse = 0xe000;
const lastPrivateUse = 0xf8ff;
const maxSubstitutes = lastPrivateUse - firstSubstitute;

const symbolByCharacter: Readonly<Record<string, GlyphSymbol>> = {
  "☐": "BOX",
  "☑": "TICKED_BOX",
  "✅": "TICKED_BOX",
  "☒": "CROSSED_BOX",
  "❎": "CROSSED_BOX",
  "✓": "TICK",
  "✔": "TICK",
  "✗": "CROSS",
  "✘": "CROSS",
  "❌": "CROSS",
};

/** Dashes that look like those of every face. */
const dashes: Readonly<Record<string, string>> = {
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "–",
  "\u2212": "–",
};

/** Similar characters, where the faces for signs lack one or are not needed for the text. */
const similarCharacters: Readonly<Record<string, string>> = {
  "⇒": "→",
  "⇐": "←",
  "➔": "→",
  "➜": "→",
  "★": "*",
  "☆": "*",
  "⟂": "⊥",
};

/** Invisible characters: soft hyphens, joiners and direction marks. */
const invisibleCharacters =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\u034f|[\ufe00-\ufe0f]/g;
const controlCharacters = /(?![\n])\p{Cc}/gu;
const unusualSpaces = /[\u2000-\u200a\u202f\u205f\u3000]/g;

const graphemeSegmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** @param signFaces faces for characters that the face of the text lacks */
export function createDrawableText(
  text: string,
  face: TrueTypeFace,
  signFaces: readonly EmbeddedFace[] = [],
): DrawableText {
  if (isDrawableAsIs(text, face)) return { units: text, substitutes: [], levels: findLevels(text) };
  const substitutes: Substitute[] = [];
  const substituteNumbers = new Map<string, number>();
  /** The first unit of each substitute's text, which tells its direction. */
  const firstUnits: string[] = [];
  let units = "";
  for (const { segment } of graphemeSegmenter.segment(shapeArabic(normalizeText(text)))) {
    const visibleText = segment.replace(invisibleCharacters, "");
    if (canDraw(visibleText, face)) {
      units += visibleText;
      continue;
    }
    // A base with an unknown mark, or a cluster of emoji, becomes one substitute.
    let number = substituteNumbers.get(segment);
    if (number === undefined) {
      number = Math.min(substitutes.length, maxSubstitutes);
      substitutes[number] ??= createSubstitute(segment, face, signFaces);
      substituteNumbers.set(segment, number);
      firstUnits[number] = segment[0]!;
    }
    units += String.fromCharCode(firstSubstitute + number);
  }
  const textForLevels = units.replace(
    /[\ue100-\uf8ff]/g,
    (unit) => firstUnits[unit.charCodeAt(0) - firstSubstitute] ?? unit,
  );
  return { units, substitutes, levels: findLevels(textForLevels) };
}

/** Composes a text (Å as one character), normalises all spaces and removes control characters. */
function normalizeText(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/\t/g, "    ")
    .replace(controlCharacters, "")
    .replace(unusualSpaces, " ");
}

const isPrivateUse = (unit: number): boolean => unit >= firstPrivateUse && unit <= lastPrivateUse;

/** Whether a text can be drawn unchanged; most can. */
function isDrawableAsIs(text: string, { glyphOf }: TrueTypeFace): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x0a) continue;
    if (glyphOf[unit] === 0 || unit < 0x20 || unit === 0xad || (unit >= 0x300 && needsProcessing(unit)))
      return false;
  }
  return true;
}

/** Characters that need processing: combining marks are composed, private-use characters are substitutes, direction marks are invisible. */
const needsProcessing = (unit: number): boolean =>
  (unit >= 0x300 && unit < 0x370) ||
  isPrivateUse(unit) ||
  (unit >= 0x2000 && unit <= 0x200f) ||
  (unit >= 0x2028 && unit <= 0x202e);

function canDraw(text: string, { glyphOf }: TrueTypeFace): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit !== 0x0a && (glyphOf[unit] === 0 || isPrivateUse(unit))) return false;
  }
  return true;
}

function createSubstitute(
  segment: string,
  face: TrueTypeFace,
  signFaces: readonly EmbeddedFace[],
): Substitute {
  const original = unshapeArabic(segment);
  const visibleText = segment.replace(invisibleCharacters, "");
  const sign = symbolByCharacter[visibleText] ?? null;
  if (!sign && !(visibleText in dashes)) {
    const drawing =
      shapedBy(segment, signFaces) ??
      drawnBy(visibleText, signFaces) ??
      drawnBy(similarCharacters[visibleText] ?? "", signFaces);
    if (drawing) return { original, glyphs: null, ...drawing, sign };
  }
  const candidates = [
    dashes[visibleText],
    similarCharacters[visibleText],
    visibleText.normalize("NFKC"),
    visibleText,
    namesOf(original.replace(invisibleCharacters, "")),
    "?",
  ];
  if (sign) candidates.unshift("□");
  const replacement = candidates.find(
    (candidate) =>
      candidate !== undefined &&
      candidate !== "" &&
      [...candidate].every(
        (character) => character.length === 1 && face.glyphOf[character.charCodeAt(0)] !== 0,
      ),
  );
  return { original, replacement: replacement ?? "", face: null, glyphs: null, sign };
}

/** A character as the first of the faces that has it draws it. */
function drawnBy(
  visibleText: string,
  signFaces: readonly EmbeddedFace[],
): Pick<Substitute, "replacement" | "face"> | null {
  for (const face of signFaces) {
    const units = [...visibleText.replace(skinTone, "")].map((character) => face.type.unitOf(character));
    if (units.length > 0 && units.every((unit) => unit !== null))
      return { replacement: String.fromCharCode(...units), face };
  }
  return null;
}

/** A cluster as the first face of a shaped script that has all of it draws it. */
function shapedBy(
  segment: string,
  signFaces: readonly EmbeddedFace[],
): Pick<Substitute, "replacement" | "face" | "glyphs"> | null {
  for (const face of signFaces) {
    if (!isShaped(face.type)) continue;
    const glyphs = shapeText(segment, face.type);
    if (glyphs.length > 0 && glyphs.every(({ glyph }) => glyph !== 0))
      return { replacement: "", face, glyphs };
  }
  return null;
}

const skinTone = /[\u{1f3fb}-\u{1f3ff}]/gu;

/** Names characters that cannot be drawn in a form that readers can look up; an empty box would say nothing. */
const namesOf = (text: string): string =>
  `[${[...text].map((character) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`).join(" ")}]`;

/** The advance of one unit of a drawable text, in thousandths of the font size. */
export function advanceOf({ substitutes }: DrawableText, unit: number, face: TrueTypeFace): number {
  if (unit < firstSubstitute || unit > lastPrivateUse) return face.advanceOf[unit]!;
  const substitute = substitutes[unit - firstSubstitute];
  return substitute ? substituteAdvance(substitute, face) : 0;
}

/** @param face the text's face */
export const substituteAdvance = (
  { replacement, glyphs, face: ownFace }: Substitute,
  face: TrueTypeFace,
): number =>
  glyphs
    ? glyphs.reduce((sum, { advance }) => sum + advance, 0)
    : sumAdvances(replacement, ownFace?.type ?? face);

function sumAdvances(text: string, face: TrueTypeFace): number {
  let advance = 0;
  for (let index = 0; index < text.length; index++) advance += face.advanceOf[text.charCodeAt(index)]!;
  return advance;
}
