import { problem } from "#domain/core/problem.ts";
import { InsertCounts, summarizeInserts } from "#domain/layout/inserts.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { maxInsertedNodes } from "#domain/layout/types.ts";
import type { ReportLayout } from "../report.ts";

/**
 * The nodes of a layout, with those of inserted layouts as children of the INSERTs. They get the id of the INSERT, because that
 * is what the layout editor can show. Headers and footers of inserted layouts are left out.
 * @throws layoutFaulty if more than `maxInsertedNodes` nodes would be inserted, as in a cycle
 */
export function expandInserts(
  { id, name, nodes }: ReportLayout,
  layouts: ReadonlyMap<string, ReportLayout>,
): readonly LayoutNode[] {
  if (!nodes.some(hasInsert)) return nodes;
  const summaries = new Map([...layouts].map(([key, layout]) => [key, summarizeInserts(layout.nodes)]));
  if (new InsertCounts(summaries.set(id, summarizeInserts(nodes))).countInserted(id) > maxInsertedNodes)
    throw problem("layoutFaulty", { names: [name] });
  const expand = (node: LayoutNode, insertId: string | null): LayoutNode => {
    const insertedLayout = node.type === "INSERT" ? layouts.get(node.params.CONFIGURATION ?? "") : undefined;
    if (insertId === null && !hasInsert(node)) return node;
    const childInsertId = insertedLayout ? (insertId ?? node.id) : insertId;
    const children = insertedLayout ? insertedLayout.nodes.filter(isBodyNode) : node.children;
    return {
      ...node,
      id: insertId ?? node.id,
      children: children.map((child) => expand(child, childInsertId)),
    };
  };
  return nodes.map((node) => expand(node, null));
}

const isBodyNode = ({ type }: LayoutNode): boolean => type !== "HEADER" && type !== "FOOTER";
const hasInsert = (node: LayoutNode): boolean => node.type === "INSERT" || node.children.some(hasInsert);
