import { entriesOf, keysOf } from "#domain/core/objects.ts";
import type { FlatNode } from "#domain/core/tree/tree.ts";
import type { PhotoSize } from "#domain/media/photoSize.ts";
import { findElsePosition, takesElse } from "./conditionalBranches.ts";
import { type Ancestors, createInitialParams, getAllowedChildren, getParamRules } from "./grammar.ts";
import { type LayoutNode, layoutTree } from "./node.ts";
import {
  defaultLayoutType,
  type LayoutNodeType,
  type LayoutParam,
  type LayoutType,
  maxLevels,
  maxNodes,
} from "./types.ts";

/** Edits of a report layout (3§4). Unchanged nodes keep their identity, so that their rows are not re-rendered. */

/** The editable part of a report layout. */
export interface LayoutContent {
  name: string;
  description: string | null;
  type: LayoutType;
  photoSize: PhotoSize;
  nodes: readonly LayoutNode[];
}

export const createLayout = (): LayoutContent => ({
  name: "",
  description: null,
  type: defaultLayoutType,
  photoSize: "NORMAL",
  nodes: [],
});

/** Changes the type and drops the nodes, which are not valid in another type. */
export const setLayoutType = (content: LayoutContent, type: LayoutType): LayoutContent =>
  type === content.type ? content : { ...content, type, nodes: [] };

/** A new layout that starts as a copy of another. */
export const createLayoutCopy = ({ name, nodes, ...fields }: LayoutContent): LayoutContent => ({
  ...fields,
  name: `${name} - Kopia`,
  nodes: assignNewIds(nodes),
});

/** A node with its ancestors, innermost first. */
export interface FlatLayoutNode extends FlatNode<LayoutNode> {
  ancestors: readonly LayoutNode[];
  /** Number of siblings, the node included. */
  siblingCount: number;
}

/** All nodes in depth-first order. */
export function flattenLayout(nodes: readonly LayoutNode[]): FlatLayoutNode[] {
  const ancestorsById = new Map<string, readonly LayoutNode[]>();
  return layoutTree.flatten(nodes).map((flatNode) => {
    const { parent } = flatNode;
    const ancestors = parent ? [parent, ...(ancestorsById.get(parent.id) ?? [])] : [];
    ancestorsById.set(flatNode.node.id, ancestors);
    return { ...flatNode, ancestors, siblingCount: (parent?.children ?? nodes).length };
  });
}

export const findFlatLayoutNode = (nodes: readonly LayoutNode[], id: string): FlatLayoutNode | undefined =>
  flattenLayout(nodes).find(({ node }) => node.id === id);

/** Sets the position (from 0 among siblings) and parent of every node from the tree. */
export const renumberLayout = (
  nodes: readonly LayoutNode[],
  parent: string | null = null,
): readonly LayoutNode[] => {
  const renumberedNodes = nodes.map((node, position) => {
    const children = renumberLayout(node.children, node.id);
    const isUnchanged = node.position === position && node.parent === parent && children === node.children;
    return isUnchanged ? node : { ...node, position, parent, children };
  });
  return renumberedNodes.every((node, index) => node === nodes[index]) ? nodes : renumberedNodes;
};

const assignNewIds = (nodes: readonly LayoutNode[]): readonly LayoutNode[] =>
  renumberLayout(layoutTree.mapNodes(nodes, (node) => ({ ...node, id: crypto.randomUUID() })));

export const createLayoutNode = (
  type: LayoutType,
  nodeType: LayoutNodeType,
  ancestors: Ancestors,
): LayoutNode => ({
  id: crypto.randomUUID(),
  type: nodeType,
  name: null,
  description: null,
  position: 0,
  parent: null,
  params: createInitialParams(type, nodeType, ancestors),
  children: [],
});

/** The types that can be added to a node or, without one, to the top level; none if the layout is full. */
export function listAddableTypes(
  { type, nodes }: Pick<LayoutContent, "type" | "nodes">,
  parent?: FlatLayoutNode,
): readonly LayoutNodeType[] {
  if (parent && parent.level + 1 >= maxLevels) return [];
  if (layoutTree.flatten(nodes).length >= maxNodes) return [];
  const types = getAllowedChildren(type, parent?.node ?? null, parent?.ancestors);
  const canAddElse = findElsePosition(parent?.node.children ?? nodes) >= 0;
  return canAddElse ? types : types.filter((nodeType) => nodeType !== "ELSE");
}

/**
 * Appends a new node to another or, with null, to the top level; an ELSE follows its IF or EACH. Null if the grammar does not allow it there.
 */
export function addLayoutNode(
  content: LayoutContent,
  nodeType: LayoutNodeType,
  parent: string | null,
): { content: LayoutContent; id: string } | null {
  const parentNode = parent === null ? undefined : findFlatLayoutNode(content.nodes, parent);
  if (parent !== null && !parentNode) return null;
  if (!listAddableTypes(content, parentNode).includes(nodeType)) return null;
  const ancestors = parentNode ? [parentNode.node, ...parentNode.ancestors] : [];
  const node = createLayoutNode(content.type, nodeType, ancestors);
  const siblings = parentNode ? parentNode.node.children : content.nodes;
  const index = nodeType === "ELSE" ? findElsePosition(siblings) + 1 : siblings.length;
  const nodes = renumberLayout(layoutTree.insert(content.nodes, node, parent, index));
  return { content: { ...content, nodes }, id: node.id };
}

/** Removes a node; with an IF or EACH, also its ELSE. */
export function removeLayoutNode(content: LayoutContent, id: string): LayoutContent {
  const flatNode = layoutTree.find(content.nodes, id);
  const nextSibling = (flatNode?.parent?.children ?? content.nodes)[(flatNode?.index ?? -1) + 1];
  const remove = (nodes: readonly LayoutNode[], removedId: string) =>
    layoutTree.replace(nodes, removedId, () => []);
  const nodes = remove(content.nodes, id);
  const hasElse = takesElse(flatNode?.node) && nextSibling?.type === "ELSE";
  return { ...content, nodes: renumberLayout(hasElse ? remove(nodes, nextSibling.id) : nodes) };
}

/** Whether nodes of this level (from 0) can be copied (3§2). An ELSE cannot, because its IF or EACH has only one. */
export const canCopyNode = (type: LayoutType, nodeType: LayoutNodeType, level: number): boolean =>
  nodeType !== "ELSE" && type !== "EXCEL" && (type !== "POWERPOINT" || level > 0);

/** Appends a copy of a node, its params and children to the same parent. Null if copying is not offered or the layout is full. */
export function copyLayoutNode(
  content: LayoutContent,
  id: string,
): { content: LayoutContent; id: string } | null {
  const flatNode = layoutTree.find(content.nodes, id);
  if (!flatNode || !canCopyNode(content.type, flatNode.node.type, flatNode.level)) return null;
  const copiedCount = layoutTree.flatten([flatNode.node]).length;
  const [copy] = assignNewIds([flatNode.node]);
  if (!copy || layoutTree.flatten(content.nodes).length + copiedCount > maxNodes) return null;
  const siblings = flatNode.parent?.children ?? content.nodes;
  const nodes = layoutTree.insert(content.nodes, copy, flatNode.parent?.id ?? null, siblings.length);
  return { content: { ...content, nodes: renumberLayout(nodes) }, id: copy.id };
}

/** Moves a node among its siblings; `index` counts the siblings without the node itself. */
export function moveLayoutNode(content: LayoutContent, id: string, index: number): LayoutContent {
  const flatNode = layoutTree.find(content.nodes, id);
  const lastIndex = (flatNode?.parent?.children ?? content.nodes).length - 1;
  if (!flatNode || index < 0 || index > lastIndex || index === flatNode.index) return content;
  const remainingNodes = layoutTree.replace(content.nodes, id, () => []);
  const nodes = layoutTree.insert(remainingNodes, flatNode.node, flatNode.parent?.id ?? null, index);
  return { ...content, nodes: renumberLayout(nodes) };
}

/** The param that determines a node's other params; changing it resets them (3§4). */
const structuralParams: Partial<Record<LayoutNodeType, LayoutParam>> = { EACH: "IN", IF: "TYPE" };

/**
 * Changes params of a node; null removes one. Params that the node no longer has are dropped, and new ones get their initial
 * values.
 */
export function changeParams(
  content: LayoutContent,
  id: string,
  change: Readonly<Partial<Record<LayoutParam, string | null>>>,
): LayoutContent {
  const flatNode = findFlatLayoutNode(content.nodes, id);
  if (!flatNode) return content;
  const { node, ancestors } = flatNode;
  const oldRules = getParamRules(content.type, node, ancestors);
  const structuralParam = structuralParams[node.type];
  const isReset =
    structuralParam !== undefined &&
    structuralParam in change &&
    change[structuralParam] !== node.params[structuralParam];
  const requestedParams: Partial<Record<LayoutParam, string>> = {};
  for (const [param, value] of entriesOf(isReset ? change : { ...node.params, ...change }))
    if (value) requestedParams[param] = value;
  const newRules = getParamRules(content.type, { type: node.type, params: requestedParams }, ancestors);
  const params: Partial<Record<LayoutParam, string>> = {};
  for (const param of keysOf(newRules)) {
    const value =
      requestedParams[param] ?? (isReset || !oldRules[param] ? newRules[param]?.initial : undefined);
    if (value !== undefined) params[param] = value;
  }
  return {
    ...content,
    nodes: layoutTree.replace(content.nodes, id, () => [{ ...node, params }]),
  };
}

export const setNodeText = (
  content: LayoutContent,
  id: string,
  text: Partial<Pick<LayoutNode, "name" | "description">>,
): LayoutContent => ({
  ...content,
  nodes: layoutTree.replace(content.nodes, id, (node) => [{ ...node, ...text }]),
});

/** A value with its earlier and its undone states. */
export interface UndoHistory<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  /** The name of the last edit. Consecutive edits with the same name are one step, e.g. typing into one field. */
  lastEditName: string | null;
}

/** Maximum number of undo steps. */
export const maxUndoSteps = 100;

export const createHistory = <T>(present: T): UndoHistory<T> => ({
  past: [],
  present,
  future: [],
  lastEditName: null,
});

export function pushEdit<T>(history: UndoHistory<T>, value: T, name: string | null = null): UndoHistory<T> {
  if (value === history.present) return history;
  const isContinuation = name !== null && name === history.lastEditName && history.past.length > 0;
  return {
    past: isContinuation ? history.past : [...history.past, history.present].slice(-maxUndoSteps),
    present: value,
    future: [],
    lastEditName: name,
  };
}

export function undo<T>(history: UndoHistory<T>): UndoHistory<T> {
  const present = history.past.at(-1);
  if (present === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present,
    future: [history.present, ...history.future],
    lastEditName: null,
  };
}

export function redo<T>(history: UndoHistory<T>): UndoHistory<T> {
  const [present, ...future] = history.future;
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future, lastEditName: null };
}
