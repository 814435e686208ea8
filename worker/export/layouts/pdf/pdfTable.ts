import type { Point, Rectangle } from "#worker/export/pdf/contentStream.ts";
import type { Element } from "#worker/export/pdf/structure.ts";
import { flow, points, tableRule, type } from "../pageMetrics.ts";
import type { DrawnCell, DrawnItem, DrawnRow, DrawnTable } from "../renderTree.ts";
import {
  epsilonPoints,
  type Figure,
  FigureFlowable,
  type Flowable,
  figureOf,
  GapFlowable,
  SharedElement,
  StackFlowable,
  TextFlowable,
} from "./flowables.ts";
import type { Scene } from "./scene.ts";

/** The properties shared by the rows of a table. */
interface TableLook {
  borders: boolean;
  /** The edges of columns in points from the left; the last one is the table's width. */
  edges: readonly number[];
  /** Space for rows on an empty page. */
  pageHeight: number;
  /** Factor on padding and the type size of all texts. */
  scale: number;
}

export const itemGap = points(flow.itemGap);

/** The minimum part of a page that the figures of a cell get; with less they continue on the next page. */
const minFigureShare = 1 / 3;

/** The items of a cell as flowables. Figures shrink as needed to fit the cell on one page. */
export function stackOf(
  scene: Scene,
  items: readonly DrawnItem[],
  space: { width: number; height: number },
  scale: number,
): StackFlowable {
  const isOnly = items.length === 1;
  const pieces = items.flatMap((item): (Flowable | Figure)[] => {
    switch (item.kind) {
      case "text":
        return [TextFlowable.of(scene, item, space.width, space.height, { tag: isOnly ? null : "P", scale })];
      case "lineBreak":
        return [new GapFlowable(scene, item.node, space.width, type.emptyLine * type.lineHeight * scale)];
      case "table":
        return [nestedTable(scene, item, space, scale)];
      default: {
        const figure = figureOf(scene, item);
        return figure ? [figure] : [];
      }
    }
  });
  const otherHeight = pieces.reduce((sum, item) => sum + ("shape" in item ? 0 : item.height), 0);
  const figures = pieces.filter((item) => "shape" in item).length;
  const left = space.height - otherHeight - itemGap * (pieces.length - 1);
  const height = left >= space.height * minFigureShare ? left / Math.max(figures, 1) : space.height;
  return new StackFlowable(
    pieces.map((item) =>
      "shape" in item ? new FigureFlowable(scene, item, { width: space.width, height }) : item,
    ),
    itemGap,
  );
}

interface RowCell {
  x: number;
  width: number;
  padding: DrawnCell["padding"];
  border: { width: number; color: string } | null;
  background: string | null;
  node: string;
  element: SharedElement;
}

/** A row of a table, or the rest of it that continues on the next page. */
class RowPiece implements Flowable {
  readonly height: number;
  readonly #scene: Scene;
  readonly #node: string;
  readonly #cells: readonly RowCell[];
  readonly #contents: readonly (StackFlowable | null)[];
  readonly #element: SharedElement;

  constructor(
    scene: Scene,
    node: string,
    cells: readonly RowCell[],
    contents: readonly (StackFlowable | null)[],
    element: SharedElement,
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
      2 * epsilonPoints,
    );
  }

  split(maxHeight: number, force: boolean): [RowPiece, RowPiece | null] | null {
    if (this.height <= maxHeight + epsilonPoints) return [this, null];
    const parts = this.#contents.map((content, index) => {
      const { top, bottom } = this.#cells[index]!.padding;
      return (
        content?.split(Math.max(maxHeight - top - bottom, 1), force) ??
        (content ? ([null, content] as const) : null)
      );
    });
    if (parts.every((part) => !part?.[0])) return null;
    const rest = parts.map((part) => part?.[1] ?? null);
    const tallest = (contents: readonly (StackFlowable | null)[]) =>
      new RowPiece(this.#scene, this.#node, this.#cells, contents, this.#element);
    return [
      tallest(parts.map((part) => part?.[0] ?? null)),
      rest.every((part) => part === null) ? null : tallest(rest),
    ];
  }

  draw({ x, y }: Point, parent: Element | null): void {
    const scene = this.#scene;
    const frames = this.#cells.map(
      (cell): Rectangle => ({ x: x + cell.x, y, width: cell.width, height: this.height }),
    );
    const last = frames.at(-1);
    if (last) scene.note(this.#node, { x, y, width: last.x + last.width - x, height: this.height });
    if (this.#cells.some(({ background, border }) => background || border)) {
      scene.mark(null, () => {
        this.#cells.forEach(({ background }, index) => {
          if (background) scene.content.fill(frames[index]!, background);
        });
        scene.content.grid(this.#cells.map(({ border }, index) => ({ frame: frames[index]!, line: border })));
      });
    }
    const row = this.#element.in(scene, parent);
    this.#cells.forEach(({ padding, element, node }, index) => {
      const frame = frames[index]!;
      scene.note(node, frame);
      this.#contents[index]?.draw(
        { x: frame.x + padding.left, y: frame.y + padding.top },
        element.in(scene, row),
      );
      // A cell without content is tagged as well.
      element.in(scene, row);
    });
  }

  /** Closes the row's element once all of it is drawn. */
  close(parent: Element | null): void {
    const element = this.#element.in(this.#scene, parent);
    if (element) this.#scene.document.structure.close(element);
  }
}

/** How a row is drawn: as a header or not, and on which background. */
interface RowOptions {
  heading: boolean;
  background: string | null;
}

function rowPiece(
  scene: Scene,
  row: DrawnRow,
  style: TableLook,
  { heading, background }: RowOptions,
): RowPiece {
  const { edges } = style;
  const columns = edges.length - 1;
  const cells: RowCell[] = [];
  const contents: StackFlowable[] = [];
  const spans = row.cells.map(({ colspan }) => Math.max(colspan, 1));
  const exceedsColumns = spans.reduce((sum, span) => sum + span, 0) > columns;
  let x = 0;
  let percent = 0;
  row.cells.forEach((cell, index) => {
    const width = edges[columns]!;
    // A row with more columns than the table uses its own widths, so that nothing is left out.
    const left = exceedsColumns ? (width * percent) / 100 : edges[x]!;
    percent = Math.min(percent + cell.width, 100);
    x = Math.min(x + spans[index]!, columns);
    const right = exceedsColumns ? (width * percent) / 100 : edges[x]!;
    const padding = paddingOf(cell, right - left, style.scale);
    const innerWidth = Math.max(right - left - padding.left - padding.right, 1);
    cells.push({
      x: left,
      width: right - left,
      padding,
      border: borderOf(cell, style.borders),
      background: cell.background ?? background,
      node: cell.node,
      element: new SharedElement(
        heading ? "TH" : "TD",
        cellAttributes(heading, exceedsColumns ? 1 : spans[index]!),
      ),
    });
    contents.push(
      stackOf(
        scene,
        cell.items,
        { width: innerWidth, height: Math.max(style.pageHeight - padding.top - padding.bottom, 1) },
        style.scale,
      ),
    );
  });
  if (!exceedsColumns && x < columns && cells.length > 0) {
    // An empty cell completes the row, so that every row has all columns.
    cells.push({
      x: edges[x]!,
      width: edges[columns]! - edges[x]!,
      padding: { top: 0, bottom: 0, left: 0, right: 0 },
      border: style.borders ? tableRule : null,
      background,
      node: row.node,
      element: new SharedElement("TD", cellAttributes(false, columns - x)),
    });
    contents.push(new StackFlowable([], 0));
  }
  return new RowPiece(scene, row.node, cells, contents, new SharedElement("TR"));
}

function cellAttributes(heading: boolean, span: number): string {
  const attributes = `${heading ? "/Scope/Column" : ""}${span > 1 ? `/ColSpan ${span}` : ""}`;
  return attributes === "" ? "" : `/A<</O/Table${attributes}>>`;
}

/** In points. Padding shrinks if it would leave no space in the cell. */
function paddingOf({ padding }: DrawnCell, width: number, scale: number): DrawnCell["padding"] {
  const { top, bottom, left, right } = padding;
  const horizontalScale = Math.min(scale, (width * 0.8) / Math.max(points(left + right), epsilonPoints));
  return {
    top: points(top) * scale,
    bottom: points(bottom) * scale,
    left: points(left) * horizontalScale,
    right: points(right) * horizontalScale,
  };
}

function borderOf({ border }: DrawnCell, borders: boolean): RowCell["border"] {
  if (border) return border.width > 0 ? border : null;
  return borders ? tableRule : null;
}

function lookOf(
  { widths, borders }: DrawnTable,
  width: number,
  pageHeight: number,
  scale: number,
): TableLook {
  const totalWidth = widths.reduce((sum, part) => sum + part, 0) || 1;
  const edges = [0];
  for (const part of widths) edges.push(edges.at(-1)! + (part / totalWidth) * width);
  if (edges.length === 1) edges.push(width);
  return { borders, edges, pageHeight, scale };
}

/** A table inside a cell; its rows continue on the next page like other items. */
class NestedTable implements Flowable {
  readonly height: number;
  readonly #scene: Scene;
  readonly #rows: readonly RowPiece[];
  readonly #element: SharedElement;

  constructor(scene: Scene, rows: readonly RowPiece[], element: SharedElement) {
    this.#scene = scene;
    this.#rows = rows;
    this.#element = element;
    this.height = rows.reduce((sum, row) => sum + row.height, 0);
  }

  split(maxHeight: number, force: boolean): [Flowable, Flowable | null] | null {
    let left = maxHeight;
    for (const [index, row] of this.#rows.entries()) {
      if (row.height <= left + epsilonPoints) {
        left -= row.height;
        continue;
      }
      const before = this.#rows.slice(0, index);
      const after = this.#rows.slice(index);
      const parts = force && index === 0 ? row.split(left, true) : null;
      if (parts) {
        before.push(parts[0]);
        after.shift();
        if (parts[1]) after.unshift(parts[1]);
      }
      if (before.length === 0) return null;
      return [this.#of(before), after.length > 0 ? this.#of(after) : null];
    }
    return [this, null];
  }

  #of(rows: readonly RowPiece[]): NestedTable {
    return new NestedTable(this.#scene, rows, this.#element);
  }

  draw({ x, y }: Point, parent: Element | null): void {
    const element = this.#element.in(this.#scene, parent);
    let top = y;
    for (const row of this.#rows) {
      row.draw({ x, y: top }, element);
      top += row.height;
    }
  }
}

function nestedTable(
  scene: Scene,
  table: DrawnTable,
  space: { width: number; height: number },
  scale: number,
): NestedTable {
  const style = lookOf(table, space.width, space.height, scale);
  const rows = table.header
    ? [rowPiece(scene, table.header, style, { heading: true, background: table.headerBackground })]
    : [];
  let count = 0;
  for (const row of table.rows)
    if (row.kind === "row")
      rows.push(
        rowPiece(scene, row, style, { heading: false, background: count++ % 2 ? table.rowBackground : null }),
      );
  return new NestedTable(scene, rows, new SharedElement("Table"));
}

export type FillResult = "done" | "full" | "break";

/**
 * A table over one or more pages. Rows are made one at a time and the header is drawn on every page. A row is cut only if it is taller than
 * a page.
 */
export class PagedTable {
  readonly #scene: Scene;
  readonly #table: DrawnTable;
  readonly #x: number;
  readonly #look: TableLook;
  readonly #rows: Iterator<DrawnRow | { kind: "pageBreak" }>;
  readonly #element = new SharedElement("Table");
  readonly #header: RowPiece | null;
  readonly #repeats: boolean;
  #headerDrawn = false;
  #isDrawn = false;
  #pending: RowPiece | null = null;
  #count = 0;

  private constructor(scene: Scene, table: DrawnTable, x: number, style: TableLook) {
    this.#scene = scene;
    this.#table = table;
    this.#x = x;
    this.#rows = table.rows[Symbol.iterator]();
    const { header, headerBackground } = table;
    this.#header = header && rowPiece(scene, header, style, { heading: true, background: headerBackground });
    // A header that leaves too little space for rows is drawn once, as a row.
    this.#repeats = this.#header !== null && this.#header.height <= style.pageHeight / 2;
    const headerHeight = this.#repeats ? this.#header!.height : 0;
    this.#look = { ...style, pageHeight: style.pageHeight - headerHeight };
  }

  /** @param frame `pageHeight` is the space on an empty page */
  static async of(
    scene: Scene,
    table: DrawnTable,
    frame: { x: number; width: number; pageHeight: number },
    scale = 1,
  ): Promise<PagedTable> {
    const missing = table.header && scene.missingFaces([table.header]);
    if (missing) await scene.load(missing);
    return new PagedTable(scene, table, frame.x, lookOf(table, frame.width, frame.pageHeight, scale));
  }

  /**
   * Draws rows from `y` down to `bottom`. On a `fresh` (empty) page something is always drawn. "break" asks for a new page even if there
   * is room.
   */
  async fill(
    y: number,
    bottom: number,
    parent: Element | null,
    fresh: boolean,
  ): Promise<{ y: number; filled: FillResult }> {
    if (this.#header && !this.#repeats && !this.#headerDrawn) {
      this.#pending ??= this.#header;
      this.#headerDrawn = true;
    }
    const header = this.#repeats ? this.#header : null;
    const from = y;
    let top = y;
    let hasRows = false;
    for (;;) {
      const row = await this.#next();
      if (row === "break") return { y: top, filled: "break" };
      if (row === "end") {
        // A table without rows still shows its header.
        if (header && !this.#headerDrawn) {
          if (header.height > bottom - top + epsilonPoints && !(fresh && top === from))
            return { y: top, filled: "full" };
          top = this.#begin(header, top, parent);
        }
        if (this.#isDrawn) this.#close(parent);
        return { y: top, filled: "done" };
      }
      const headerHeight = hasRows ? 0 : (header?.height ?? 0);
      const maxHeight = bottom - top - headerHeight;
      const empty = fresh && top === from;
      if (row.height <= maxHeight + epsilonPoints) {
        if (!hasRows) top = this.#begin(header, top, parent);
        hasRows = true;
        this.#draw(row, top, parent);
        row.close(this.#element.in(this.#scene, parent));
        top += row.height;
        continue;
      }
      this.#pending = row;
      const fitsAnywhere = row.height <= this.#look.pageHeight + epsilonPoints;
      if (fitsAnywhere && !empty) return { y: top, filled: "full" };
      const parts = row.split(maxHeight, empty);
      if (!parts) return { y: top, filled: "full" };
      if (!hasRows) top = this.#begin(header, top, parent);
      const [head, tail] = parts;
      this.#draw(head, top, parent);
      this.#pending = tail;
      top += head.height;
      hasRows = true;
      if (!tail) {
        head.close(this.#element.in(this.#scene, parent));
        continue;
      }
      return { y: top, filled: "full" };
    }
  }

  async #next(): Promise<RowPiece | "end" | "break"> {
    if (this.#pending) {
      const row = this.#pending;
      this.#pending = null;
      return row;
    }
    const { done, value } = this.#rows.next();
    if (done) return "end";
    if (value.kind === "pageBreak") return "break";
    const missing = this.#scene.missingFaces([value]);
    if (missing) await this.#scene.load(missing);
    const background = this.#count++ % 2 ? this.#table.rowBackground : null;
    return rowPiece(this.#scene, value, this.#look, { heading: false, background });
  }

  /** Draws the header: tagged the first time, as an artifact when repeated. */
  #begin(header: RowPiece | null, y: number, parent: Element | null): number {
    this.#isDrawn = true;
    const element = this.#element.in(this.#scene, parent);
    if (!header) return y;
    header.draw({ x: this.#x, y }, this.#headerDrawn ? null : element);
    if (!this.#headerDrawn) header.close(element);
    this.#headerDrawn = true;
    return y + header.height;
  }

  #draw(row: RowPiece, y: number, parent: Element | null): void {
    const { node } = this.#table;
    this.#scene.note(node, { x: this.#x, y, width: this.#look.edges.at(-1)!, height: row.height });
    row.draw({ x: this.#x, y }, this.#element.in(this.#scene, parent));
  }

  #close(parent: Element | null): void {
    const element = parent && this.#element.in(this.#scene, parent);
    if (element) this.#scene.document.structure.close(element);
  }
}
