import type { LayoutNode } from "#domain/layout/node.ts";
import { createContactTable } from "#worker/export/documents/formSections.ts";
import type { DrawnCell, DrawnRow, DrawnTable } from "../renderTree.ts";
import type { IndexedTask } from "./documentationIndex.ts";
import { createPlainText, tableStyle } from "./plainItems.ts";
import { tablePadding } from "./resolveTables.ts";
import { distributeWidths } from "./widths.ts";

/** A table of a task's contact persons; null if there are none. */
export function createContactsTable({ id, params }: LayoutNode, { task }: IndexedTask): DrawnTable | null {
  if (task.type !== "CONTACT_PERSONS" || !task.answer?.trim()) return null;
  const { columns, rows } = createContactTable(task.answer, task.columns ?? []);
  if (rows.length === 0) return null;
  const widths = distributeWidths(columns.map(() => null));
  const createRow = (texts: readonly string[], bold: boolean): DrawnRow => ({
    kind: "row",
    node: id,
    cells: texts.map(
      (text, index): DrawnCell => ({
        node: id,
        width: widths[index]!,
        colspan: 1,
        padding: tablePadding,
        border: null,
        background: null,
        items: text === "" ? [] : [createPlainText(id, text, bold)],
      }),
    ),
  });
  return {
    kind: "table",
    node: id,
    ...tableStyle(params),
    widths,
    header: columns.some(Boolean) ? createRow(columns, true) : null,
    rows: rows.map((cells) => createRow(cells, false)),
  };
}
