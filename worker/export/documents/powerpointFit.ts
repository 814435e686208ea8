import { distributeFairly } from "../layouts/columnLayout.ts";
import type { Size } from "../orientation.ts";
import type { DocumentTexts } from "./documentTexts.ts";
import { estimateLines, linesHeight, splitByLines } from "./textFit.ts";

/** A text of a box that several share, one below the other. */
export interface BoxText {
  text: string;
  /** Its type sizes in points, one for each level, from the largest. */
  sizes: readonly [number, ...number[]];
  /** Points above it. */
  spaceBefore?: number;
  /** A task with its groups, "Group › Task": the outer groups are cut first. */
  isPath?: boolean;
}

export interface FittedBox {
  /** The level whose sizes are used, from 0. */
  level: number;
  /** The fitted texts. A cut text ends with the note that its full text is at the end. */
  texts: string[];
  isCut: boolean;
}

/**
 * Fits texts into a box, in inches: at the largest sizes at which all of them fit, otherwise at the smallest sizes, where the longest
 * texts are cut.
 * @param firstLevel the level to begin with
 */
export function fitBox(
  blocks: readonly BoxText[],
  box: Size,
  texts: Pick<DocumentTexts, "fullTextAtEnd">,
  firstLevel = 0,
): FittedBox {
  const levels = Math.max(...blocks.map(({ sizes }) => sizes.length));
  const gaps =
    blocks.reduce((sum, { text, spaceBefore = 0 }) => sum + (text === "" ? 0 : spaceBefore), 0) / 72;
  const heightsAt = (level: number) =>
    blocks.map((block) => {
      const size = sizeAt(block, level);
      return linesHeight(estimateLines(block.text, size, box.width), size);
    });
  for (let level = firstLevel; level < levels; level++) {
    const height = heightsAt(level).reduce((sum, textHeight) => sum + textHeight, gaps);
    if (height <= box.height) return { level, texts: blocks.map(({ text }) => text), isCut: false };
  }
  const level = levels - 1;
  const shares = distributeFairly(heightsAt(level), box.height - gaps);
  const fittedTexts = blocks.map((block, index) => {
    const size = sizeAt(block, level);
    const lines = Math.floor(shares[index]! / linesHeight(1, size) + 0.001);
    const room = { size, width: box.width, lines: Math.max(lines, 1) };
    return block.isPath
      ? cutPath(block.text, room, texts.fullTextAtEnd)
      : cutToLines(block.text, room, texts.fullTextAtEnd);
  });
  return {
    level,
    texts: fittedTexts,
    isCut: fittedTexts.some((text, index) => text !== blocks[index]!.text),
  };
}

/** The type size of a text at a level. */
export const sizeAt = ({ sizes }: Pick<BoxText, "sizes">, level: number): number =>
  sizes[Math.min(level, sizes.length - 1)]!;

interface LineRoom {
  /** Points. */
  size: number;
  /** Inches. */
  width: number;
  lines: number;
}

/** A path that fits the lines: the beginning of a longer one is replaced by a note. */
function cutPath(path: string, room: LineRoom, note: string): string {
  const fits = (text: string) => estimateLines(text, room.size, room.width) <= room.lines;
  if (fits(path)) return path;
  const names = path.split(" › ");
  for (let first = 1; first < names.length; first++) {
    const shortenedPath = [`… (${note})`, ...names.slice(first)].join(" › ");
    if (fits(shortenedPath)) return shortenedPath;
  }
  return cutToLines(names.at(-1)!, room, note);
}

/** A text that fits the lines: the end of a longer one is replaced by a note. */
export function cutToLines(text: string, { size, width, lines }: LineRoom, note = ""): string {
  if (estimateLines(text, size, width) <= lines) return text;
  const end = note === "" ? "…" : `… (${note})`;
  const graphemes = [...new Intl.Segmenter().segment(splitByLines(text, size, width, lines)[0] ?? "")].map(
    ({ segment }) => segment,
  );
  for (;;) {
    const shortenedText = `${graphemes.join("").trimEnd()}${end}`;
    if (graphemes.length === 0 || estimateLines(shortenedText, size, width) <= lines) return shortenedText;
    graphemes.length -= Math.min(graphemes.length, 4);
  }
}
