import type { Size } from "#worker/export/orientation.ts";
import type { Rect } from "./columnLayout.ts";
import { lineHeight, textHeight } from "./fitText.ts";
import { mmToPoints } from "./pageMetrics.ts";
import type { DrawnGrid, MaxSize } from "./renderTree.ts";

/** Positions of the photos of a PHOTO_GRID and their captions on a slide or page, the same in PowerPoint and PDF. Points. */

const margin = 28;
const photoGap = 18;
/** Between a photo and its name. */
const captionGap = 5;

/** Font sizes and the maximum lines of a comment, by the number of rows. */
const captionStyles = [
  { name: 18, comment: 14, lines: 3 },
  { name: 13, comment: 11, lines: 2 },
  { name: 11, comment: 9, lines: 2 },
] as const;

export interface GridCell {
  /** The photo and its caption. */
  cell: Rect;
  /** The box of the photo, which is centred at its bottom. */
  photo: Rect;
  name: Rect;
  comment: Rect;
}

export interface GridLayout {
  cells: GridCell[];
  /** Font sizes in points. */
  nameSize: number;
  commentSize: number;
}

/** Between the border of a cell and its contents. */
const borderPadding = 6;

/** Largest shares of a cell for the name and the comment. */
const maxNameShare = 0.2;
const maxCommentShare = 0.4;

/** Positions of all photos of a grid. The longest comment of a row decides the space for comments in it. */
export function layOutGrid(
  { columns, rows, cells, border, captionSize }: DrawnGrid,
  slide: Rect,
): GridLayout {
  const defaults = captionStyles[Math.min(rows, captionStyles.length) - 1]!;
  const name = captionSize ?? defaults.name;
  const comment = captionSize ?? defaults.comment;
  const inset = border ? borderPadding + border.width : 0;
  const width = (slide.width - 2 * margin - photoGap * (columns - 1)) / columns;
  const height = (slide.height - 2 * margin - photoGap * (rows - 1)) / rows;
  const innerWidth = width - 2 * inset;
  const hasNames = cells.some((cell) => cell.name !== "");
  const nameHeight = hasNames ? Math.min(name * lineHeight, height * maxNameShare) : 0;
  const maxCommentHeight = Math.min(
    height * maxCommentShare,
    hasNames ? comment * lineHeight * defaults.lines : height,
  );
  const commentHeightOf = (text: string, lineWidth: number) =>
    textHeight({ text, size: comment, bold: false }, lineWidth);
  const boxes = cells.map((_, index) => {
    const row = Math.floor(index / columns);
    const rowCells = cells.slice(row * columns, (row + 1) * columns);
    const commentHeight = Math.min(
      Math.max(
        ...rowCells.map((cell) => (cell.comment === "" ? 0 : commentHeightOf(cell.comment, innerWidth))),
      ),
      maxCommentHeight,
    );
    const cell = {
      x: slide.x + margin + (index % columns) * (width + photoGap),
      y: slide.y + margin + row * (height + photoGap),
      width,
      height,
    };
    const [x, y] = [cell.x + inset, cell.y + inset];
    const photoHeight = height - 2 * inset - captionGap - nameHeight - commentHeight;
    const nameTop = y + photoHeight + captionGap;
    return {
      cell,
      photo: { x, y, width: innerWidth, height: photoHeight },
      name: { x, y: nameTop, width: innerWidth, height: nameHeight },
      comment: { x, y: nameTop + nameHeight, width: innerWidth, height: commentHeight },
    };
  });
  return { cells: boxes, nameSize: name, commentSize: comment };
}

/** The largest size of a photo in a box, within the limits of its node in millimetres. */
export const limitedSize = (space: Size, { width, height }: MaxSize): Size => ({
  width: width === null ? space.width : Math.min(space.width, mmToPoints(width)),
  height: height === null ? space.height : Math.min(space.height, mmToPoints(height)),
});

/** Text colours for a background: dark on light and light on dark. */
export function textColorsFor(background: string): { name: string; comment: string } {
  const [red, green, blue] = [1, 3, 5].map(
    (start) => Number.parseInt(background.slice(start, start + 2), 16) / 255,
  );
  const isLight = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.5;
  return isLight ? { name: "#1B2733", comment: "#57606A" } : { name: "#FFFFFF", comment: "#D0D7DE" };
}
