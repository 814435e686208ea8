import type { Point, Rectangle } from "#worker/export/pdf/contentStream.ts";
import type { StructureElement } from "#worker/export/pdf/structure.ts";
import { flowPage, mmToPoints, tableRule, typography } from "../pageMetrics.ts";
import type { DrawnBorder, DrawnCell, DrawnItem, DrawnRow, DrawnTable } from "../renderTree.ts";
import {
  createFigure,
  epsilonPoints,
  type Figure,
  FigureFlowable,
  type Flowable,
  GapFlowable,
  SharedElement,
  StackFlowable,
  TextFlowable,
} from "./flowables.ts";
import type { DrawingContext } from "./scene.ts";

/** The properties shared by the rows of a table. */
interface TableStyle {
  borders: boolean;
  /** The edges of columns in points from the left; the last one is the table's width. */
  columnEdges: readonly number[];
  /** Space for rows on an empty page. */
  pageHeight: number;
  /** Factor for the padding and the font size of all texts. */
  scale: number;
}

export const itemGap = mmToPoints(flowPage.itemGap);

/** The minimum part of a page that the figures of a cell get; with less they continue on the next page. */
const minFigureShare = 1 / 3;

/** The items of a cell as flowables. Figures shrink as needed to fit the cell on one page. */
export function createStack(
  scene: DrawingContext,
  items: readonly DrawnItem[],
  space: { width: number; height: number },
  scale: number,
): StackFlowable {
  const isOnly = items.length === 1;
  const flowables = items.flatMap((item): (Flowable | Figure)[] => {
    switch (item.kind) {
      case "text":
        return [
          TextFlowable.of(scene, item, space.width, space.height, {
            tag: item.level ? scene.headingTag(item.level + scene.headingLevelOffset) : isOnly ? null : "P",
            scale,
          }),
        ];
      case "lineBreak":
        return [
          new GapFlowable(
            scene,
            item.node,
            space.width,
            typography.emptyLine * typography.lineHeight * scale,
          ),
        ];
      case "table":
        return [createNestedTable(scene, item, space, scale)];
      default: {
        const figure = createFigure(scene, item);
        return figure ? [figure] : [];
      }
    }
  });
  const otherHeight = flowables.reduce((sum, item) => sum + ("shape" in item ? 0 : item.height), 0);
  const figureCount = flowables.filter((item) => "shape" in item).length;
  const remainingHeight = space.height - otherHeight - itemGap * (flowables.length - 1);
  const height =
    remainingHeight >= space.height * minFigureShare
      ? remainingHeight / Math.max(figureCount, 1)
      : space.height;
  return new StackFlowable(
    flowables.map((item) =>
      "shape" in item ? new FigureFlowable(scene, item, { width: space.width, height }) : item,
    ),
    itemGap,
  );
}

interface RowCell {
  x: number;
  width: number;
  padding: DrawnCell["padding"];
  border: DrawnBorder | null;
  background: string | null;
  isCentered: boolean;
  node: string;
  element: SharedElement;
}

/** A row of a table, or the part of it that continues on the next page. */
class TableRowPart implements Flowable {
  readonly height: number;
  readonly #scene: DrawingContext;
  readonly #node: string;
  readonly #cells: readonly RowCell[];
  readonly #contents: readonly (StackFlowable | null)[];
  readonly #element: SharedElement;

  constructor(
    scene: DrawingContext,
    node: string,
    cells: readonly RowCell[],
    contents: readonly (StackFlowable | null)[],
    element: SharedElement,
    minHeight = 0,
  ) {
    this.#scene = scene;
    this.#node = node;
    this.#cells = cells;
    this.#contents = contents;
    this.#element = element;
    this.height = cells.reduce(
      (highest, { padding }, index) =>
        Math.max(highest, padding.top + padding.bottom + (contents[index]?.height ?? 0)),
      // A row of empty cells still takes some height.
      Math.max(minHeight, 2 * epsilonPoints),
    );
  }

  split(maxHeight: number, force: boolean): [TableRowPart, TableRowPart | null] | null {
    if (this.height <= maxHeight + epsilonPoints) return [this, null];
    const parts = this.#contents.map((content, index) => {
      const { top, bottom } = this.#cells[index]!.padding;
      return (
        content?.split(Math.max(maxHeight - top - bottom, 1), force) ??
        (content ? ([null, content] as const) : null)
      );
    });
    if (parts.every((part) => !part?.[0])) return null;
    const remaining = parts.map((part) => part?.[1] ?? null);
    const withContents = (contents: readonly (StackFlowable | null)[]) =>
      new TableRowPart(this.#scene, this.#node, this.#cells, contents, this.#element);
    return [
      withContents(parts.map((part) => part?.[0] ?? null)),
      remaining.every((part) => part === null) ? null : withContents(remaining),
    ];
  }

  draw({ x, y }: Point, parent: StructureElement | null): void {
    const scene = this.#scene;
    const frames = this.#cells.map(
      (cell): Rectangle => ({ x: x + cell.x, y, width: cell.width, height: this.height }),
    );
    const last = frames.at(-1);
    if (last) scene.recordArea(this.#node, { x, y, width: last.x + last.width - x, height: this.height });
    if (this.#cells.some(({ background, border }) => background || border)) {
      scene.mark(null, () => {
        this.#cells.forEach(({ background }, index) => {
          if (background) scene.content.fill(frames[index]!, background);
        });
        scene.content.grid(this.#cells.map(({ border }, index) => ({ frame: frames[index]!, line: border })));
      });
    }
    const row = this.#element.in(scene, parent);
    this.#cells.forEach(({ padding, isCentered, element, node }, index) => {
      const frame = frames[index]!;
      scene.recordArea(node, frame);
      const content = this.#contents[index];
      const freeHeight = this.height - padding.top - padding.bottom - (content?.height ?? 0);
      content?.draw(
        { x: frame.x + padding.left, y: frame.y + padding.top + (isCentered ? freeHeight / 2 : 0) },
        element.in(scene, row),
      );
      // A cell without content is tagged as well.
      element.in(scene, row);
    });
  }

  /** Closes the row's element once all of it is drawn. */
  close(parent: StructureElement | null): void {
    const element = this.#element.in(this.#scene, parent);
    if (element) this.#scene.document.structure.close(element);
  }
}

/** How a row is drawn: as a header or not, and on which background. */
interface RowOptions {
  isHeader: boolean;
  background: string | null;
}

function createRow(
  scene: DrawingContext,
  row: DrawnRow,
  style: TableStyle,
  { isHeader, background }: RowOptions,
): TableRowPart {
  const { columnEdges } = style;
  const columns = columnEdges.length - 1;
  const cells: RowCell[] = [];
  const contents: StackFlowable[] = [];
  const spans = row.cells.map(({ colspan }) => Math.max(colspan, 1));
  const exceedsColumns = spans.reduce((sum, span) => sum + span, 0) > columns;
  let column = 0;
  let percent = 0;
  row.cells.forEach((cell, index) => {
    const width = columnEdges[columns]!;
    // A row with more columns than the table uses its own widths, so that nothing is left out.
    const left = exceedsColumns ? (width * percent) / 100 : columnEdges[column]!;
    percent = Math.min(percent + cell.width, 100);
    column = Math.min(column + spans[index]!, columns);
    const right = exceedsColumns ? (width * percent) / 100 : columnEdges[column]!;
    const padding = paddingOf(cell, right - left, style.scale);
    const innerWidth = Math.max(right - left - padding.left - padding.right, 1);
    cells.push({
      x: left,
      width: right - left,
      padding,
      border: borderOf(cell, style.borders),
      background: cell.background ?? background,
      isCentered: cell.isCentered ?? false,
      node: cell.node,
      element: new SharedElement(
        isHeader ? "TH" : "TD",
        cellAttributes(isHeader, exceedsColumns ? 1 : spans[index]!),
      ),
    });
    contents.push(
      createStack(
        scene,
        cell.items,
        { width: innerWidth, height: Math.max(style.pageHeight - padding.top - padding.bottom, 1) },
        style.scale,
      ),
    );
  });
  if (!exceedsColumns && column < columns && cells.length > 0) {
    // An empty cell completes the row, so that every row has all columns.
    cells.push({
      x: columnEdges[column]!,
      width: columnEdges[columns]! - columnEdges[column]!,
      padding: { top: 0, bottom: 0, left: 0, right: 0 },
      border: style.borders ? tableRule : null,
      background,
      isCentered: false,
      node: row.node,
      element: new SharedElement("TD", cellAttributes(false, columns - column)),
    });
    contents.push(new StackFlowable([], 0));
  }
  const minHeight = Math.min(mmToPoints(row.minHeight ?? 0) * style.scale, style.pageHeight);
  return new TableRowPart(scene, row.node, cells, contents, new SharedElement("TR"), minHeight);
}

function cellAttributes(isHeader: boolean, span: number): string {
  const attributes = `${isHeader ? "/Scope/Column" : ""}${span > 1 ? `/ColSpan ${span}` : ""}`;
  return attributes === "" ? "" : `/A<</O/Table${attributes}>>`;
}

/** In points. Padding shrinks if it would leave no space in the cell. */
function paddingOf({ padding }: DrawnCell, width: number, scale: number): DrawnCell["padding"] {
  const { top, bottom, left, right } = padding;
  const horizontalScale = Math.min(scale, (width * 0.8) / Math.max(mmToPoints(left + right), epsilonPoints));
  return {
    top: mmToPoints(top) * scale,
    bottom: mmToPoints(bottom) * scale,
    left: mmToPoints(left) * horizontalScale,
    right: mmToPoints(right) * horizontalScale,
  };
}

function borderOf({ border }: DrawnCell, borders: boolean): RowCell["border"] {
  if (border) return border.width > 0 ? border : null;
  return borders ? tableRule : null;
}

function tableStyleOf(
  { widths, borders }: DrawnTable,
  width: number,
  pageHeight: number,
  scale: number,
): TableStyle {
  const totalWidth = widths.reduce((sum, percent) => sum + percent, 0) || 1;
  const columnEdges = [0];
  for (const percent of widths) columnEdges.push(columnEdges.at(-1)! + (percent / totalWidth) * width);
  if (columnEdges.length === 1) columnEdges.push(width);
  return { borders, columnEdges, pageHeight, scale };
}

/** A table inside a cell; its rows continue on the next page like other items. */
class NestedTable implements Flowable {
  readonly height: number;
  readonly #scene: DrawingContext;
  readonly #rows: readonly TableRowPart[];
  readonly #element: SharedElement;

  constructor(scene: DrawingContext, rows: readonly TableRowPart[], element: SharedElement) {
    this.#scene = scene;
    this.#rows = rows;
    this.#element = element;
    this.height = rows.reduce((sum, row) => sum + row.height, 0);
  }

  split(maxHeight: number, force: boolean): [Flowable, Flowable | null] | null {
    let remainingHeight = maxHeight;
    for (const [index, row] of this.#rows.entries()) {
      if (row.height <= remainingHeight + epsilonPoints) {
        remainingHeight -= row.height;
        continue;
      }
      const fittingRows = this.#rows.slice(0, index);
      const remainingRows = this.#rows.slice(index);
      const parts = force && index === 0 ? row.split(remainingHeight, true) : null;
      if (parts) {
        fittingRows.push(parts[0]);
        remainingRows.shift();
        if (parts[1]) remainingRows.unshift(parts[1]);
      }
      if (fittingRows.length === 0) return null;
      return [
        this.#createPart(fittingRows),
        remainingRows.length > 0 ? this.#createPart(remainingRows) : null,
      ];
    }
    return [this, null];
  }

  #createPart(rows: readonly TableRowPart[]): NestedTable {
    return new NestedTable(this.#scene, rows, this.#element);
  }

  draw({ x, y }: Point, parent: StructureElement | null): void {
    const element = this.#element.in(this.#scene, parent);
    let top = y;
    for (const row of this.#rows) {
      row.draw({ x, y: top }, element);
      top += row.height;
    }
  }
}

function createNestedTable(
  scene: DrawingContext,
  table: DrawnTable,
  space: { width: number; height: number },
  scale: number,
): NestedTable {
  const style = tableStyleOf(table, space.width, space.height, scale);
  const rows = table.header
    ? [createRow(scene, table.header, style, { isHeader: true, background: table.headerBackground })]
    : [];
  let count = 0;
  for (const row of table.rows)
    if (row.kind === "row")
      rows.push(
        createRow(scene, row, style, {
          isHeader: false,
          background: count++ % 2 ? table.rowBackground : null,
        }),
      );
  return new NestedTable(scene, rows, new SharedElement("Table"));
}

export type FillResult = "done" | "full" | "break";

/**
 * A table over one or more pages. Rows are created one at a time and the header is drawn on every page. A row is only split if it is taller
 * than a page.
 */
export class PagedTable {
  readonly #scene: DrawingContext;
  readonly #table: DrawnTable;
  readonly #x: number;
  readonly #style: TableStyle;
  readonly #rows: Iterator<DrawnRow | { kind: "pageBreak" }>;
  readonly #element = new SharedElement("Table");
  readonly #header: TableRowPart | null;
  readonly #repeatsHeader: boolean;
  #isHeaderDrawn = false;
  #isDrawn = false;
  #pendingRow: TableRowPart | null = null;
  #rowCount = 0;

  private constructor(scene: DrawingContext, table: DrawnTable, x: number, style: TableStyle) {
    this.#scene = scene;
    this.#table = table;
    this.#x = x;
    this.#rows = table.rows[Symbol.iterator]();
    const { header, headerBackground } = table;
    this.#header =
      header && createRow(scene, header, style, { isHeader: true, background: headerBackground });
    // A header that leaves too little space for rows is drawn once, as a row.
    this.#repeatsHeader = this.#header !== null && this.#header.height <= style.pageHeight / 2;
    const headerHeight = this.#repeatsHeader ? this.#header!.height : 0;
    this.#style = { ...style, pageHeight: style.pageHeight - headerHeight };
  }

  /** @param frame `pageHeight` is the space on an empty page */
  static async of(
    scene: DrawingContext,
    table: DrawnTable,
    frame: { x: number; width: number; pageHeight: number },
    scale = 1,
  ): Promise<PagedTable> {
    const missingFaces = table.header && scene.missingFaces([table.header]);
    if (missingFaces) await scene.load(missingFaces);
    return new PagedTable(scene, table, frame.x, tableStyleOf(table, frame.width, frame.pageHeight, scale));
  }

  /**
   * Draws rows from `y` down to `bottom`. On a fresh (empty) page something is always drawn. "break" requests a new page even if there
   * is space left.
   */
  async fill(
    y: number,
    bottom: number,
    parent: StructureElement | null,
    isFreshPage: boolean,
  ): Promise<{ y: number; status: FillResult }> {
    if (this.#header && !this.#repeatsHeader && !this.#isHeaderDrawn) {
      this.#pendingRow ??= this.#header;
      this.#isHeaderDrawn = true;
    }
    const header = this.#repeatsHeader ? this.#header : null;
    const startY = y;
    let top = y;
    let hasRows = false;
    for (;;) {
      const row = await this.#nextRow();
      if (row === "break") return { y: top, status: "break" };
      if (row === "end") {
        // A table without rows still shows its header.
        if (header && !this.#isHeaderDrawn) {
          if (header.height > bottom - top + epsilonPoints && !(isFreshPage && top === startY))
            return { y: top, status: "full" };
          top = this.#drawHeader(header, top, parent);
        }
        if (this.#isDrawn) this.#close(parent);
        return { y: top, status: "done" };
      }
      const headerHeight = hasRows ? 0 : (header?.height ?? 0);
      const maxHeight = bottom - top - headerHeight;
      const isEmptyPage = isFreshPage && top === startY;
      if (row.height <= maxHeight + epsilonPoints) {
        if (!hasRows) top = this.#drawHeader(header, top, parent);
        hasRows = true;
        this.#draw(row, top, parent);
        row.close(this.#element.in(this.#scene, parent));
        top += row.height;
        continue;
      }
      this.#pendingRow = row;
      const fitsAnywhere = row.height <= this.#style.pageHeight + epsilonPoints;
      if (fitsAnywhere && !isEmptyPage) return { y: top, status: "full" };
      const parts = row.split(maxHeight, isEmptyPage);
      if (!parts) return { y: top, status: "full" };
      if (!hasRows) top = this.#drawHeader(header, top, parent);
      const [head, tail] = parts;
      this.#draw(head, top, parent);
      this.#pendingRow = tail;
      top += head.height;
      hasRows = true;
      if (!tail) {
        head.close(this.#element.in(this.#scene, parent));
        continue;
      }
      return { y: top, status: "full" };
    }
  }

  /** Height of the first row, below the header. */
  async measureFirstRow(): Promise<number> {
    const row = await this.#nextRow();
    const header = this.#header?.height ?? 0;
    if (typeof row === "string") return header;
    this.#pendingRow = row;
    return header + row.height;
  }

  async #nextRow(): Promise<TableRowPart | "end" | "break"> {
    if (this.#pendingRow) {
      const row = this.#pendingRow;
      this.#pendingRow = null;
      return row;
    }
    const { done, value } = this.#rows.next();
    if (done) return "end";
    if (value.kind === "pageBreak") return "break";
    const missingFaces = this.#scene.missingFaces([value]);
    if (missingFaces) await this.#scene.load(missingFaces);
    const background = this.#rowCount++ % 2 ? this.#table.rowBackground : null;
    return createRow(this.#scene, value, this.#style, { isHeader: false, background });
  }

  /** Draws the header: tagged the first time, as an artifact when repeated. */
  #drawHeader(header: TableRowPart | null, y: number, parent: StructureElement | null): number {
    this.#isDrawn = true;
    const element = this.#element.in(this.#scene, parent);
    if (!header) return y;
    header.draw({ x: this.#x, y }, this.#isHeaderDrawn ? null : element);
    if (!this.#isHeaderDrawn) header.close(element);
    this.#isHeaderDrawn = true;
    return y + header.height;
  }

  #draw(row: TableRowPart, y: number, parent: StructureElement | null): void {
    const { node } = this.#table;
    this.#scene.recordArea(node, {
      x: this.#x,
      y,
      width: this.#style.columnEdges.at(-1)!,
      height: row.height,
    });
    row.draw({ x: this.#x, y }, this.#element.in(this.#scene, parent));
  }

  #close(parent: StructureElement | null): void {
    const element = parent && this.#element.in(this.#scene, parent);
    if (element) this.#scene.document.structure.close(element);
  }
}
