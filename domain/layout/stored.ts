import { renumberedLayout } from "./layoutEdit.ts";
import { type LayoutNode, layoutTree } from "./node.ts";

/** Normalizes nodes for storage: numbered, without empty params. */
export const storedNodes = (nodes: readonly LayoutNode[]): readonly LayoutNode[] =>
  renumberedLayout(
    layoutTree.mapped(nodes, (node) => ({
      ...node,
      params: Object.fromEntries(Object.entries(node.params).filter(([, value]) => value !== "")),
    })),
  );
