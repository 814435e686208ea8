import { createInitialParams, type GrammarNode } from "./grammar.ts";
import type { LayoutNode } from "./node.ts";
import type { LayoutNodeType, LayoutParam, LayoutType } from "./types.ts";

/** A shorthand for a report layout node: params that differ from a new node's, then children. */
export type NodeSketch = readonly [
  type: LayoutNodeType,
  params?: Readonly<Partial<Record<LayoutParam, string>>>,
  children?: readonly NodeSketch[],
];
export type SketchParams = NonNullable<NodeSketch[1]>;

/** Expands sketches to nodes, with default params. */
export function expandSketches(
  type: LayoutType,
  sketches: readonly NodeSketch[],
  createId: (parent: string | null, position: number) => string,
  parent: string | null = null,
  ancestors: readonly GrammarNode[] = [],
): LayoutNode[] {
  return sketches.map(([nodeType, overrides = {}, children = []], position) => {
    const id = createId(parent, position);
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
      children: expandSketches(type, children, createId, id, [node, ...ancestors]),
    };
  });
}
