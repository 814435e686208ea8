import { isRightToLeft } from "#worker/export/documents/textFit.ts";
import { maxRowPoints } from "#worker/export/excelLimits.ts";
import type { Size } from "#worker/export/orientation.ts";
import {
  numberCellXml,
  row as rowXml,
  textCellXml,
  textXml,
  toColumnLetters,
} from "#worker/export/sheetXml.ts";
import { distributeFairly } from "../columnLayout.ts";
import { fitText, lineHeight, naturalWidth } from "../fitText.ts";
import { type Heading, headingOf } from "../headings.ts";
import { mmToPoints } from "../pageMetrics.ts";
import type { CellValue, DrawnCell, DrawnItem, DrawnRow, DrawnText } from "../renderTree.ts";
import { minScale } from "../scales.ts";
import type { SheetPicture } from "./sheetDrawing.ts";
import { runProperties, type StyleBook } from "./styles.ts";
import { parseCellValue } from "./value.ts";

const minRowPoints = 15;
/** Space around the contents of a cell, in points. */
const marginPoints = 3;
/** Factors by which Excel's line spacing is larger than in other programs, and its letters are wider on screens. */
const lineHeightRatio = 1.3 / lineHeight;
const textWidthFactor = 0.97;
/** Width of an indent step in points: about three spaces of the standard type. */
const indentPoints = 6.5;

/** A picture of a cell before it is placed: its upright size in any unit, its limits, and how to draw it. */
export interface CellPicture {
  upright: Size;
  /** Points; Infinity for none. */
  maxSize: Size;
  anchorAt(anchor: Omit<SheetPicture, "altText" | "picture" | "transform">): SheetPicture;
}

interface CellLayout {
  cell: DrawnCell;
  /** The number or date that is stored instead of the text. */
  value: CellValue | null;
  column: number;
  span: number;
  texts: { text: DrawnText; size: number }[];
  /** Points. */
  textHeight: number;
  padding: { top: number; bottom: number; left: number; right: number };
  pictures: { picture: CellPicture; size: Size }[];
  height: number;
}

export interface RowLayout {
  xml: string;
  pictures: SheetPicture[];
  /** Merged ranges, one for each spanning cell. */
  merges: string[];
  /** The URLs that cells open. A cell opens one at most. */
  links: { ref: string; url: string }[];
  /** The headings in its cells, and the reference of each cell. */
  headings: (Heading & { ref: string })[];
  /** Points. */
  height: number;
}

export interface SheetContext {
  /** Widths of the columns in points. */
  widths: readonly number[];
  styles: StyleBook;
  pictureOf(item: DrawnItem): CellPicture | null;
}

/** Lays out a row of a sheet; `rowIndex` counts from 1. */
export function layOutRow({ cells }: DrawnRow, rowIndex: number, context: SheetContext): RowLayout {
  const layout = assignColumns(cells, context).map((cell) => layOutCell(cell, context));
  const height = Math.min(Math.max(minRowPoints, ...layout.map((cell) => cell.height)), maxRowPoints);
  return {
    xml: rowXml(
      rowIndex,
      layout.flatMap((cell) => cellXml(cell, rowIndex, context)),
      Math.round(height * 4) / 4,
    ),
    pictures: layout.flatMap((cell) => placePictures(cell, rowIndex, height, context)),
    merges: layout
      .filter(({ span }) => span > 1)
      .map(
        ({ column, span }) =>
          `${toColumnLetters(column)}${rowIndex}:${toColumnLetters(column + span - 1)}${rowIndex}`,
      ),
    links: layout.flatMap(({ column, texts }) => {
      const url = texts.find(({ text }) => text.link)?.text.link;
      return url ? [{ ref: `${toColumnLetters(column)}${rowIndex}`, url }] : [];
    }),
    headings: layout.flatMap(({ texts, column }) =>
      texts.flatMap(({ text }) => {
        const heading = headingOf(text);
        return heading ? [{ ...heading, ref: `${toColumnLetters(column)}${rowIndex}` }] : [];
      }),
    ),
    height,
  };
}

const sum = (lengths: readonly number[]) => lengths.reduce((total, length) => total + length, 0);
const widthOf = ({ column, span }: { column: number; span: number }, { widths }: SheetContext) =>
  sum(widths.slice(column, column + span));

/** Each cell with its columns. The last cell of a shorter row also takes the remaining columns if its text needs them, as in headings. */
function assignColumns(cells: readonly DrawnCell[], context: SheetContext) {
  const { widths } = context;
  const result: { cell: DrawnCell; column: number; span: number }[] = [];
  let column = 0;
  for (const cell of cells) {
    if (column >= widths.length) break;
    const span = Math.min(Math.max(cell.colspan, 1), widths.length - column);
    result.push({ cell, column, span });
    column += span;
  }
  const last = result.at(-1);
  if (last && column < widths.length) {
    const preferredWidth = Math.max(
      0,
      ...last.cell.items.map((item) => (item.kind === "text" ? naturalWidth(item) : 0)),
    );
    if (preferredWidth > widthOf(last, context) * textWidthFactor - 2 * marginPoints)
      last.span = widths.length - last.column;
  }
  return result;
}

type AssignedCell = ReturnType<typeof assignColumns>[number];

/** The padding of a cell and the space inside it, in points. */
function cellSpaceOf(
  assignedCell: AssignedCell,
  context: SheetContext,
): Pick<CellLayout, "padding"> & { space: Size } {
  const { cell } = assignedCell;
  const width = widthOf(assignedCell, context);
  const paddingPoints = (millimetres: number, maxTextHeight: number) =>
    Math.min(mmToPoints(millimetres), maxTextHeight);
  // Texts keep away from visible edges.
  const minTextPadding = cell.border || cell.background ? indentPoints : 0;
  const padding = {
    top: paddingPoints(cell.padding.top, maxRowPoints / 4),
    bottom: paddingPoints(cell.padding.bottom, maxRowPoints / 4),
    left: Math.max(paddingPoints(cell.padding.left, width / 3), minTextPadding),
    right: Math.max(paddingPoints(cell.padding.right, width / 3), minTextPadding),
  };
  const space = {
    width: Math.max(width - padding.left - padding.right - 2 * marginPoints, 1),
    height: maxRowPoints - padding.top - padding.bottom - 2 * marginPoints,
  };
  return { padding, space };
}

/** For each cell of a row, the largest box of its texts, in the units of fitText.ts. */
export const textBoxesOf = ({ cells }: DrawnRow, context: SheetContext): Size[] =>
  assignColumns(cells, context).map((cell) => {
    const { width, height } = cellSpaceOf(cell, context).space;
    return { width: width * textWidthFactor, height: height / lineHeightRatio };
  });

function layOutCell(assignedCell: AssignedCell, context: SheetContext): CellLayout {
  const { cell } = assignedCell;
  const { padding, space } = cellSpaceOf(assignedCell, context);
  const cellPictures = cell.items.flatMap((item) => context.pictureOf(item) ?? []);
  const { value, texts, textHeight } =
    layOutValue(cell, space) ?? layOutTexts(cell, space, cellPictures.length > 0);
  const naturalSizes = cellPictures.map((picture) =>
    fitPicture(picture, { ...space, height: Number.POSITIVE_INFINITY }),
  );
  const gaps = marginPoints * Math.max(cellPictures.length - 1 + (texts.length > 0 ? 1 : 0), 0);
  const shares = distributeFairly(
    naturalSizes.map(({ height }) => height),
    space.height - textHeight - (cellPictures.length > 0 ? gaps : 0),
  );
  const pictures = cellPictures.map((picture, index) => ({
    picture,
    size: fitPicture(picture, { ...space, height: shares[index]! }),
  }));
  const pictureHeight = cellPictures.length > 0 ? sum(pictures.map(({ size }) => size.height)) + gaps : 0;
  const content = textHeight + pictureHeight;
  return {
    ...assignedCell,
    value,
    texts,
    textHeight,
    padding,
    pictures,
    height: content === 0 ? 0 : content + padding.top + padding.bottom + 2 * marginPoints,
  };
}

type TextLayout = Pick<CellLayout, "value" | "texts" | "textHeight">;

/** A number or date, which never wraps: it shrinks to fit its cell, or becomes text if the cell is too narrow. */
function layOutValue({ items }: DrawnCell, { width }: Size): TextLayout | null {
  const [text] = items;
  if (items.length !== 1 || text?.kind !== "text") return null;
  const value = parseCellValue(text);
  const scale = Math.min(1, (width * textWidthFactor) / naturalWidth(text));
  if (value === null || scale < minScale) return null;
  // Rounded to half points, because every size is a separate style.
  const size = scale < 1 ? Math.floor(text.size * scale * 2) / 2 : text.size;
  return { value, texts: [{ text, size }], textHeight: size * lineHeight * lineHeightRatio };
}

/** The texts of a cell with their sizes and height. Nothing is cut: the cell holds the whole text. */
function layOutTexts(cell: DrawnCell, space: Size, hasPictures: boolean): TextLayout {
  const texts = cell.items.flatMap((item): DrawnText[] => (item.kind === "text" ? [item] : []));
  const width = space.width * textWidthFactor;
  const naturalFits = texts.map((text) => fitText(text, { width, height: Number.POSITIVE_INFINITY }));
  const maxTextHeight = (hasPictures ? space.height / 2 : space.height) / lineHeightRatio;
  const shares = distributeFairly(
    naturalFits.map(({ height }) => height),
    maxTextHeight,
  );
  const textFits = texts.map((text, index) =>
    naturalFits[index]!.height <= shares[index]!
      ? naturalFits[index]!
      : fitText(text, { width, height: shares[index]! }),
  );
  return {
    value: null,
    texts: texts.map((text, index) => ({ text, size: textFits[index]!.size })),
    textHeight: sum(textFits.map(({ height }) => height)) * lineHeightRatio,
  };
}

function fitPicture({ upright, maxSize }: CellPicture, space: Size): Size {
  const scale = Math.min(
    Math.min(maxSize.width, space.width) / upright.width,
    Math.min(maxSize.height, space.height) / upright.height,
  );
  return { width: upright.width * scale, height: upright.height * scale };
}

function cellXml(
  { cell, column, span, value, texts, padding }: CellLayout,
  rowIndex: number,
  context: SheetContext,
): string[] {
  const { styles } = context;
  const [first] = texts;
  const style = styles.numberOf({
    size: first?.size ?? 11,
    color: first?.text.color ?? "#000000",
    bold: first?.text.bold ?? false,
    italic: first?.text.italic ?? false,
    font: first?.text.font ?? "HELVETICA",
    alignment: first?.text.alignment ?? "LEFT",
    rightToLeft: first !== undefined && isRightToLeft(first.text.text),
    vertical: isCaptioned(cell) ? "bottom" : cell.isCentered ? "center" : "top",
    indent: Math.round((first?.text.alignment === "RIGHT" ? padding.right : padding.left) / indentPoints),
    background: cell.background,
    border: cell.border,
    format: value?.format ?? null,
    level: first?.text.level ?? null,
  });
  const ref = (offset: number) => `${toColumnLetters(column + offset)}${rowIndex}`;
  const coveredCells = Array.from({ length: span - 1 }, (_, offset) =>
    textCellXml(ref(offset + 1), "", style),
  );
  return [contentXml(ref(0), texts, value, style), ...coveredCells];
}

function contentXml(ref: string, texts: CellLayout["texts"], value: CellValue | null, style: number): string {
  const [first] = texts;
  if (value) return numberCellXml(ref, value.value, style);
  if (texts.length <= 1) return textCellXml(ref, first?.text.text ?? "", style);
  const runs = texts.map(({ text, size }, index) => {
    const line = index === 0 ? text.text : `\n${text.text}`;
    return `<r>${runProperties({ ...text, size })}${textXml(line)}</r>`;
  });
  return `<c r="${ref}" s="${style}" t="inlineStr"><is>${runs.join("")}</is></c>`;
}

/** Whether the texts of a cell come after its pictures, so that they are drawn below them. */
const isCaptioned = ({ items }: DrawnCell): boolean =>
  items[0]?.kind === "photo" || items[0]?.kind === "image";

/** The pictures of a cell, centred in the room below its texts, or above its captions. */
function placePictures(
  layout: CellLayout,
  rowIndex: number,
  height: number,
  context: SheetContext,
): SheetPicture[] {
  const { padding, pictures, textHeight } = layout;
  if (pictures.length === 0) return [];
  const width = widthOf(layout, context);
  const textSpace = textHeight > 0 ? textHeight + marginPoints : 0;
  const captionSpace = isCaptioned(layout.cell) ? textSpace : 0;
  const top = padding.top + marginPoints + textSpace - captionSpace;
  const usedHeight = sum(pictures.map(({ size }) => size.height)) + marginPoints * (pictures.length - 1);
  const freeHeight = height - padding.bottom - marginPoints - top - captionSpace - usedHeight;
  let y = top + Math.max(freeHeight / 2, 0);
  return pictures.map(({ picture, size }) => {
    const x =
      padding.left +
      marginPoints +
      (width - padding.left - padding.right - 2 * marginPoints - size.width) / 2;
    const placedPicture = picture.anchorAt({ row: rowIndex - 1, column: layout.column, x, y, ...size });
    y += size.height + marginPoints;
    return placedPicture;
  });
}
