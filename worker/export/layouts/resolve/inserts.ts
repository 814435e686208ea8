import { problem } from "#domain/core/problem.ts";
import { InsertCounts, summarizeInserts } from "#domain/layout/inserts.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { maxInsertedNodes } from "#domain/layout/types.ts";
import type { ReportLayout } from "../report.ts";

/**
 * The nodes of a layout with those of the inserted ones as children of the INSERTs. Their ids become that of the INSERT: it is what an
 * editor of the layout can show. Headers and footers of inserted layouts are left out.
 * @throws layoutFaulty where more than `maxInsertedNodes` nodes would be inserted, as in a circle
 */
export function withInserts(
  { id, name, nodes }: ReportLayout,
  layouts: ReadonlyMap<string, ReportLayout>,
): readonly LayoutNode[] {
  if (!nodes.some(hasInsert)) return nodes;
  const known = new Map([...layouts].map(([key, one]) => [key, summarizeInserts(one.nodes)]));
  if (new InsertCounts(known.set(id, summarizeInserts(nodes))).in(id) > maxInsertedNodes)
    throw problem("layoutFaulty", { names: [name] });
  const opened = (node: LayoutNode, as: string | null): LayoutNode => {
    const wanted = node.type === "INSERT" ? layouts.get(node.params.CONFIGURATION ?? "") : undefined;
    if (as === null && !hasInsert(node)) return node;
    const inside = wanted ? (as ?? node.id) : as;
    const children = wanted ? wanted.nodes.filter(isBody) : node.children;
    return { ...node, id: as ?? node.id, children: children.map((child) => opened(child, inside)) };
  };
  return nodes.map((node) => opened(node, null));
}

const isBody = ({ type }: LayoutNode): boolean => type !== "HEADER" && type !== "FOOTER";
const hasInsert = (node: LayoutNode): boolean => node.type === "INSERT" || node.children.some(hasInsert);
