import { createInitialParams, type GrammarNode } from "#domain/layout/grammar.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import type { LayoutNodeType, LayoutParam, LayoutType } from "#domain/layout/types.ts";
import { uuidOf } from "./uuid.ts";

/** A shorthand for a report layout node: params that differ from a new node's, then children. */
export type NodeSketch = readonly [
  type: LayoutNodeType,
  params?: Readonly<Partial<Record<LayoutParam, string>>>,
  children?: readonly NodeSketch[],
];

/** Expands sketches to nodes, with default params. The same name and position give the same ids. */
export function nodesOf(
  name: string,
  type: LayoutType,
  sketches: readonly NodeSketch[],
  parent: string | null = null,
  ancestors: readonly GrammarNode[] = [],
): LayoutNode[] {
  return sketches.map(([nodeType, overrides = {}, children = []], position) => {
    const id = uuidOf("layoutNode", name, parent ?? "", position);
    const node = {
      type: nodeType,
      params: { ...createInitialParams(type, nodeType, ancestors), ...overrides },
    };
    return {
      ...node,
      id,
      name: null,
      description: null,
      position,
      parent,
      children: nodesOf(name, type, children, id, [node, ...ancestors]),
    };
  });
}
