import type { LayoutNode } from "./node.ts";
import type { LayoutNodeType } from "./types.ts";

/** IF and ELSE: which sibling belongs to which, and what they leave unchanged around them. */

interface TypedNode {
  type: LayoutNodeType;
}

export const isConditional = ({ type }: TypedNode): boolean => type === "IF" || type === "ELSE";

/** Nodes or ancestors without IF and ELSE, which do not change the meaning of what they contain. */
export const withoutConditions = <N extends TypedNode>(nodes: readonly N[]): readonly N[] =>
  nodes.some(isConditional) ? nodes.filter((node) => !isConditional(node)) : nodes;

/** The index of the last IF without an ELSE; -1 if there is none. */
export const lastIfWithoutElse = (siblings: readonly TypedNode[]): number =>
  siblings.findLastIndex(({ type }, index) => type === "IF" && siblings[index + 1]?.type !== "ELSE");

/** An ELSE directly follows its IF. */
export const isMisplacedElse = (node: TypedNode, previousSibling: TypedNode | undefined): boolean =>
  node.type === "ELSE" && previousSibling?.type !== "IF";

/** Nodes with every IF and ELSE replaced by its children: all that could be drawn. */
export const flattenConditions = (nodes: readonly LayoutNode[]): readonly LayoutNode[] =>
  nodes.some(isConditional)
    ? nodes.flatMap((node) => (isConditional(node) ? flattenConditions(node.children) : [node]))
    : nodes;
