import type { LayoutNode } from "#domain/layout/node.ts";
import type { SheetNames } from "#worker/export/excelLimits.ts";
import type { DrawnContents, DrawnRow, DrawnSheet } from "../renderTree.ts";
import { applicableNodes } from "./conditions.ts";
import type { NodeDrawer } from "./drawContext.ts";
import { createLazyIterable, isEmpty } from "./iterables.ts";
import { createContents } from "./levels.ts";
import { createPlainText } from "./plainItems.ts";
import type { Scope } from "./resolveScope.ts";
import { createRowsContext, noPadding, resolveRows, sheetColumnWidths } from "./resolveTables.ts";

/** Worksheets. */

export function* resolveSheets(
  draw: NodeDrawer,
  nodes: readonly LayoutNode[],
  scope: Scope,
  names: SheetNames,
): Generator<DrawnSheet | DrawnContents> {
  for (const node of applicableNodes(nodes, scope, draw)) {
    if (node.type === "EACH")
      for (const innerScope of draw.iterationOf(node)(scope))
        yield* resolveSheets(draw, node.children, innerScope, names);
    if (node.type === "CONTENTS") {
      const contents = createContents(draw, node, scope);
      yield { ...contents, title: names.claim(contents.title, contents.title) };
    }
    if (node.type !== "SHEET") continue;
    const widths = sheetColumnWidths(node, draw.context.documentations.length);
    const rowContext = createRowsContext(widths, noPadding, {
      cell: { container: "cell" },
      fillsRows: false,
    });
    const sheetRows = createLazyIterable(() =>
      withoutBreaks(resolveRows(draw, node.children, scope, rowContext)),
    );
    if (node.children.length > 0 && isEmpty(sheetRows)) continue;
    const fullName = draw.nameOf(node, scope);
    const name = names.claim(fullName, draw.context.texts.documentation);
    const isCut = fullName.length > shortNameLength && !name.startsWith(fullName);
    const rows = isCut ? withFullName(sheetRows, node.id, fullName, widths.length) : sheetRows;
    yield { kind: "sheet", node: node.id, name, widths, rows };
  }
}

/** Names of at most this many characters fit, whatever number is added. */
const shortNameLength = 24;

/** The rows, followed by the full name of the sheet, which does not fit its tab. */
function* withFullName(
  rows: Iterable<DrawnRow>,
  node: string,
  name: string,
  colspan: number,
): Generator<DrawnRow> {
  yield* rows;
  const text = createPlainText(`${node}.name`, name, true);
  const style = { padding: noPadding, border: null, background: null };
  yield { kind: "row", node, cells: [{ ...style, node, width: 100, colspan, items: [text] }] };
}

function* withoutBreaks(sheetRows: ReturnType<typeof resolveRows>): Generator<DrawnRow> {
  for (const row of sheetRows) if (row.kind === "row") yield row;
}
