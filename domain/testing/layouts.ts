import {
  type Ancestors,
  type GrammarNode,
  getAllowedChildren,
  getParamRules,
  type ParamRule,
} from "#domain/layout/grammar.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import type { LayoutNodeType, LayoutParam, LayoutType } from "#domain/layout/types.ts";

/** The smallest PNG: one black pixel. */
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

/** A valid value of a param. */
export function validValue(rule: ParamRule): string {
  switch (rule.kind) {
    case "choice":
    case "choices":
      return rule.options[0] ?? "";
    case "text":
      return rule.isOrdered ? "3" : "Mast {TASK_NAME}";
    case "number":
      return String(rule.min);
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

/**
 * The params of a node with valid values for all that are missing in its position. Values can enable further params (for an EACH,
 * what it visits), hence the two passes.
 */
export function validParams(type: LayoutType, node: GrammarNode, ancestors: Ancestors): LayoutNode["params"] {
  const withDefaults = (params: LayoutNode["params"]): LayoutNode["params"] =>
    Object.fromEntries(
      (
        Object.entries(getParamRules(type, { type: node.type, params }, ancestors)) as [
          LayoutParam,
          ParamRule,
        ][]
      ).map(([param, rule]) => [param, params[param] ?? validValue(rule)]),
    );
  return withDefaults(withDefaults(node.params));
}

/** A chain of nested nodes, each with all of its params. */
export function layoutChain(type: LayoutType, ...types: LayoutNodeType[]): LayoutNode[] {
  const chain: LayoutNode[] = [];
  for (const nodeType of types) {
    const ancestors = chain.toReversed();
    chain.push(layoutNode(nodeType, validParams(type, { type: nodeType, params: {} }, ancestors)));
  }
  return chain;
}

/** The tree of a chain; the last node keeps its children. */
export const nestedChain = (chain: readonly LayoutNode[]): LayoutNode =>
  chain.reduceRight<LayoutNode | null>(
    (child, node) => (child ? { ...node, children: [child] } : node),
    null,
  )!;

/** Every nesting of node types that the grammar allows, each type at most once per chain. ELSE has the rules of IF. */
export function allChains(type: LayoutType): LayoutNodeType[][] {
  const chains: LayoutNodeType[][] = [];
  const walk = (chain: LayoutNode[]) => {
    const [parent = null, ...ancestors] = chain.toReversed();
    for (const child of getAllowedChildren(type, parent, ancestors)) {
      if (child === "ELSE" || chain.some((node) => node.type === child)) continue;
      const nextChain = [...chain, layoutChain(type, ...chain.map((node) => node.type), child).at(-1)!];
      chains.push(nextChain.map((node) => node.type));
      walk(nextChain);
    }
  };
  walk([]);
  return chains;
}
