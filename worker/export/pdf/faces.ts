import type { Font } from "#domain/layout/types.ts";

const families = {
  HELVETICA: "Arimo",
  COURIER: "Cousine",
  TIMES_ROMAN: "Tinos",
} as const satisfies Record<Font, string>;

const styles = ["Regular", "Bold", "Italic", "BoldItalic"] as const;

/** Fonts metric-compatible with Helvetica, Courier and Times, in four styles each. */
type TextFace = `${(typeof families)[Font]}-${(typeof styles)[number]}`;

/** Faces for signs that those lack, such as ⌀ and ⚠, and for emoji; a sign is drawn by the first that has it. */
export const signFaces = ["DejaVuSans", "NotoEmoji-Regular"] as const;

export type FaceName = TextFace | (typeof signFaces)[number];

export const textFaces: readonly TextFace[] = Object.values(families).flatMap((family) =>
  styles.map((style): TextFace => `${family}-${style}`),
);

/** The faces for signs that a text may need beside its own; none for most texts. */
export function signFacesFor(text: string): readonly FaceName[] {
  if (isCommon.test(text)) return [];
  return emoji.test(text) ? signFaces : signFaces.slice(0, 1);
}

/** Latin, Greek and Cyrillic letters and common punctuation, which all text faces have. */
const isCommon =
  /^[\s!-\u024f\u0370-\u04ff\u1e00-\u1eff\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]*$/;
const emoji = /\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}]/u;

export function faceNameOf({ font, bold, italic }: { font: Font; bold: boolean; italic: boolean }): FaceName {
  const style = italic ? (bold ? "BoldItalic" : "Italic") : bold ? "Bold" : "Regular";
  return `${families[font]}-${style}`;
}
