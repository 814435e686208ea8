import { distributeFairly, type Rect } from "../columnLayout.ts";
import { withContinuedText } from "../continuedText.ts";
import { canContinueOnNextSlide, type FittedText, fitText, splitText } from "../fitText.ts";
import type { PackagePictures } from "../packagePictures.ts";
import { mmToPoints, tableRule } from "../pageMetrics.ts";
import type {
  DrawnBreak,
  DrawnCell,
  DrawnImage,
  DrawnItem,
  DrawnPhoto,
  DrawnRow,
  DrawnTable,
  DrawnText,
} from "../renderTree.ts";
import { minScale } from "../scales.ts";
import { createSlidePicture, fitPicture, type SlidePicture } from "./slidePicture.ts";
import type { Run, SlideXml, TableCell } from "./slideXml.ts";

/** Default insets of cells, in points. */
const cellInsets = { top: 3, bottom: 3, left: 6, right: 6 } as const;
/** Height of cells without text, in points. */
const emptyCellHeight = 14;
/** Gap below a picture of a cell, in points. */
const pictureGap = 3;

interface PlacedPicture extends Rect {
  picture: SlidePicture;
}

/** A row laid out for the width of its table. */
interface RowLayout {
  height: number;
  cells: TableCell[];
  /** Drawn over the table, because cells of slides hold only text. Positions from the top left of the row. */
  pictures: readonly PlacedPicture[];
  /** The full texts of cells that end in an ellipsis. */
  cutTexts: readonly string[];
}

/** A table over one or more slides; remembers the next row. */
export class PagedTable {
  readonly #table: DrawnTable;
  readonly #pictures: PackagePictures;
  readonly #rows: Iterator<DrawnRow | DrawnBreak>;
  #next: IteratorResult<DrawnRow | DrawnBreak>;
  #drawnRowCount = 0;
  /** Whether the next row continues a row that was taller than its area. */
  #isContinuation = false;

  constructor(table: DrawnTable, pictures: PackagePictures) {
    this.#table = table;
    this.#pictures = pictures;
    this.#rows = table.rows[Symbol.iterator]();
    this.#next = this.#rows.next();
  }

  /**
   * Draws the header and the rows that fit an area, and returns their height. Unless `isDone`, the table continues in another area. If not
   * even one row fits, nothing is drawn, unless the table has the area to itself (`isOnly`): then the row shrinks to fit, and texts that
   * still do not fit continue in the next area.
   */
  draw(slide: SlideXml, area: Rect, isOnly: boolean): { height: number; isDone: boolean } {
    const { header } = this.#table;
    this.#skipBreaks();
    if (this.#next.done && (this.#drawnRowCount > 0 || header === null)) return { height: 0, isDone: true };
    const rows: RowLayout[] = [];
    let height = 0;
    const add = (row: RowLayout) => {
      rows.push(row);
      height += row.height;
    };
    if (header) {
      const naturalHeader = this.#layOutRow(header, area.width, null, this.#table.headerBackground);
      // At most half of the area, to leave room for rows.
      const leavesRoomForRows = naturalHeader.height <= area.height / 2;
      if (!leavesRoomForRows && !isOnly) return { height: 0, isDone: false };
      add(
        leavesRoomForRows
          ? naturalHeader
          : this.#layOutRow(header, area.width, area.height / 2, this.#table.headerBackground),
      );
    }
    while (!this.#next.done && this.#next.value.kind === "row") {
      const isFirst = rows.length === (header ? 1 : 0);
      const freeHeight = area.height - height;
      const row = this.#layOutRow(
        this.#next.value,
        area.width,
        this.#heightLimitOf(this.#next.value, area.width),
        this.#background(),
      );
      if (row.height > freeHeight && !(isFirst && isOnly)) break;
      const remainingRow =
        row.height > freeHeight
          ? this.#addTallRow(this.#next.value, { ...area, height: freeHeight }, add)
          : null;
      if (remainingRow) {
        this.#next = { done: false, value: remainingRow };
        this.#isContinuation = true;
        break;
      }
      this.#isContinuation = false;
      if (row.height <= freeHeight) add(row);
      this.#drawnRowCount++;
      this.#next = this.#rows.next();
    }
    const hasOnlyHeader = header !== null && rows.length === 1;
    if (rows.length === 0 || (hasOnlyHeader && !this.#next.done)) return { height: 0, isDone: false };
    // A header without rows is drawn once.
    if (hasOnlyHeader) this.#drawnRowCount++;
    slide.cutTexts.push(...rows.flatMap(({ cutTexts }) => cutTexts));
    slide.addTable(
      { ...area, height },
      {
        widths: this.#widths(area.width),
        header: header !== null,
        border: this.#table.borders ? tableRule : null,
        rows,
      },
    );
    let top = area.y;
    for (const row of rows) {
      for (const { picture, ...frame } of row.pictures)
        picture.draw(slide, { ...frame, x: area.x + frame.x, y: top + frame.y });
      top += row.height;
    }
    this.#skipBreaks();
    return { height, isDone: this.#next.done === true };
  }

  /** Adds a row that is taller than its area, and returns the row that continues it, or null. */
  #addTallRow(row: DrawnRow, { width, height }: Rect, add: (row: RowLayout) => void): DrawnRow | null {
    // The continuation of a row has already been shrunk.
    const scale = this.#isContinuation ? 1 : minScale;
    const shrunkRow = this.#isContinuation ? null : this.#layOutRow(row, width, height, this.#background());
    if (shrunkRow && shrunkRow.cutTexts.length === 0) {
      add(shrunkRow);
      return null;
    }
    const parts = row.cells.map((cell, index) =>
      splitCell(cell, this.#cellWidth(row, index, width), height, scale),
    );
    const hasMore = parts.some(({ remaining }) => remaining.items.length > 0);
    add(
      this.#layOutRow(
        { ...row, cells: parts.map(({ fitting }) => fitting) },
        width,
        height,
        this.#background(),
      ),
    );
    return hasMore ? { ...row, cells: parts.map(({ remaining }) => withContinuedText(remaining)) } : null;
  }

  #cellWidth(row: DrawnRow, index: number, width: number): number {
    const span = (cell: DrawnCell) => Math.max(cell.colspan, 1);
    const column = row.cells.slice(0, index).reduce((sum, cell) => sum + span(cell), 0);
    return this.#widths(width)
      .slice(column, column + span(row.cells[index]!))
      .reduce((sum, columnWidth) => sum + columnWidth, 0);
  }

  /** Skips breaks that would leave a slide empty. */
  #skipBreaks(): void {
    while (!this.#next.done && this.#next.value.kind === "pageBreak") this.#next = this.#rows.next();
  }

  /** The maximum height of a row in points, if its contents are higher. */
  #heightLimitOf(row: DrawnRow, width: number): number | null {
    if (row.maxHeight === undefined) return null;
    const limit = mmToPoints(row.maxHeight);
    return this.#layOutRow(row, width, null, null).height > limit ? limit : null;
  }

  #background(): string | null {
    return this.#drawnRowCount % 2 === 1 ? this.#table.rowBackground : null;
  }

  #widths(width: number): number[] {
    return this.#table.widths.map((percent) => (percent / 100) * width);
  }

  /** @param height null for the height of the texts */
  #layOutRow(row: DrawnRow, width: number, height: number | null, background: string | null): RowLayout {
    const widths = this.#widths(width);
    const cells: TableCell[] = [];
    let maxCellHeight = 0;
    const cutTexts: string[] = [];
    const placements: { cell: DrawnCell; cellLayout: CellLayout; x: number; width: number }[] = [];
    let column = 0;
    let x = 0;
    for (const cell of row.cells) {
      if (column >= widths.length) break;
      const colspan = Math.min(Math.max(cell.colspan, 1), widths.length - column);
      const cellWidth = sum(widths.slice(column, column + colspan));
      const cellLayout = layOutCell(cell, this.#pictures, { width: cellWidth, height });
      placements.push({ cell, cellLayout, x, width: cellWidth });
      x += cellWidth;
      cells.push({
        runs: cellLayout.runs,
        insets: cellLayout.insets,
        colspan,
        border: cell.border,
        background: cell.background ?? background,
        ...(cell.isCentered && { isCentered: true }),
      });
      maxCellHeight = Math.max(maxCellHeight, cellLayout.height);
      cutTexts.push(...cellLayout.cutTexts);
      column += colspan;
    }
    if (column < widths.length)
      cells.push({
        runs: [],
        colspan: widths.length - column,
        insets: cellInsets,
        border: null,
        background,
      });
    const rowHeight = height ?? Math.max(maxCellHeight, emptyCellHeight, mmToPoints(row.minHeight ?? 0));
    return {
      height: rowHeight,
      cells,
      pictures: placements.flatMap(({ cell, cellLayout, x, width }) => {
        const top = cell.isCentered ? Math.max(rowHeight - cellLayout.height, 0) / 2 : 0;
        return cellLayout.pictures.map((picture) => ({
          ...picture,
          x: x + (cell.isCentered ? (width - picture.width) / 2 : picture.x),
          y: top + picture.y,
        }));
      }),
      cutTexts,
    };
  }
}

export const createRun = (text: DrawnText, fittedText: FittedText): Run => ({
  ...text,
  text: fittedText.text,
  size: fittedText.size,
});

const isPicture = (item: DrawnItem): item is DrawnPhoto | DrawnImage =>
  item.kind === "photo" || item.kind === "image";

interface CellLayout {
  runs: Run[];
  insets: TableCell["insets"];
  pictures: PlacedPicture[];
  height: number;
  cutTexts: string[];
}

/** Pictures are above the texts. In a limited height the texts come first, but pictures get up to half of it. */
function layOutCell(
  { items, padding }: DrawnCell,
  packagePictures: PackagePictures,
  { width, height }: { width: number; height: number | null },
): CellLayout {
  const insets = createInsets(padding, width, height);
  const innerWidth = Math.max(width - insets.left - insets.right, 1);
  const texts = items.filter((item) => item.kind === "text");
  const naturalTexts = texts.map((text) =>
    fitText(text, { width: innerWidth, height: Number.POSITIVE_INFINITY }),
  );
  const naturalHeights = naturalTexts.map((fittedText) => fittedText.height);
  const pictures = items.filter(isPicture).flatMap((item) => createSlidePicture(item, packagePictures) ?? []);
  const pictureHeights = pictures.map(
    (picture) => fitPicture(picture, { width: innerWidth, height: Number.POSITIVE_INFINITY }).height,
  );
  const usedHeight = insets.top + insets.bottom + pictureGap * pictures.length;
  const freeHeight = height === null ? Number.POSITIVE_INFINITY : height - usedHeight;
  const reservedHeight = Math.min(sum(pictureHeights), freeHeight / 2);
  const heights =
    height === null ? naturalHeights : distributeFairly(naturalHeights, freeHeight - reservedHeight);
  const fittedTexts = texts.map((text, index) =>
    heights[index]! >= naturalHeights[index]!
      ? naturalTexts[index]!
      : fitText(text, { width: innerWidth, height: heights[index]! }),
  );
  const textHeight = sum(fittedTexts.map((fittedText) => fittedText.height));
  const placedPictures: PlacedPicture[] = [];
  let y = insets.top;
  const shares = distributeFairly(pictureHeights, freeHeight - textHeight);
  pictures.forEach((picture, index) => {
    const size = fitPicture(picture, { width: innerWidth, height: Math.max(shares[index]!, 1) });
    placedPictures.push({ picture, ...size, x: insets.left, y });
    y += size.height + pictureGap;
  });
  return {
    runs: texts.map((text, index) => createRun(text, fittedTexts[index]!)),
    insets: { ...insets, top: y },
    pictures: placedPictures,
    height: y + textHeight + insets.bottom,
    cutTexts: texts.flatMap(({ text }, index) => (fittedTexts[index]!.text === text ? [] : [text])),
  };
}

const sum = (lengths: readonly number[]): number => lengths.reduce((total, length) => total + length, 0);

/** A cell with its pictures and the texts that fit a height with them, and one with the remaining texts. */
function splitCell(
  cell: DrawnCell,
  width: number,
  height: number,
  scale: number,
): { fitting: DrawnCell; remaining: DrawnCell } {
  const insets = createInsets(cell.padding, width, height);
  const innerWidth = Math.max(width - insets.left - insets.right, 1);
  const pictures = cell.items.filter(isPicture);
  let freeHeight = (height - insets.top - insets.bottom) / (pictures.length > 0 ? 2 : 1);
  const texts = cell.items
    .filter((item) => item.kind === "text")
    .map((text) => ({ ...text, size: text.size * scale }));
  const fittingTexts: DrawnText[] = [];
  while (texts.length > 0) {
    const text = texts[0]!;
    const part = canContinueOnNextSlide({ width: innerWidth, height })
      ? splitText(text, { width: innerWidth, height: freeHeight })
      : null;
    // A text of which not even one line fits is cut; otherwise the row would continue forever.
    if (!part && fittingTexts.length > 0) break;
    texts.shift();
    fittingTexts.push(part ? { ...text, text: part.fittingText.text } : text);
    if (part?.remainingText) texts.unshift({ ...text, text: part.remainingText });
    if (!part || part.remainingText) break;
    freeHeight -= part.fittingText.height;
  }
  return {
    fitting: { ...cell, items: [...pictures, ...fittingTexts] },
    remaining: { ...cell, items: texts },
  };
}

/** Padding of a cell: by default the table's, and at most half of its width and height. */
function createInsets(
  padding: DrawnCell["padding"],
  width: number,
  height: number | null,
): TableCell["insets"] {
  const { top, bottom, left, right } = padding;
  const hasNoPadding = top === 0 && bottom === 0 && left === 0 && right === 0;
  const requestedInsets = hasNoPadding
    ? cellInsets
    : {
        top: mmToPoints(top),
        bottom: mmToPoints(bottom),
        left: mmToPoints(left),
        right: mmToPoints(right),
      };
  const horizontalScale = Math.min(
    1,
    width / 2 / Math.max(requestedInsets.left + requestedInsets.right, 0.01),
  );
  const verticalScale =
    height === null
      ? 1
      : Math.min(1, height / 2 / Math.max(requestedInsets.top + requestedInsets.bottom, 0.01));
  return {
    top: requestedInsets.top * verticalScale,
    bottom: requestedInsets.bottom * verticalScale,
    left: requestedInsets.left * horizontalScale,
    right: requestedInsets.right * horizontalScale,
  };
}
