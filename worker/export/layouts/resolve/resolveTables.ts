import type { LayoutNode } from "#domain/layout/node.ts";
import type { DrawnBreak, DrawnCell, DrawnRow, DrawnTable, DrawnText } from "../renderTree.ts";
import type { DrawContext, Drawing } from "./drawContext.ts";
import { isEmpty, lazy, memoize } from "./iterables.ts";
import { color, flag, number } from "./nodeParams.ts";
import type { Scope } from "./resolveScope.ts";
import { columnWidths, type Spanning } from "./widths.ts";

type Padding = DrawnCell["padding"];

/** Default padding of cells in millimetres: Word's in tables, none in worksheets. */
export const tablePadding: Padding = { top: 0.5, bottom: 0.5, left: 2, right: 2 };
export const noPadding: Padding = { top: 0, bottom: 0, left: 0, right: 0 };

const isRow = ({ type }: LayoutNode): boolean => type === "ROW" || type === "TABLE_ROW";
const isCell = ({ type }: LayoutNode): boolean => type === "COLUMN" || type === "TABLE_CELL";

const colspanOf = ({ params }: LayoutNode): number => Math.round(number(params, "COLSPAN", 1, 100) ?? 1);
export const widthOf = ({ params }: LayoutNode): number | null => number(params, "WIDTH", 1, 100);

const spanning = (row: LayoutNode): Spanning[] =>
  row.children.filter(isCell).map((cell) => ({ colspan: colspanOf(cell), width: widthOf(cell) }));

/** The row nodes of a table or sheet, including those inside an EACH. */
const rowNodes = (nodes: readonly LayoutNode[]): LayoutNode[] =>
  nodes.flatMap((node) => (isRow(node) ? [node] : node.type === "EACH" ? rowNodes(node.children) : []));

export const gridOf = memoize((node: LayoutNode) => columnWidths(rowNodes(node.children).map(spanning)));

/** The first row is the header if headers have a background or repeated rows follow it. */
function headerOf({ params, children }: LayoutNode): LayoutNode | null {
  const [first, second] = children;
  if (!first || !isRow(first)) return null;
  return color(params, "HEADER_BACKGROUND_COLOR") !== null || second?.type === "EACH" ? first : null;
}

/** Borders and backgrounds of a table. */
export const tableLook = (
  params: LayoutNode["params"],
): Pick<DrawnTable, "borders" | "headerBackground" | "rowBackground"> => ({
  borders: !flag(params, "REMOVE_BORDERS", false),
  headerBackground: color(params, "HEADER_BACKGROUND_COLOR"),
  rowBackground: color(params, "ROW_BACKGROUND_COLOR"),
});

export function tableOf(draw: Drawing, node: LayoutNode, scope: Scope, context: DrawContext): DrawnTable {
  const { id, params, children } = node;
  const widths = gridOf(node);
  const header = headerOf(node);
  const inTable = rowsIn(widths, tablePadding, {
    cell: { in: context.in === "header" ? "header" : "cell" },
    fill: true,
  });
  const rest = header ? children.slice(1) : children;
  return {
    kind: "table",
    node: id,
    ...tableLook(params),
    widths,
    header: header && rowOf(draw, header, scope, inTable),
    rows: lazy(() => dropEmptyBreaks(rows(draw, rest, scope, inTable))),
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
  /** Where the items of cells are drawn. */
  cell: DrawContext;
  cellsOf: (row: LayoutNode) => readonly CellPlan[];
}

/** Context of the rows in a grid of columns. @param fill adds an empty cell to shorter rows */
export const rowsIn = (
  widths: readonly number[],
  padding: Padding,
  { cell, fill }: { cell: DrawContext; fill: boolean },
): RowsContext => ({
  cell,
  cellsOf: memoize((row: LayoutNode) => {
    const cells: CellPlan[] = [];
    let column = 0;
    const widthOver = (colspan: number) =>
      widths.slice(column, column + colspan).reduce((sum, width) => sum + width, 0);
    for (const child of row.children) {
      if (!isCell(child)) continue;
      const colspan = colspanOf(child);
      const appearance = { ...cellLook(child, padding), width: widthOver(colspan), colspan };
      cells.push({ appearance, children: child.children });
      column += colspan;
    }
    const rest = widths.length - column;
    if (fill && rest > 0) {
      const appearance = {
        node: row.id,
        width: widthOver(rest),
        colspan: rest,
        padding,
        border: null,
        background: null,
      };
      cells.push({ appearance, children: null });
    }
    return cells;
  }),
});

export function* rows(
  draw: Drawing,
  nodes: readonly LayoutNode[],
  scope: Scope,
  context: RowsContext,
): Generator<DrawnRow | DrawnBreak> {
  for (const node of nodes) {
    if (isRow(node)) yield rowOf(draw, node, scope, context);
    else if (node.type === "PAGE_BREAK") yield { kind: "pageBreak", node: node.id };
    else if (node.type === "EACH")
      for (const inner of draw.visit(node)(scope)) yield* rows(draw, node.children, inner, context);
  }
}

/** Drops breaks that would leave a slide empty: the first, the last and repeated ones. */
function* dropEmptyBreaks(all: Iterable<DrawnRow | DrawnBreak>): Generator<DrawnRow | DrawnBreak> {
  let hasRows = false;
  let pendingBreak: DrawnBreak | null = null;
  for (const row of all) {
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

const rowOf = (draw: Drawing, node: LayoutNode, scope: Scope, { cell, cellsOf }: RowsContext): DrawnRow => ({
  kind: "row",
  node: node.id,
  cells: cellsOf(node).map(({ appearance, children }) => ({
    ...appearance,
    items: children ? draw.items(children, scope, cell) : [],
  })),
});

/** Padding, border and background of a column or cell. */
export function cellLook(
  { id, params }: LayoutNode,
  missing: Padding,
): Pick<DrawnCell, "node" | "padding" | "border" | "background"> {
  const all = number(params, "PADDING", 0, 100);
  const width = number(params, "BORDER_WIDTH", 0, 20);
  const borderColor = color(params, "BORDER_COLOR");
  return {
    node: id,
    padding: {
      top: number(params, "PADDING_TOP", 0, 100) ?? all ?? missing.top,
      bottom: number(params, "PADDING_BOTTOM", 0, 100) ?? all ?? missing.bottom,
      left: number(params, "PADDING_LEFT", 0, 100) ?? all ?? missing.left,
      right: number(params, "PADDING_RIGHT", 0, 100) ?? all ?? missing.right,
    },
    border:
      width === null && borderColor === null
        ? null
        : { width: width ?? 0.5, color: borderColor ?? "#000000" },
    background: color(params, "BACKGROUND_COLOR"),
  };
}

/** A text that the layout does not style: the default of new texts. */
export const plainText = (node: string, text: string, bold = false, size = 11): DrawnText => ({
  kind: "text",
  node,
  text,
  size,
  color: "#000000",
  bold,
  italic: false,
  alignment: "LEFT",
  font: "HELVETICA",
  position: null,
});
