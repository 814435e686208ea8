import { cutText } from "../rules/text";
import {
  betweenNames,
  type Difference,
  type Entries,
  type Entry,
  entryDifference,
  same,
} from "../rules/treeDifference";
import type { LayoutContent } from "./edit";
import { type LayoutNode, layoutTree } from "./node";

/** What differs between two versions of a report layout, in its fields and nodes; paths are names that people can read. */
export function layoutDifference(
  before: Partial<LayoutContent>,
  after: Partial<LayoutContent>,
): Difference[] {
  const found: Difference[] = [];
  for (const field of ["name", "description", "type"] as const)
    if (!same(before[field], after[field]))
      found.push({ path: field, before: before[field], after: after[field] });
  return [...found, ...entryDifference(entriesOf(before.nodes ?? []), entriesOf(after.nodes ?? []))];
}

function entriesOf(nodes: readonly LayoutNode[]): Entries {
  const paths = new Map<string, string>();
  return new Map(
    layoutTree.flatten(nodes).map(({ node, parent }): [string, Entry] => {
      const above = parent ? (paths.get(parent.id) as string) : "nodes";
      const path = `${above}${betweenNames}${nodeName(node)}`;
      paths.set(node.id, path);
      const { name, description, type, params } = node;
      return [
        node.id,
        {
          path,
          summary: type,
          parentId: parent?.id ?? "",
          parent: above,
          fields: { name, description, type, ...params },
        },
      ];
    }),
  );
}

/** Cut, so that a path of twenty names fits a line. */
const nodeName = ({ type, name }: LayoutNode) => (name ? `${type} ${cutText(name, 40)}` : type);
