import { advanceOf, type DrawableText, firstSubstitute } from "./pdfText.ts";
import type { TrueTypeFace } from "./truetype.ts";

/** Units [start, end) of a text on one line; its width excludes trailing spaces, in thousandths of the font size. */
export interface Line {
  start: number;
  end: number;
  width: number;
  /** The word continues on the next line. */
  endsInsideWord: boolean;
}

const spaceUnit = 0x20;
const newlineUnit = 0x0a;

/**
 * Characters after which a line may break: hyphens, dashes, slashes, and substitutes, which mostly belong to scripts without
 * spaces.
 */
const canBreakAfter = (unit: number): boolean =>
  unit === 0x2d || unit === 0x2f || unit === 0x2013 || unit === 0x2014 || unit >= firstSubstitute;

const isCombiningMark = (unit: number): boolean =>
  (unit >= 0x300 && unit <= 0x36f) || (unit >= 0x591 && unit <= 0x5c7 && unit !== 0x5be);

/**
 * Breaks a text into lines of at most `maxWidth` thousandths of its size: at spaces and hyphens, else anywhere. A line has at least one
 * character, however narrow it is.
 */
export function breakLines(text: DrawableText, face: TrueTypeFace, maxWidth: number): Line[] {
  const { units } = text;
  const lines: Line[] = [];
  const { advanceOf: advances } = face;
  let start = 0;
  let width = 0;
  /** The last position at which the line may end, and its width there; -1 for none. */
  let end = -1;
  let breakWidth = 0;
  /** Width up to the last unit that is not a space. */
  let visibleWidth = 0;
  for (let index = 0; index < units.length; index++) {
    const unit = units.charCodeAt(index);
    if (unit === newlineUnit) {
      lines.push({ start, end: index, width: visibleWidth, endsInsideWord: false });
      start = index + 1;
      width = visibleWidth = 0;
      end = -1;
      continue;
    }
    const advance = unit < firstSubstitute ? advances[unit]! : advanceOf(text, unit, face);
    if (unit !== spaceUnit && width + advance > maxWidth && index > start && !isCombiningMark(unit)) {
      if (end > start) {
        lines.push({ start, end, width: breakWidth, endsInsideWord: false });
        start = end;
      } else {
        lines.push({ start, end: index, width: visibleWidth, endsInsideWord: true });
        start = index;
      }
      width = visibleWidth = 0;
      end = -1;
      // Reads the units after the break again: less than a line.
      index = start - 1;
      continue;
    }
    width += advance;
    if (unit === spaceUnit) {
      end = index + 1;
      breakWidth = visibleWidth;
    } else {
      visibleWidth = width;
      if (
        canBreakAfter(unit) &&
        index + 1 < units.length &&
        units.charCodeAt(index + 1) !== spaceUnit &&
        index > start
      ) {
        end = index + 1;
        breakWidth = visibleWidth;
      }
    }
  }
  lines.push({ start, end: units.length, width: visibleWidth, endsInsideWord: false });
  return lines;
}

/** Cuts a line so that it and an ellipsis fit into `maxWidth`; returns its end and its width with the ellipsis. */
export function addEllipsis(
  text: DrawableText,
  face: TrueTypeFace,
  line: Line,
  maxWidth: number,
): { end: number; width: number } {
  const ellipsisWidth = face.advanceOf[0x2026]!;
  let { start: end } = line;
  let width = 0;
  let lastFit = { end: line.start, width: 0 };
  while (end < line.end) {
    const unit = text.units.charCodeAt(end);
    const advance = advanceOf(text, unit, face);
    if (width + advance + ellipsisWidth > maxWidth) break;
    width += advance;
    end++;
    if (unit !== spaceUnit) lastFit = { end, width };
  }
  return { end: lastFit.end, width: lastFit.width + ellipsisWidth };
}
