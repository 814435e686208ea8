import { wideCharacterPattern } from "../documents/textFit.ts";
import { pageCountMark, pageNumberMark } from "./renderTree.ts";
import { findLargestFit, minScale } from "./scales.ts";

/**
 * Fits texts into boxes by the widths of Arial's characters, for formats whose font is only known to the program that opens them.
 * Characters outside the tables count as wide, so that a text gets too much space rather than too little.
 */

/** Widths of the characters from space to "~", in thousandths of an em. */
const regularWidths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
] as const;
const boldWidths = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278,
  556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584,
  556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
  333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
] as const;

/** Combining marks, joiners and variation selectors. */
const zeroWidthPattern = /\p{M}|[\u200b-\u200f]|[\ufe00-\ufe0f]/u;
const uppercasePattern = /\p{Lu}/u;

const widthCache = { regular: new Map<string, number>(), bold: new Map<string, number>() };

/** Width of a character in em. */
function characterWidth(character: string, bold: boolean): number {
  const table = bold ? boldWidths : regularWidths;
  const ascii = table[character.charCodeAt(0) - 32];
  if (ascii !== undefined && character.length === 1) return ascii / 1000;
  const cache = widthCache[bold ? "bold" : "regular"];
  let width = cache.get(character);
  if (width === undefined) {
    width = nonAsciiWidth(character, bold);
    if (cache.size > 10_000) cache.clear();
    cache.set(character, width);
  }
  return width;
}

function nonAsciiWidth(character: string, bold: boolean): number {
  // Room for numbers of three digits.
  if (character === pageNumberMark || character === pageCountMark) return 3 * 0.556;
  if (character === "\t") return 4 * 0.278;
  if (zeroWidthPattern.test(character)) return 0;
  const base = character.normalize("NFD")[0]!;
  if (base !== character && base.charCodeAt(0) < 127) return characterWidth(base, bold);
  if (character === "\u00a0") return 0.278;
  if (character === "…" || character === "—") return 1;
  if (wideCharacterPattern.test(character)) return 1.05;
  return uppercasePattern.test(character) ? 0.8 : 0.66;
}

/** Width of a text on one line, in em. */
export function textWidth(text: string, bold: boolean): number {
  let width = 0;
  for (const character of text) width += characterWidth(character, bold);
  return width;
}

/** Height of a line in em. */
export const lineHeight = 1.2;
/** Share of a box's width that is used; some programs draw characters a little wider. */
const widthSafetyFactor = 0.98;

/** The lines of a text at a width. */
interface BrokenLines {
  /** Ends of the lines as offsets in the text, including white space at the break. */
  ends: number[];
  /** A word is wider than the line and was broken. */
  hasBrokenWord: boolean;
  /** Of the widest line, in em. */
  width: number;
}

/** Breaks a text into lines of at most `maxWidth` em, after white space and hyphens, and inside words that are wider than a line. */
function breakLines(text: string, maxWidth: number, bold: boolean): BrokenLines {
  const ends: number[] = [];
  let hasBrokenWord = false;
  let maxLineWidth = 0;
  let offset = 0;
  for (const paragraph of text.split("\n")) {
    let usedWidth = 0;
    for (const word of paragraph.split(/(?<=[\s-])/u)) {
      const width = textWidth(word, bold);
      // Trailing white space takes no space.
      const visibleWidth = /\s$/.test(word) ? width - characterWidth(word.at(-1)!, bold) : width;
      if (usedWidth > 0 && usedWidth + visibleWidth > maxWidth) {
        ends.push(offset);
        usedWidth = 0;
      }
      if (visibleWidth > maxWidth) {
        for (const character of word) {
          const characterEm = characterWidth(character, bold);
          if (usedWidth > 0 && usedWidth + characterEm > maxWidth) {
            // Lines may break between any two East Asian characters.
            hasBrokenWord ||= !wideCharacterPattern.test(character);
            ends.push(offset);
            usedWidth = 0;
          }
          usedWidth += characterEm;
          maxLineWidth = Math.max(maxLineWidth, Math.min(usedWidth, maxWidth));
          offset += character.length;
        }
        continue;
      }
      maxLineWidth = Math.max(maxLineWidth, usedWidth + visibleWidth);
      usedWidth += width;
      offset += word.length;
    }
    ends.push(offset);
    offset++;
  }
  return { ends, hasBrokenWord, width: maxLineWidth };
}

export interface TextToFit {
  text: string;
  /** In the unit of the boxes, usually points. */
  size: number;
  bold: boolean;
}

/** Height of the lines of a text in a box of some width, at its full size. */
export function textHeight({ text, size, bold }: TextToFit, width: number): number {
  return breakLines(text, (width * widthSafetyFactor) / size, bold).ends.length * size * lineHeight;
}

/** Width of a text's widest line when nothing wraps. */
export function naturalWidth({ text, size, bold }: TextToFit): number {
  return (Math.max(...text.split("\n").map((line) => textWidth(line, bold))) * size) / widthSafetyFactor;
}

export interface FittedText {
  /** Cut, with an ellipsis, if even the smallest size is too large. */
  text: string;
  size: number;
  width: number;
  height: number;
}

/**
 * Fits a text into a box: it wraps, then shrinks to 60 % (also to keep its longest word whole), then ends with an ellipsis. It shrinks
 * further only if not even one line would fit.
 */
export function fitText({ text, size, bold }: TextToFit, box: { width: number; height: number }): FittedText {
  const maxWidth = (fontSize: number) => (box.width * widthSafetyFactor) / fontSize;
  const maxHeight = box.height + 0.01;
  const fittedAt = (fontSize: number, { ends, width }: BrokenLines): FittedText => ({
    text,
    size: fontSize,
    width: Math.min((width * fontSize) / widthSafetyFactor, box.width),
    height: ends.length * fontSize * lineHeight,
  });
  const totalWidth = textWidth(text, bold);
  // Most texts in tables are a few words on one line.
  if (totalWidth <= maxWidth(size) && size * lineHeight <= maxHeight && !text.includes("\n"))
    return fittedAt(size, { ends: [text.length], hasBrokenWord: false, width: totalWidth });
  const fit = findLargestFit((scale) => {
    const fontSize = size * scale;
    // Breaking a long text is expensive, so sizes at which it is far too long are skipped.
    if ((totalWidth / maxWidth(fontSize) - 1) * fontSize * lineHeight > 2 * maxHeight) return null;
    const lines = breakLines(text, maxWidth(fontSize), bold);
    if (lines.ends.length * fontSize * lineHeight > maxHeight) return null;
    return { drawing: fittedAt(fontSize, lines), hasBrokenWord: lines.hasBrokenWord };
  });
  if (fit) return fit;
  const minFontSize = Math.min(size * minScale, Math.max(maxHeight / lineHeight, 0.5));
  const lines = breakLines(text, maxWidth(minFontSize), bold);
  const maxLines = Math.max(Math.floor(maxHeight / (minFontSize * lineHeight)), 1);
  if (lines.ends.length <= maxLines) return fittedAt(minFontSize, lines);
  return {
    text: truncateLines(text, lines.ends, maxLines, maxWidth(minFontSize), bold),
    size: minFontSize,
    width: Math.min((lines.width * minFontSize) / widthSafetyFactor, box.width),
    height: maxLines * minFontSize * lineHeight,
  };
}

/**
 * Whether a long text in a box, in points, continues on further slides. In smaller boxes it would take hundreds of slides, so it ends
 * with an ellipsis.
 */
export const canContinueOnNextSlide = ({ width, height }: { width: number; height: number }): boolean =>
  width >= 60 && height >= 100;

/**
 * The lines of a text that fit a box at its size, and the remaining text. Null if not even one line fits. `size` and `height`
 * refer to the lines.
 */
export function splitText(
  { text, size, bold }: TextToFit,
  box: { width: number; height: number },
): { fittingText: FittedText; remainingText: string } | null {
  const lines = breakLines(text, (box.width * widthSafetyFactor) / size, bold);
  const count = Math.min(Math.floor((box.height + 0.01) / (size * lineHeight)), lines.ends.length);
  if (count < 1) return null;
  const end = lines.ends[count - 1]!;
  const width = Math.min((lines.width * size) / widthSafetyFactor, box.width);
  const fittingText = { text: text.slice(0, end).trimEnd(), size, width, height: count * size * lineHeight };
  return { fittingText, remainingText: text.slice(end).trimStart() };
}

/** The first `maxLines` lines; the last one is cut so that an ellipsis fits. */
function truncateLines(
  text: string,
  ends: readonly number[],
  maxLines: number,
  available: number,
  bold: boolean,
): string {
  const start = maxLines === 1 ? 0 : ends[maxLines - 2]!;
  const graphemes = [...new Intl.Segmenter().segment(text.slice(start, ends[maxLines - 1]!))].map(
    ({ segment }) => segment,
  );
  let width = textWidth(graphemes.join(""), bold) + 1;
  while (graphemes.length > 0 && (width > available || /^\s*$/.test(graphemes.at(-1)!)))
    width -= textWidth(graphemes.pop()!, bold);
  return `${text.slice(0, start)}${graphemes.join("")}…`;
}
