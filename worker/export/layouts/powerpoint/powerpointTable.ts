import { distribute, type Rect } from "../columnLayout.ts";
import { canContinue, type FittedText, fitText, splitText } from "../fitText.ts";
import { points, tableRule } from "../pageMetrics.ts";
import type { DrawnBreak, DrawnCell, DrawnRow, DrawnTable, DrawnText } from "../renderTree.ts";
import { minScale } from "../scales.ts";
import type { Run, SlideXml, TableCell } from "./slideXml.ts";

/** Insets of cells without padding of their own, in points. */
const cellInsets = { top: 3, bottom: 3, left: 6, right: 6 } as const;
/** Height of cells without text, in points. */
const emptyLine = 14;

/** A row laid out for the width of its table. */
interface LaidRow {
  height: number;
  cells: TableCell[];
  /** The texts of it that end in an ellipsis, in full. */
  cut: readonly string[];
}

/** A table over one or more slides; remembers the next row. */
export class TableRows {
  readonly #table: DrawnTable;
  readonly #rows: Iterator<DrawnRow | DrawnBreak>;
  #next: IteratorResult<DrawnRow | DrawnBreak>;
  #drawn = 0;
  /** Whether the next row continues one that was taller than its zone. */
  #continues = false;

  constructor(table: DrawnTable) {
    this.#table = table;
    this.#rows = table.rows[Symbol.iterator]();
    this.#next = this.#rows.next();
  }

  /**
   * Draws the header and the rows that fit a zone, and returns their height. Unless `done`, the table continues in another zone. If not
   * even one row fits, nothing is drawn, unless the table has the zone to itself (`isOnly`): then the row shrinks to fit, and what still
   * does not fit continues in the next zone.
   */
  draw(slide: SlideXml, zone: Rect, isOnly: boolean): { height: number; done: boolean } {
    const { header } = this.#table;
    this.#skipBreaks();
    if (this.#next.done && (this.#drawn > 0 || header === null)) return { height: 0, done: true };
    const rows: LaidRow[] = [];
    let height = 0;
    const add = (row: LaidRow) => {
      rows.push(row);
      height += row.height;
    };
    if (header) {
      const natural = this.#layOutRow(header, zone.width, null, this.#table.headerBackground);
      // At most half of the zone, to leave room for rows.
      const fits = natural.height <= zone.height / 2;
      if (!fits && !isOnly) return { height: 0, done: false };
      add(
        fits ? natural : this.#layOutRow(header, zone.width, zone.height / 2, this.#table.headerBackground),
      );
    }
    while (!this.#next.done && this.#next.value.kind === "row") {
      const isFirst = rows.length === (header ? 1 : 0);
      const free = zone.height - height;
      const row = this.#layOutRow(this.#next.value, zone.width, null, this.#background());
      if (row.height > free && !(isFirst && isOnly)) break;
      const rest =
        row.height > free ? this.#addTallRow(this.#next.value, { ...zone, height: free }, add) : null;
      if (rest) {
        this.#next = { done: false, value: rest };
        this.#continues = true;
        break;
      }
      this.#continues = false;
      if (row.height <= free) add(row);
      this.#drawn++;
      this.#next = this.#rows.next();
    }
    const isBareHeader = header !== null && rows.length === 1;
    if (rows.length === 0 || (isBareHeader && !this.#next.done)) return { height: 0, done: false };
    // A header without rows is drawn once.
    if (isBareHeader) this.#drawn++;
    slide.cutTexts.push(...rows.flatMap(({ cut }) => cut));
    slide.addTable(
      { ...zone, height },
      {
        widths: this.#widths(zone.width),
        header: header !== null,
        border: this.#table.borders ? tableRule : null,
        rows,
      },
    );
    this.#skipBreaks();
    return { height, done: this.#next.done === true };
  }

  /** Adds a row that is taller than its zone, and returns the row that continues it, or null. */
  #addTallRow(row: DrawnRow, { width, height }: Rect, add: (row: LaidRow) => void): DrawnRow | null {
    // What continues has been shrunk already.
    const scale = this.#continues ? 1 : minScale;
    const shrunk = this.#continues ? null : this.#layOutRow(row, width, height, this.#background());
    if (shrunk && shrunk.cut.length === 0) {
      add(shrunk);
      return null;
    }
    const parts = row.cells.map((cell, index) =>
      splitCell(cell, this.#cellWidth(row, index, width), height, scale),
    );
    const hasMore = parts.some(({ rest }) => rest.items.length > 0);
    add(
      this.#layOutRow({ ...row, cells: parts.map(({ first }) => first) }, width, height, this.#background()),
    );
    return hasMore ? { ...row, cells: parts.map(({ rest }) => rest) } : null;
  }

  #cellWidth(row: DrawnRow, index: number, width: number): number {
    const span = (cell: DrawnCell) => Math.max(cell.colspan, 1);
    const column = row.cells.slice(0, index).reduce((sum, cell) => sum + span(cell), 0);
    return this.#widths(width)
      .slice(column, column + span(row.cells[index]!))
      .reduce((sum, part) => sum + part, 0);
  }

  /** Skips breaks that would leave a slide empty. */
  #skipBreaks(): void {
    while (!this.#next.done && this.#next.value.kind === "pageBreak") this.#next = this.#rows.next();
  }

  #background(): string | null {
    return this.#drawn % 2 === 1 ? this.#table.rowBackground : null;
  }

  #widths(width: number): number[] {
    return this.#table.widths.map((percent) => (percent / 100) * width);
  }

  /** @param height null for that of the texts */
  #layOutRow(row: DrawnRow, width: number, height: number | null, background: string | null): LaidRow {
    const widths = this.#widths(width);
    const cells: TableCell[] = [];
    let tallest = 0;
    const cut: string[] = [];
    let column = 0;
    for (const cell of row.cells) {
      if (column >= widths.length) break;
      const colspan = Math.min(Math.max(cell.colspan, 1), widths.length - column);
      const cellWidth = widths.slice(column, column + colspan).reduce((sum, part) => sum + part, 0);
      const laid = laidCell(cell, cellWidth, height);
      cells.push({
        runs: laid.runs,
        insets: laid.insets,
        colspan,
        border: cell.border,
        background: cell.background ?? background,
      });
      tallest = Math.max(tallest, laid.height);
      cut.push(...laid.cut);
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
    return { height: height ?? Math.max(tallest, emptyLine), cells, cut };
  }
}

export const runOf = (text: DrawnText, fitted: FittedText): Run => ({
  ...text,
  text: fitted.text,
  size: fitted.size,
});

function laidCell(
  { items, padding }: DrawnCell,
  width: number,
  height: number | null,
): { runs: Run[]; insets: TableCell["insets"]; height: number; cut: string[] } {
  const insets = insetsOf(padding, width, height);
  const inner = Math.max(width - insets.left - insets.right, 1);
  const around = insets.top + insets.bottom;
  const texts = items.filter((item) => item.kind === "text");
  const natural = texts.map((text) => fitText(text, { width: inner, height: Number.POSITIVE_INFINITY }));
  const naturalHeights = natural.map((fitted) => fitted.height);
  const shares = height === null ? naturalHeights : distribute(naturalHeights, height - around);
  const fitted = texts.map((text, index) =>
    shares[index]! >= naturalHeights[index]!
      ? natural[index]!
      : fitText(text, { width: inner, height: shares[index]! }),
  );
  return {
    runs: texts.map((text, index) => runOf(text, fitted[index]!)),
    insets,
    height: around + fitted.reduce((sum, { height: itemHeight }) => sum + itemHeight, 0),
    cut: texts.flatMap(({ text }, index) => (fitted[index]!.text === text ? [] : [text])),
  };
}

/** The texts of a cell that fit a height, and the cell with the others. */
function splitCell(
  cell: DrawnCell,
  width: number,
  height: number,
  scale: number,
): { first: DrawnCell; rest: DrawnCell } {
  const insets = insetsOf(cell.padding, width, height);
  const inner = Math.max(width - insets.left - insets.right, 1);
  let free = height - insets.top - insets.bottom;
  const texts = cell.items
    .filter((item) => item.kind === "text")
    .map((text) => ({ ...text, size: text.size * scale }));
  const first: DrawnText[] = [];
  while (texts.length > 0) {
    const text = texts[0]!;
    const part = canContinue({ width: inner, height })
      ? splitText(text, { width: inner, height: free })
      : null;
    // A text of which not even one line fits is cut, since it would never end.
    if (!part && first.length > 0) break;
    texts.shift();
    first.push(part ? { ...text, text: part.fitted.text } : text);
    if (part?.rest) texts.unshift({ ...text, text: part.rest });
    if (!part || part.rest) break;
    free -= part.fitted.height;
  }
  return { first: { ...cell, items: first }, rest: { ...cell, items: texts } };
}

/** Padding of a cell: that of tables by default, and at most half of its width and height. */
function insetsOf(padding: DrawnCell["padding"], width: number, height: number | null): TableCell["insets"] {
  const { top, bottom, left, right } = padding;
  const isUnset = top === 0 && bottom === 0 && left === 0 && right === 0;
  const requested = isUnset
    ? cellInsets
    : {
        top: points(top),
        bottom: points(bottom),
        left: points(left),
        right: points(right),
      };
  const horizontalScale = Math.min(1, width / 2 / Math.max(requested.left + requested.right, 0.01));
  const verticalScale =
    height === null ? 1 : Math.min(1, height / 2 / Math.max(requested.top + requested.bottom, 0.01));
  return {
    top: requested.top * verticalScale,
    bottom: requested.bottom * verticalScale,
    left: requested.left * horizontalScale,
    right: requested.right * horizontalScale,
  };
}
