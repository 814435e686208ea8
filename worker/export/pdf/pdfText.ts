import { levelsOf } from "./bidi.ts";
import type { TrueType } from "./truetype.ts";

/** Tick and box signs, which no face has; they are drawn as lines. */
export type Sign = "BOX" | "TICKED_BOX" | "CROSSED_BOX" | "TICK" | "CROSS";

/** Stands for characters that the face lacks. */
export interface Substitute {
  /** The original characters, for search and screen readers. */
  original: string;
  /** Characters of the face that are drawn instead; invisible below a sign. */
  replacement: string;
  sign: Sign | null;
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
const privateFrom = 0xe000;
const privateTo = 0xf8ff;
const maxSubstitutes = privateTo - firstSubstitute;

const signs: Readonly<Record<string, Sign>> = {
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

/** Similar characters for those that no face has. */
const similarCharacters: Readonly<Record<string, string>> = {
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "–",
  "\u2212": "–",
  "⇒": "→",
  "⇐": "←",
  "➔": "→",
  "➜": "→",
  "★": "*",
  "☆": "*",
};

/** Invisible characters: soft hyphens, joiners and direction marks. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\u034f|[\ufe00-\ufe0f]/g;
const control = /(?![\n])\p{Cc}/gu;
const spaces = /[\u2000-\u200a\u202f\u205f\u3000]/g;

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

export function drawableText(text: string, face: TrueType): DrawableText {
  if (isDrawableAsIs(text, face)) return { units: text, substitutes: [], levels: levelsOf(text) };
  const substitutes: Substitute[] = [];
  const numbers = new Map<string, number>();
  let units = "";
  for (const { segment } of graphemes.segment(cleaned(text))) {
    const visible = segment.replace(invisible, "");
    if (canDraw(visible, face)) {
      units += visible;
      continue;
    }
    // A base with an unknown mark, or a cluster of emoji, becomes one substitute.
    let number = numbers.get(segment);
    if (number === undefined) {
      number = Math.min(substitutes.length, maxSubstitutes);
      substitutes[number] ??= substituteOf(segment, face);
      numbers.set(segment, number);
    }
    units += String.fromCharCode(firstSubstitute + number);
  }
  return { units, substitutes, levels: levelsOf(units) };
}

/** Composes a text (Å as one character), normalises all spaces and drops control characters. */
function cleaned(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/\t/g, "    ")
    .replace(control, "")
    .replace(spaces, " ");
}

const isPrivate = (unit: number): boolean => unit >= privateFrom && unit <= privateTo;

/** Whether a text can be drawn unchanged; most can. */
function isDrawableAsIs(text: string, { glyphOf }: TrueType): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x0a) continue;
    if (glyphOf[unit] === 0 || unit < 0x20 || unit === 0xad || (unit >= 0x300 && needsCare(unit)))
      return false;
  }
  return true;
}

/** Characters that need processing: combining marks are composed, private ones are ours, direction marks are invisible. */
const needsCare = (unit: number): boolean =>
  (unit >= 0x300 && unit < 0x370) ||
  isPrivate(unit) ||
  (unit >= 0x2000 && unit <= 0x200f) ||
  (unit >= 0x2028 && unit <= 0x202e);

function canDraw(text: string, { glyphOf }: TrueType): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit !== 0x0a && (glyphOf[unit] === 0 || isPrivate(unit))) return false;
  }
  return true;
}

function substituteOf(original: string, face: TrueType): Substitute {
  const visible = original.replace(invisible, "");
  const sign = signs[visible] ?? null;
  const candidates = [similarCharacters[visible], visible.normalize("NFKC"), visible, "\ufffd", "□", "?"];
  if (sign) candidates.unshift("□");
  const displayText = candidates.find(
    (candidate) =>
      candidate !== undefined &&
      candidate !== "" &&
      [...candidate].every(
        (character) => character.length === 1 && face.glyphOf[character.charCodeAt(0)] !== 0,
      ),
  );
  return { original, replacement: displayText ?? "", sign };
}

/** The advance of one unit of a drawable text, in thousandths of the type size. */
export function advanceOf({ substitutes }: DrawableText, unit: number, face: TrueType): number {
  if (unit < firstSubstitute || unit > privateTo) return face.advanceOf[unit]!;
  const substitute = substitutes[unit - firstSubstitute];
  return substitute ? advanceOfAll(substitute.replacement, face) : 0;
}

export function advanceOfAll(text: string, face: TrueType): number {
  let advance = 0;
  for (let index = 0; index < text.length; index++) advance += face.advanceOf[text.charCodeAt(index)]!;
  return advance;
}
