import { renumberedLayout } from "./layoutEdit.ts";
import { type LayoutNode, layoutTree } from "./node.ts";

/** Nodes as they are stored: numbered, and without params that are not set. */
export const storedNodes = (nodes: readonly LayoutNode[]): readonly LayoutNode[] =>
  renumberedLayout(
    layoutTree.mapped(nodes, (node) => ({
      ...node,
      params: Object.fromEntries(Object.entries(node.params).filter(([, value]) => value !== "")),
    })),
  );
