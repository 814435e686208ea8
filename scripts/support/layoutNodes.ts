import { type GrammarNode, initialNodeParams } from "#domain/layout/grammar.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import type { LayoutNodeType, LayoutParam, LayoutType } from "#domain/layout/types.ts";
import { uuidOf } from "./uuid.ts";

/** A node of a report layout as a person sketches it: what differs from a new one, and its children last. */
export type NodeSketch = readonly [
  type: LayoutNodeType,
  params?: Readonly<Partial<Record<LayoutParam, string>>>,
  children?: readonly NodeSketch[],
];

/** Params that a sketch leaves out are those of a new node. Ids are the same for the same name and place. */
export function nodesOf(
  name: string,
  type: LayoutType,
  sketches: readonly NodeSketch[],
  parent: string | null = null,
  around: readonly GrammarNode[] = [],
): LayoutNode[] {
  return sketches.map(([nodeType, given = {}, children = []], position) => {
    const id = uuidOf("layoutNode", name, parent ?? "", position);
    const node = { type: nodeType, params: { ...initialNodeParams(type, nodeType, around), ...given } };
    return {
      ...node,
      id,
      name: null,
      description: null,
      position,
      parent,
      children: nodesOf(name, type, children, id, [node, ...around]),
    };
  });
}
