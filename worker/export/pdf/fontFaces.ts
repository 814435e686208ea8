import type { Font } from "#domain/layout/types.ts";

const families = {
  HELVETICA: "Arimo",
  COURIER: "Cousine",
  TIMES_ROMAN: "Tinos",
} as const satisfies Record<Font, string>;

const styles = ["Regular", "Bold", "Italic", "BoldItalic"] as const;

/** Fonts metric-compatible with Helvetica, Courier and Times, in four styles each. */
type TextFace = `${(typeof families)[Font]}-${(typeof styles)[number]}`;

/** Faces for symbols that the text faces lack, such as ⌀ and ⚠, for Thai and Devanagari, and for emoji. */
export const signFaces = [
  "DejaVuSans",
  "NotoSansThai-Regular",
  "NotoSansDevanagari-Regular",
  "NotoEmoji-Regular",
] as const;

/** Faces for Chinese, Japanese and Korean. They are too large for the Worker's bundle, so a deployment puts them into the bucket. */
export const storedFaces = ["NotoSansJP-Regular", "NotoSansKR-Regular", "NotoSansSC-Regular"] as const;
export type StoredFace = (typeof storedFaces)[number];

/** The key of a face in the bucket. A new version of a face has a new key. */
export const storedFaceKey = (name: StoredFace): string => `fonts/1/${name}.ttf`;

export type BundledFace = TextFace | (typeof signFaces)[number];
export type FaceName = BundledFace | StoredFace;

export const textFaces: readonly TextFace[] = Object.values(families).flatMap((family) =>
  styles.map((style): TextFace => `${family}-${style}`),
);

/** The faces that a text may need beside its own face; empty for most texts. The first face that has a character draws it. */
export function signFacesFor(text: string): readonly FaceName[] {
  if (isCommon.test(text)) return [];
  return facePatterns.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []));
}

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Chinese characters, and the punctuation and full-width forms around them. */
const han = /[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
/** A text with kana is Japanese: its Chinese characters have Japanese forms. */
const facePatterns: readonly (readonly [FaceName, Pick<RegExp, "test">])[] = [
  ["DejaVuSans", /./su],
  ["NotoSansThai-Regular", /\p{Script=Thai}/u],
  ["NotoSansDevanagari-Regular", /\p{Script=Devanagari}/u],
  ["NotoSansJP-Regular", kana],
  ["NotoSansSC-Regular", { test: (text) => han.test(text) && !kana.test(text) }],
  ["NotoSansKR-Regular", /\p{Script=Hangul}/u],
  ["NotoEmoji-Regular", /\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}]/u],
];

/** Faces of scripts whose glyphs have to be shaped. */
export const isShaped = (face: { name: string }): boolean => /^NotoSans(?:Thai|Devanagari)/.test(face.name);

/** Latin, Greek and Cyrillic letters and common punctuation, which all text faces have. */
const isCommon =
  /^[\s!-\u024f\u0370-\u04ff\u1e00-\u1eff\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]*$/;

export function faceNameOf({ font, bold, italic }: { font: Font; bold: boolean; italic: boolean }): FaceName {
  const style = italic ? (bold ? "BoldItalic" : "Italic") : bold ? "Bold" : "Regular";
  return `${families[font]}-${style}`;
}
