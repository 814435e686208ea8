import type { LayoutNode } from "#domain/layout/node.ts";
import type { SheetNames } from "#worker/export/excelLimits.ts";
import type { DrawnRow, DrawnSheet } from "../renderTree.ts";
import type { Drawing } from "./drawContext.ts";
import { isEmpty, lazy } from "./iterables.ts";
import type { Scope } from "./resolveScope.ts";
import { gridOf, noPadding, rows, rowsIn } from "./resolveTables.ts";

/** Worksheets. */

export function* sheets(
  draw: Drawing,
  nodes: readonly LayoutNode[],
  scope: Scope,
  names: SheetNames,
): Generator<DrawnSheet> {
  for (const node of nodes) {
    if (node.type === "EACH")
      for (const inner of draw.visit(node)(scope)) yield* sheets(draw, node.children, inner, names);
    if (node.type !== "SHEET") continue;
    const widths = gridOf(node);
    const rowContext = rowsIn(widths, noPadding, { cell: { in: "cell" }, fill: false });
    const all = lazy(() => rowsAlone(rows(draw, node.children, scope, rowContext)));
    if (node.children.length > 0 && isEmpty(all)) continue;
    const name = names.claim(draw.nameOf(node, scope), draw.context.texts.documentation);
    yield { kind: "sheet", node: node.id, name, widths, rows: all };
  }
}

function* rowsAlone(all: ReturnType<typeof rows>): Generator<DrawnRow> {
  for (const row of all) if (row.kind === "row") yield row;
}
