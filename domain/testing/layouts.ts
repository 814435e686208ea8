import {
  type Ancestors,
  allowedChildren,
  type GrammarNode,
  type ParamRule,
  paramRules,
} from "#domain/layout/grammar.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import type { LayoutNodeType, LayoutParam, LayoutType } from "#domain/layout/types.ts";

/** The smallest png: one black pixel. */
export const smallestPng =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";

export const layoutNode = (
  type: LayoutNodeType,
  params: LayoutNode["params"] = {},
  children: readonly LayoutNode[] = [],
): LayoutNode => ({
  ...{ id: crypto.randomUUID(), type, name: null, description: null, position: 0, parent: null },
  params,
  children,
});

/** A value that a param takes. */
export function validValue(rule: ParamRule): string {
  switch (rule.kind) {
    case "choice":
    case "choices":
      return rule.options[0] ?? "";
    case "text":
      return "Mast {TASK_NAME}";
    case "number":
      return String(rule.least);
    case "color":
      return "#1f6FEB";
    case "flag":
      return "true";
    case "image":
      return smallestPng;
    case "layout":
      return "0b9c2b1e-5a41-4f0e-9a55-6f2d1c7e8a90";
  }
}

/** All params that a node takes where it stands, but those given; a value may open further params (an EACH by what it visits). */
export function validParams(type: LayoutType, node: GrammarNode, around: Ancestors): LayoutNode["params"] {
  const filled = (given: LayoutNode["params"]): LayoutNode["params"] =>
    Object.fromEntries(
      (
        Object.entries(paramRules(type, { type: node.type, params: given }, around)) as [
          LayoutParam,
          ParamRule,
        ][]
      ).map(([param, rule]) => [param, given[param] ?? validValue(rule)]),
    );
  return filled(filled(node.params));
}

/** A chain of nodes, each in the one before and with all of its params. */
export function layoutChain(type: LayoutType, ...types: LayoutNodeType[]): LayoutNode[] {
  const made: LayoutNode[] = [];
  for (const one of types) {
    const around = made.toReversed();
    made.push(layoutNode(one, validParams(type, { type: one, params: {} }, around)));
  }
  return made;
}

/** The tree of a chain, with the last node's children. */
export const nestedChain = (chain: readonly LayoutNode[]): LayoutNode =>
  chain.reduceRight<LayoutNode | null>(
    (inner, node) => (inner ? { ...node, children: [inner] } : node),
    null,
  )!;

/** Every way of nesting nodes that the grammar knows, each node standing in itself once at most. */
export function everyChain(type: LayoutType): LayoutNodeType[][] {
  const chains: LayoutNodeType[][] = [];
  const walk = (chain: LayoutNode[]) => {
    const [parent = null, ...around] = chain.toReversed();
    for (const child of allowedChildren(type, parent, around)) {
      if (chain.some((node) => node.type === child)) continue;
      const next = [...chain, layoutChain(type, ...chain.map((node) => node.type), child).at(-1)!];
      chains.push(next.map((node) => node.type));
      walk(next);
    }
  };
  walk([]);
  return chains;
}
