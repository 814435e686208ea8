import { splitByLines } from "./documents/textFit.ts";
import { maxRowPoints } from "./excelLimits.ts";

/** Heights of texts in cells, as far as they can be known without the fonts of the program that opens them. */

/** Splits a text into parts that each fit the highest possible row. @param width inches */
export const splitCellText = (text: string, size: number, width: number): string[] =>
  splitByLines(text, size, width, Math.floor((maxRowPoints - cellMargins) / (size * lineRatio)));

/** Points above and below the lines of a cell, and the height of a line in type sizes. */
const cellMargins = 6;
const lineRatio = 1.25;

/** The height of a row with a number of lines, in points. */
export const rowPoints = (lines: number, size: number): number =>
  Math.min(lines * size * lineRatio + cellMargins, maxRowPoints);

/** Width in inches of a column of this many characters, without padding: 7 pixels per character, 96 per inch. */
export function widthInInches(characters: number): number {
  return ((characters - 2) * 7) / 96;
}
