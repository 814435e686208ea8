import type { LayoutNode } from "./node.ts";
import type { LayoutNodeType } from "./types.ts";

/**
 * IF and ELSE: which node an ELSE belongs to, and lists of nodes without conditions. An ELSE can also follow an EACH, and is drawn
 * if the EACH visits nothing.
 */

interface TypedNode {
  type: LayoutNodeType;
}

export const isConditional = ({ type }: TypedNode): boolean => type === "IF" || type === "ELSE";

/** Nodes or ancestors without IF and ELSE, which do not change the meaning of their contents. */
export const withoutConditions = <N extends TypedNode>(nodes: readonly N[]): readonly N[] =>
  nodes.some(isConditional) ? nodes.filter((node) => !isConditional(node)) : nodes;

/** Whether an ELSE may directly follow a node. */
export const takesElse = (node: TypedNode | undefined): boolean =>
  node?.type === "IF" || node?.type === "EACH";

/** The index of the node that a new ELSE follows: the last IF without one, or else the last EACH without one; -1 if there is neither. */
export function findElsePosition(siblings: readonly TypedNode[]): number {
  const findLast = (branchType: LayoutNodeType) =>
    siblings.findLastIndex(({ type }, index) => type === branchType && siblings[index + 1]?.type !== "ELSE");
  const lastIf = findLast("IF");
  return lastIf >= 0 ? lastIf : findLast("EACH");
}

/** An ELSE directly follows its IF or EACH. */
export const isMisplacedElse = (node: TypedNode, previousSibling: TypedNode | undefined): boolean =>
  node.type === "ELSE" && !takesElse(previousSibling);

/** Nodes with every IF and ELSE replaced by its children: all that could be drawn. */
export const flattenConditions = (nodes: readonly LayoutNode[]): readonly LayoutNode[] =>
  nodes.some(isConditional)
    ? nodes.flatMap((node) => (isConditional(node) ? flattenConditions(node.children) : [node]))
    : nodes;
