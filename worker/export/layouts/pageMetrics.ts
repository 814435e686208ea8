import type { Font } from "#domain/layout/types.ts";

/** The page of Word and Word-to-PDF layouts, the same in both formats: A4, mostly portrait. Millimetres. */
export const flowPage = {
  width: 210,
  height: 297,
  margin: 20,
  textWidth: 170,
  /** Distance of header and footer from the edge of the paper. */
  headerDistance: 10,
  /** Between the text and a header or footer that is taller than the margin. */
  headerGap: 4,
  /** Limit of the height of pictures in headers and footers. */
  maxHeaderPictureHeight: 40,
  /** Between items in the same column, cell or flow. */
  itemGap: 1,
} as const;

/** The paper and the width of the text of a page. Millimetres. */
export const flowPageSize = (isLandscape = false): { width: number; height: number; textWidth: number } => {
  const { width, height, margin } = flowPage;
  const size = isLandscape ? { width: height, height: width } : { width, height };
  return { ...size, textWidth: size.width - 2 * margin };
};

/** Points. */
export const typography = {
  /** Font size of empty lines and paragraphs. */
  emptyLine: 11,
  /** Line height as a multiple of the font size: the default of the three fonts. */
  lineHeight: 1.15,
} as const;

/** Borders of tables; width in points. */
export const tableRule = { width: 0.5, color: "#BFBFBF" } as const;

/** The fonts of Office documents; PDF embeds metric-compatible ones. */
export const officeFonts: Readonly<Record<Font, string>> = {
  HELVETICA: "Arial",
  COURIER: "Courier New",
  TIMES_ROMAN: "Times New Roman",
};

/** The page of PDF layouts. Millimetres. */
export const a4Size = { width: 210, height: 297 } as const;

/** 13.33 × 7.5 inches, in millimetres. */
export const slideSizeMm = { width: 338.667, height: 190.5 } as const;

/** The columns of a sheet together, and the highest row that Excel allows (409 points), in millimetres. */
export const sheetSizeMm = { width: 260, height: 144 } as const;

/** The default width of all columns of a sheet in characters, which fills a landscape A4 page. */
export const sheetCharacters = 140;

/** Entries on a slide of a CONTENTS, below its title. */
export const contentsLinesPerSlide = 15;

export const mmToTwips = (millimetres: number): number => Math.round((millimetres * 1440) / 25.4);
export const mmToPoints = (millimetres: number): number => (millimetres * 72) / 25.4;
