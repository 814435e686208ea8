import { renumberLayout } from "./layoutEdit.ts";
import { type LayoutNode, layoutTree } from "./node.ts";

/** Normalizes nodes for storage: numbered, without empty params. */
export const normalizeNodes = (nodes: readonly LayoutNode[]): readonly LayoutNode[] =>
  renumberLayout(
    layoutTree.mapNodes(nodes, (node) => ({
      ...node,
      params: Object.fromEntries(Object.entries(node.params).filter(([, value]) => value !== "")),
    })),
  );
