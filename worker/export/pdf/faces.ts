import type { Font } from "#domain/layout/types.ts";

const families = {
  HELVETICA: "Arimo",
  COURIER: "Cousine",
  TIMES_ROMAN: "Tinos",
} as const satisfies Record<Font, string>;

const styles = ["Regular", "Bold", "Italic", "BoldItalic"] as const;

/** The metric twins of Helvetica, Courier and Times, in four styles each. */
export type FaceName = `${(typeof families)[Font]}-${(typeof styles)[number]}`;

export const faceNames = Object.values(families).flatMap((family) =>
  styles.map((style): FaceName => `${family}-${style}`),
);

export function faceNameOf({ font, bold, italic }: { font: Font; bold: boolean; italic: boolean }): FaceName {
  const style = italic ? (bold ? "BoldItalic" : "Italic") : bold ? "Bold" : "Regular";
  return `${families[font]}-${style}`;
}
