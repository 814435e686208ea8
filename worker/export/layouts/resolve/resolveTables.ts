import { flattenConditions } from "#domain/layout/conditionalBranches.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import type { DrawnBreak, DrawnCell, DrawnRow, DrawnTable } from "../renderTree.ts";
import { comparisonSpans, createComparisonRows } from "./comparisonTable.ts";
import { applicableNodes } from "./conditions.ts";
import type { DrawContext, NodeDrawer } from "./drawContext.ts";
import { createFileRows, fileColumnWidths } from "./fileRows.ts";
import { createLazyIterable, isEmpty, memoize } from "./iterables.ts";
import { readColor, readNumber } from "./nodeParams.ts";
import { columnScopes } from "./photoColumns.ts";
import { createGridRows, gridColumnCount } from "./photoGrid.ts";
import { createPlainText, readBorder, tableStyle } from "./plainItems.ts";
import type { Scope } from "./resolveScope.ts";
import { VisitHeadings } from "./visitLabels.ts";
import { type CellSpan, calculateColumnWidths } from "./widths.ts";

type Padding = DrawnCell["padding"];

/** Default padding of cells in millimetres: Word's in tables, none in worksheets. */
export const tablePadding: Padding = { top: 0.5, bottom: 0.5, left: 2, right: 2 };
export const noPadding: Padding = { top: 0, bottom: 0, left: 0, right: 0 };

/** The columns of a sheet and the rows of a grid: a landscape A4 page. Millimetres. */
const sheetPage = { width: 259, height: 210, rowsHeight: 165 } as const;

const isRow = ({ type }: LayoutNode): boolean => type === "ROW" || type === "TABLE_ROW";
const isCell = ({ type }: LayoutNode): boolean => type === "COLUMN" || type === "TABLE_CELL";

const colspanOf = ({ params }: LayoutNode): number => Math.round(readNumber(params, "COLSPAN", 1, 100) ?? 1);
export const widthOf = ({ params }: LayoutNode): number | null => readNumber(params, "WIDTH", 1, 100);

/** Nodes that are rows in a sheet, and tables or pages elsewhere. */
const hasRows = ({ type }: LayoutNode): boolean =>
  type === "PHOTO_GRID" || type === "FILES" || type === "COMPARISON";

function cellSpans(row: LayoutNode, documentationCount: number): CellSpan[] {
  switch (row.type) {
    case "PHOTO_GRID":
      return Array.from({ length: gridColumnCount(row) }, () => ({ colspan: 1, width: null }));
    case "FILES":
      return fileColumnWidths.map(() => ({ colspan: 1, width: null }));
    case "COMPARISON":
      return comparisonSpans(row, documentationCount);
    default:
      return row.children.filter(isCell).map((cell) => ({ colspan: colspanOf(cell), width: widthOf(cell) }));
  }
}

/** The nodes that draw the rows of a table or sheet, including those inside an EACH or a condition. */
const rowNodes = (nodes: readonly LayoutNode[]): LayoutNode[] =>
  flattenConditions(nodes).flatMap((node) =>
    isRow(node) || hasRows(node) ? [node] : node.type === "EACH" ? rowNodes(node.children) : [],
  );

/** Widths of the columns of a sheet in percent. @param documentationCount of the report */
export const sheetColumnWidths = ({ children }: LayoutNode, documentationCount: number): number[] =>
  calculateColumnWidths(rowNodes(children).map((row) => cellSpans(row, documentationCount)));

/** Widths of the columns of a table, which contains no COMPARISON. */
const tableColumnWidths = memoize((node: LayoutNode) => sheetColumnWidths(node, 0));

/** The first row is the header if headers have a background or repeated rows follow it. A conditional row is no header. */
function findHeader({ params, children }: LayoutNode): LayoutNode | null {
  const [first, second] = [children[0], flattenConditions(children.slice(1))[0]];
  if (!first || !isRow(first)) return null;
  return readColor(params, "HEADER_BACKGROUND_COLOR") !== null || second?.type === "EACH" ? first : null;
}

export function resolveTable(
  draw: NodeDrawer,
  node: LayoutNode,
  scope: Scope,
  context: DrawContext,
): DrawnTable {
  const { id, params, children } = node;
  const widths = tableColumnWidths(node);
  const header = findHeader(node);
  const rowsContext = createRowsContext(widths, tablePadding, {
    cell: { container: context.container === "header" ? "header" : "cell" },
    fillsRows: true,
  });
  const rowNodes = header ? children.slice(1) : children;
  return {
    kind: "table",
    node: id,
    ...tableStyle(params),
    widths,
    header: header && resolveRow(draw, header, scope, rowsContext),
    rows: createLazyIterable(() => dropEmptyBreaks(resolveRows(draw, rowNodes, scope, rowsContext))),
  };
}

export const isTableEmpty = ({ header, rows }: DrawnTable): boolean => header === null && isEmpty(rows);

/** The part of a cell that does not depend on the scope. */
interface CellPlan {
  appearance: Omit<DrawnCell, "items">;
  /** Null for the empty cell that completes a shorter row. */
  children: readonly LayoutNode[] | null;
}

export interface RowsContext {
  /** Of the columns, in percent. */
  widths: readonly number[];
  /** The context of items in cells. */
  cell: DrawContext;
  planCells: (row: LayoutNode) => readonly CellPlan[];
  /** A row of one cell with a heading. */
  headingRow: (node: string, heading: string) => DrawnRow;
}

/** Context of the rows in a grid of columns. @param fillsRows adds an empty cell to shorter rows */
export const createRowsContext = (
  widths: readonly number[],
  padding: Padding,
  { cell, fillsRows }: { cell: DrawContext; fillsRows: boolean },
): RowsContext => ({
  widths,
  cell,
  headingRow: (node, heading) => ({
    kind: "row",
    node,
    cells: [
      {
        ...{ node, width: 100, colspan: Math.max(1, widths.length), padding, border: null, background: null },
        items: [createPlainText(node, heading, true)],
      },
    ],
  }),
  planCells: memoize((row: LayoutNode) => {
    const cells: CellPlan[] = [];
    let column = 0;
    const spannedWidth = (colspan: number) =>
      widths.slice(column, column + colspan).reduce((sum, width) => sum + width, 0);
    for (const child of row.children) {
      if (!isCell(child)) continue;
      const colspan = colspanOf(child);
      const appearance = { ...cellStyle(child, padding), width: spannedWidth(colspan), colspan };
      cells.push({ appearance, children: child.children });
      column += colspan;
    }
    const freeColumns = widths.length - column;
    if (fillsRows && freeColumns > 0) {
      const appearance = {
        node: row.id,
        width: spannedWidth(freeColumns),
        colspan: freeColumns,
        padding,
        border: null,
        background: null,
      };
      cells.push({ appearance, children: null });
    }
    return cells;
  }),
});

export function* resolveRows(
  draw: NodeDrawer,
  nodes: readonly LayoutNode[],
  scope: Scope,
  context: RowsContext,
): Generator<DrawnRow | DrawnBreak> {
  for (const node of applicableNodes(nodes, scope, draw)) {
    if (isRow(node)) yield resolveRow(draw, node, scope, context);
    else if (node.type === "PHOTO_GRID")
      yield* createGridRows(draw, node, scope, {
        widths: context.widths,
        page: sheetPage,
      });
    else if (node.type === "COMPARISON") yield* createComparisonRows(draw, node, scope, context.widths);
    else if (node.type === "FILES") {
      const { widths } = context;
      yield* createFileRows(draw, node, scope, { widths, padding: noPadding });
    } else if (node.type === "PAGE_BREAK") yield { kind: "pageBreak", node: node.id };
    else if (node.type === "EACH") {
      const headings = new VisitHeadings(node, scope, draw.context);
      for (const innerScope of draw.iterationOf(node)(scope))
        for (const row of resolveRows(draw, node.children, innerScope, context)) {
          const heading = row.kind === "row" ? headings.next(innerScope) : null;
          if (heading) yield context.headingRow(node.id, heading);
          yield row;
        }
    }
  }
}

/** Drops breaks that would leave a slide empty: the first, the last and repeated ones. */
function* dropEmptyBreaks(rows: Iterable<DrawnRow | DrawnBreak>): Generator<DrawnRow | DrawnBreak> {
  let hasRows = false;
  let pendingBreak: DrawnBreak | null = null;
  for (const row of rows) {
    if (row.kind === "pageBreak") {
      if (hasRows) pendingBreak ??= row;
      continue;
    }
    if (pendingBreak) yield pendingBreak;
    pendingBreak = null;
    hasRows = true;
    yield row;
  }
}

const resolveRow = (
  draw: NodeDrawer,
  node: LayoutNode,
  scope: Scope,
  { cell, planCells }: RowsContext,
): DrawnRow => {
  const scopeOf = columnScopes(node, scope);
  return {
    kind: "row",
    node: node.id,
    cells: planCells(node).map(({ appearance, children }, index) => ({
      ...appearance,
      items: children ? draw.items(children, scopeOf(index), cell) : [],
    })),
  };
};

/** Padding, border and background of a column or cell. */
export function cellStyle(
  { id, params }: LayoutNode,
  defaultPadding: Padding,
): Pick<DrawnCell, "node" | "padding" | "border" | "background"> {
  const padding = readNumber(params, "PADDING", 0, 100);
  return {
    node: id,
    padding: {
      top: readNumber(params, "PADDING_TOP", 0, 100) ?? padding ?? defaultPadding.top,
      bottom: readNumber(params, "PADDING_BOTTOM", 0, 100) ?? padding ?? defaultPadding.bottom,
      left: readNumber(params, "PADDING_LEFT", 0, 100) ?? padding ?? defaultPadding.left,
      right: readNumber(params, "PADDING_RIGHT", 0, 100) ?? padding ?? defaultPadding.right,
    },
    border: readBorder(params),
    background: readColor(params, "BACKGROUND_COLOR"),
  };
}
