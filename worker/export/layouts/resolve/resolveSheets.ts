import type { LayoutNode } from "#domain/layout/node.ts";
import type { SheetNames } from "#worker/export/excelLimits.ts";
import type { DrawnRow, DrawnSheet } from "../renderTree.ts";
import type { NodeDrawer } from "./drawContext.ts";
import { createLazyIterable, isEmpty } from "./iterables.ts";
import type { Scope } from "./resolveScope.ts";
import { columnWidthsOf, createRowsContext, noPadding, resolveRows } from "./resolveTables.ts";

/** Worksheets. */

export function* resolveSheets(
  draw: NodeDrawer,
  nodes: readonly LayoutNode[],
  scope: Scope,
  names: SheetNames,
): Generator<DrawnSheet> {
  for (const node of nodes) {
    if (node.type === "EACH")
      for (const inner of draw.iterationOf(node)(scope))
        yield* resolveSheets(draw, node.children, inner, names);
    if (node.type !== "SHEET") continue;
    const widths = columnWidthsOf(node);
    const rowContext = createRowsContext(widths, noPadding, { cell: { in: "cell" }, fill: false });
    const sheetRows = createLazyIterable(() =>
      withoutBreaks(resolveRows(draw, node.children, scope, rowContext)),
    );
    if (node.children.length > 0 && isEmpty(sheetRows)) continue;
    const name = names.claim(draw.nameOf(node, scope), draw.context.texts.documentation);
    yield { kind: "sheet", node: node.id, name, widths, rows: sheetRows };
  }
}

function* withoutBreaks(sheetRows: ReturnType<typeof resolveRows>): Generator<DrawnRow> {
  for (const row of sheetRows) if (row.kind === "row") yield row;
}
