import type { Rect } from "./columnLayout.ts";
import { lineHeight, textHeight } from "./fitText.ts";
import type { DrawnGrid } from "./renderTree.ts";

/** Positions of the photos of a PHOTO_GRID and their captions on a slide, the same in PowerPoint and PDF. Points. */

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

/** Positions of all photos of a grid. The longest comment of a row decides the space for comments in it. */
export function layOutGrid({ columns, rows, cells }: DrawnGrid, slide: Rect): GridLayout {
  const { name, comment, lines } = captionStyles[Math.min(rows, captionStyles.length) - 1]!;
  const width = (slide.width - 2 * margin - photoGap * (columns - 1)) / columns;
  const height = (slide.height - 2 * margin - photoGap * (rows - 1)) / rows;
  const nameHeight = name * lineHeight;
  const commentHeightOf = (text: string, width: number) =>
    textHeight({ text, size: comment, bold: false }, width);
  const boxes = cells.map((_, index) => {
    const row = Math.floor(index / columns);
    const rowCells = cells.slice(row * columns, (row + 1) * columns);
    const commentHeight = Math.min(
      Math.max(...rowCells.map((cell) => (cell.comment === "" ? 0 : commentHeightOf(cell.comment, width)))),
      comment * lineHeight * lines,
    );
    const x = slide.x + margin + (index % columns) * (width + photoGap);
    const y = slide.y + margin + row * (height + photoGap);
    const photoHeight = height - captionGap - nameHeight - commentHeight;
    const nameTop = y + photoHeight + captionGap;
    return {
      photo: { x, y, width, height: photoHeight },
      name: { x, y: nameTop, width, height: nameHeight },
      comment: { x, y: nameTop + nameHeight, width, height: commentHeight },
    };
  });
  return { cells: boxes, nameSize: name, commentSize: comment };
}

/** Text colours for a background: dark on light and light on dark. */
export function textColorsFor(background: string): { name: string; comment: string } {
  const [red, green, blue] = [1, 3, 5].map(
    (start) => Number.parseInt(background.slice(start, start + 2), 16) / 255,
  );
  const isLight = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.5;
  return isLight ? { name: "#1B2733", comment: "#57606A" } : { name: "#FFFFFF", comment: "#D0D7DE" };
}
