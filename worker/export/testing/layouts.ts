import {
  createInitialParams,
  type GrammarNode,
  getAllowedChildren,
  getParamRules,
  type ParamRule,
} from "#domain/layout/grammar.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import {
  type LayoutNodeType,
  type LayoutParam,
  type LayoutType,
  layoutPlaceholders,
} from "#domain/layout/types.ts";
import { type Random, seededRandom } from "#domain/testing/random.ts";
import type { ReportLayout } from "../layouts/report.ts";
import { hostileTexts } from "./documents.ts";

/** A PNG of 2 × 1 pixels, in base64. */
export const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGM4YWAgbuQLAAddAb+4YIIpAAAAAElFTkSuQmCC";

type Params = LayoutNode["params"];
/** A node in the short form of tests: `["TEXT", { TEXT: "{TASK_NAME}" }]`, with its children last. */
export type Sketch = readonly [type: LayoutNodeType, params?: Params, children?: readonly Sketch[]];

/**
 * Builds a layout from its sketch. Missing params have the initial values of a new node. A node's id is its path from the root, "0.2.1",
 * so that tests can refer to it.
 */
export function layoutOf(type: LayoutType, sketches: readonly Sketch[], id = "layout"): ReportLayout {
  const nodesOf = (
    siblings: readonly Sketch[],
    parent: string | null,
    ancestors: readonly GrammarNode[],
  ): LayoutNode[] =>
    siblings.map(([nodeType, overrides = {}, children = []], position) => {
      const nodeId = parent === null ? `${position}` : `${parent}.${position}`;
      const params = { ...createInitialParams(type, nodeType, ancestors), ...overrides };
      const node = { type: nodeType, params };
      return {
        ...node,
        id: nodeId,
        name: null,
        description: null,
        position,
        parent,
        children: nodesOf(children, nodeId, [node, ...ancestors]),
      };
    });
  return { id, name: "Layout", type, nodes: nodesOf(sketches, null, []) };
}

/** Names that random layouts refer to: the tasks, filters and layouts of a report. */
export interface Names {
  tasks: readonly string[];
  filters: readonly string[];
  layouts: readonly string[];
}

const sampleTexts = (names: Names): string[] => [
  ...layoutPlaceholders.map((word) => `${word}: {${word}}`),
  ...names.tasks.map((task) => `{TASK_ANSWER:${task}}`),
  "Plain words",
  "{nothing} {title} } { {TASK_NAME",
  "two\nlines",
  ...Object.values(hostileTexts),
];

function randomValue(rule: ParamRule, param: LayoutParam, names: Names, random: Random): string {
  switch (rule.kind) {
    case "choice":
      return random.pick(rule.options);
    case "choices":
      return rule.options.filter(() => random.chance(0.3)).join(";");
    case "number": {
      const max = Math.min(rule.max, param === "SIZE" ? 60 : 120);
      const value = rule.min + random.number(Math.max(1, max - rule.min));
      return String(rule.isInteger ? Math.min(value, 4) : value);
    }
    case "color":
      return `#${random.number(0x1000000).toString(16).padStart(6, "0")}`;
    case "flag":
      return random.chance(0.5) ? "true" : "false";
    case "image":
      return picture;
    case "layout":
      return random.pick(names.layouts);
    case "text":
      if (param === "TEXT") return random.pick(sampleTexts(names));
      if (param === "NAME") return random.pick([...names.tasks, ...names.filters, "{TASK_NAME}/[:*]"]);
      return random.pick(names.tasks);
  }
}

function randomParams(
  type: LayoutType,
  nodeType: LayoutNodeType,
  ancestors: readonly GrammarNode[],
  names: Names,
  random: Random,
): Params {
  // Some params exist only because of the value of another, so a second round adds those.
  let params: Partial<Record<LayoutParam, string>> = {};
  for (let round = 0; round < 2; round++) {
    const rules = getParamRules(type, { type: nodeType, params }, ancestors);
    const next: Partial<Record<LayoutParam, string>> = {};
    for (const [key, rule] of Object.entries(rules) as [LayoutParam, ParamRule][]) {
      if (params[key] !== undefined) next[key] = params[key];
      else if (rule.required || random.chance(0.4)) next[key] = randomValue(rule, key, names, random);
    }
    params = next;
  }
  if (nodeType === "IMAGE") params = { ...params, TYPE: "image/png" };
  return params;
}

/** The types of nodes that draw something. */
const leafTypes: readonly LayoutNodeType[] = [
  "TEXT",
  "PHOTO",
  "IMAGE",
  "PHOTO_GRID",
  "QR",
  "FILES",
  "COMPARISON",
];

/** A layout that obeys the grammar. The same seed, type and names give the same layout. */
export function randomLayout(
  seed: number,
  type: LayoutType,
  names: Names,
  id = `random-${seed}`,
): ReportLayout {
  const random = seededRandom(seed);
  let remaining = 12 + random.number(50);
  const randomChildren = (
    parent: LayoutNode | null,
    ancestors: readonly GrammarNode[],
    level: number,
  ): LayoutNode[] => {
    const allowedTypes = getAllowedChildren(type, parent, ancestors).filter(
      (nodeType) => nodeType !== "INSERT" || names.layouts.length > 0,
    );
    if (allowedTypes.length === 0 || level > 12) return [];
    const parents = parent === null ? ancestors : [parent, ...ancestors];
    const maxCount = parent === null ? 2 + random.number(4) : 1 + random.number(3);
    const nodes: LayoutNode[] = [];
    for (let position = 0; position < maxCount && (remaining > 0 || nodes.length === 0); position++) {
      remaining--;
      // Deep branches end with a leaf.
      const allowedLeaves = level > 7 ? allowedTypes.filter((nodeType) => leafTypes.includes(nodeType)) : [];
      // Most nodes are unconditional, and an ELSE follows an IF.
      const drawsIf = random.chance(0.3);
      const placeableTypes = allowedTypes.filter((nodeType) =>
        nodeType === "ELSE" ? nodes.at(-1)?.type === "IF" : nodeType !== "IF" || drawsIf,
      );
      const nodeType = random.pick(allowedLeaves.length > 0 ? allowedLeaves : placeableTypes);
      const params = randomParams(type, nodeType, parents, names, random);
      const nodeId = parent === null ? `${position}` : `${parent.id}.${position}`;
      const node: LayoutNode = {
        id: nodeId,
        type: nodeType,
        name: null,
        description: null,
        position,
        parent: parent?.id ?? null,
        params,
        children: [],
      };
      nodes.push({ ...node, children: randomChildren(node, parents, level + 1) });
    }
    return nodes;
  };
  return { id, name: `Random ${seed}`, type, nodes: randomChildren(null, [], 1) };
}
