import type { LayoutNode } from "#domain/layout/node.ts";
import type { DrawnTable } from "../renderTree.ts";
import type { NodeDrawer } from "./drawContext.ts";
import { createFileRows, fileColumnWidths } from "./fileRows.ts";
import { tableStyle } from "./plainItems.ts";
import type { Scope } from "./resolveScope.ts";
import { tablePadding } from "./resolveTables.ts";

/** FILES as a table; without a header or rows if there are no files in scope. */
export function createFilesTable(draw: NodeDrawer, node: LayoutNode, scope: Scope): DrawnTable {
  const rowStyle = { widths: fileColumnWidths, padding: tablePadding };
  const [header = null, ...rows] = createFileRows(draw, node, scope, rowStyle);
  return {
    ...{ kind: "table", node: node.id, widths: fileColumnWidths, header, rows },
    ...tableStyle(node.params),
  };
}
