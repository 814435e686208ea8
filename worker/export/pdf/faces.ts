import type { Font } from "#domain/layout/types.ts";

const families: Readonly<Record<Font, string>> = {
  HELVETICA: "Arimo",
  COURIER: "Cousine",
  TIMES_ROMAN: "Tinos",
};

const styles = ["Regular", "Bold", "Italic", "BoldItalic"] as const;

/** The metric twins of Helvetica, Courier and Times, in four styles each. */
export type FaceName = `${"Arimo" | "Cousine" | "Tinos"}-${(typeof styles)[number]}`;

export const faceNames = ["Arimo", "Cousine", "Tinos"].flatMap((family) =>
  styles.map((style) => `${family}-${style}` as FaceName),
);

export function faceNameOf({ font, bold, italic }: { font: Font; bold: boolean; italic: boolean }): FaceName {
  return `${families[font]}-${styles[(bold ? 1 : 0) + (italic ? 2 : 0)]}` as FaceName;
}
