import { truncate } from "#domain/core/text/trim.ts";
import {
  type Difference,
  diffEntries,
  type Entries,
  type Entry,
  isDeepEqual,
  pathSeparator,
} from "#domain/core/tree/treeDifference.ts";
import type { LayoutContent } from "./layoutEdit.ts";
import { type LayoutNode, layoutTree } from "./node.ts";

/** The differences between two versions of a report layout, in its fields and nodes; paths consist of readable names. */
export function diffLayouts(before: Partial<LayoutContent>, after: Partial<LayoutContent>): Difference[] {
  const differences: Difference[] = [];
  for (const field of ["name", "description", "type", "photoSize"] as const)
    if (!isDeepEqual(before[field], after[field]))
      differences.push({ path: field, before: before[field], after: after[field] });
  return [...differences, ...diffEntries(entriesOf(before.nodes ?? []), entriesOf(after.nodes ?? []))];
}

function entriesOf(nodes: readonly LayoutNode[]): Entries {
  const paths = new Map<string, string>();
  return new Map(
    layoutTree.flatten(nodes).map(({ node, parent }): [string, Entry] => {
      const parentPath = (parent && paths.get(parent.id)) ?? "nodes";
      const path = `${parentPath}${pathSeparator}${formatNodeName(node)}`;
      paths.set(node.id, path);
      const { name, description, type, params } = node;
      return [
        node.id,
        {
          path,
          summary: type,
          parentId: parent?.id ?? "",
          parent: parentPath,
          fields: { name, description, type, ...params },
        },
      ];
    }),
  );
}

/** Truncated, so that a path of twenty names fits a line. */
const formatNodeName = ({ type, name }: LayoutNode) => (name ? `${type} ${truncate(name, 40)}` : type);
