import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { isOneOf } from "#domain/core/objects.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { createTreeOperations } from "#domain/core/tree/tree.ts";
import { defaultExportOn, type ExportOnStatus, exportOnStatuses } from "#domain/delivery/states.ts";
import type { ExportNode, TemplateExportConfiguration } from "./exportTree.ts";
import { type ExportNodeType, maxExportNodeLevel, zipFileNameDefault } from "./types.ts";

/** The export trees of templates (3§3, 3§5). */

export const nodeTree = createTreeOperations<ExportNode>({
  childrenOf: (node) => node.children,
  withChildren: (node, children) => ({ ...node, children }),
});

export const isContainerNode = (type: ExportNodeType): boolean => type === "FOLDER" || type === "ZIP_FILE";

export const createExportNode = (type: ExportNodeType): ExportNode => ({
  id: crypto.randomUUID(),
  type,
  params: nodeParams(type),
  parent: null,
  position: 0,
  children: [],
});

function nodeParams(type: ExportNodeType): Record<string, string> {
  if (type === "FOLDER") return { name: "{DOCUMENTATION_NAME}" };
  if (type === "ZIP_FILE") return { name: zipFileNameDefault };
  if (type === "PHOTOS") return { name: "{PHOTO_NAME}", compressPhotos: "false" };
  return {};
}

/** Sets positions, which count siblings from 0, and parents, which follow from nesting. */
export const renumberNodes = (nodes: readonly ExportNode[], parent: string | null = null): ExportNode[] =>
  nodes.map((node, position) => {
    const children = renumberNodes(node.children, node.id);
    const isUnchanged =
      node.position === position &&
      node.parent === parent &&
      children.every((child, index) => child === node.children[index]);
    return isUnchanged ? node : { ...node, position, parent, children };
  });

/** Appends a node to a folder or zip or, with null, to the tree. Null if that is not allowed. */
export function withAddedNode(
  nodes: readonly ExportNode[],
  node: ExportNode,
  parent: string | null = null,
): ExportNode[] | null {
  const siblings = parent === null ? nodes : nodeTree.find(nodes, parent)?.node.children;
  return siblings ? insertNode(nodes, node, parent, siblings.length) : null;
}

export const withoutNode = (nodes: readonly ExportNode[], id: string): ExportNode[] =>
  renumberNodes(nodeTree.replace(nodes, id, () => []));

/** Moves a node. `index` counts the children of `parent` without the node itself. Null if that is not allowed. */
export function withMovedNode(
  nodes: readonly ExportNode[],
  id: string,
  parent: string | null,
  index: number,
): ExportNode[] | null {
  const movedNode = nodeTree.find(nodes, id)?.node;
  return movedNode
    ? insertNode(
        nodeTree.replace(nodes, id, () => []),
        movedNode,
        parent,
        index,
      )
    : null;
}

function insertNode(
  nodes: readonly ExportNode[],
  node: ExportNode,
  parent: string | null,
  index: number,
): ExportNode[] | null {
  const parentNode = parent === null ? null : nodeTree.find(nodes, parent);
  if (parentNode === undefined || (parentNode && !isContainerNode(parentNode.node.type))) return null;
  if ((parentNode ? parentNode.level + 1 : 0) + nodeTree.height(node) - 1 > maxExportNodeLevel) return null;
  return renumberNodes(nodeTree.insert(nodes, node, parent, index));
}

export const withFreshNodeIds = (nodes: readonly ExportNode[]): ExportNode[] =>
  renumberNodes(nodeTree.mapNodes(nodes, (node) => ({ ...node, id: crypto.randomUUID() })));

export const withCopiedNode = (nodes: readonly ExportNode[], id: string): ExportNode[] =>
  renumberNodes(nodeTree.replace(nodes, id, (node) => [node, ...withFreshNodeIds([node])]));

/** The status that triggers automatic export to a destination. */
export const exportOnOf = ({ exportOn }: TemplateExportConfiguration["params"]): ExportOnStatus =>
  exportOnStatuses.find((status) => status === exportOn) ?? defaultExportOn;

/** Validation errors of a destination, its params and its tree, by path within it. */
export function validateTemplateExport({
  params,
  nodes,
}: TemplateExportConfiguration): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {};
  if (params.exportOn && !exportOnStatuses.some((status) => status === params.exportOn))
    errors["params.exportOn"] = "invalid";
  for (const param of ["exportAutomatically", "threads"] as const)
    if (params[param] && !flagWords.includes(params[param])) errors[`params.${param}`] = "invalid";
  for (const { node, path, level } of nodeTree.flatten(nodes)) {
    const nodePath = `nodes.${path.join(".children.")}`;
    if (!isContainerNode(node.type) && node.children.length > 0)
      errors[`${nodePath}.children`] = "notAllowed";
    if (level > maxExportNodeLevel) errors[nodePath] = "tooLarge";
    for (const [param, error] of Object.entries(validateParams(node)))
      errors[`${nodePath}.params.${param}`] = error;
  }
  return errors;
}

/** The values of boolean params. */
const flagWords: readonly string[] = ["true", "false"];

function validateParams({ type, params }: ExportNode): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {};
  if (isContainerNode(type) && !params.name?.trim()) errors.name = "required";
  if (type === "PHOTOS") {
    if (params.compressPhotos && !flagWords.includes(params.compressPhotos))
      errors.compressPhotos = "invalid";
    const quality = params.quality ? numberError(params.quality, 0, 100) : null;
    if (quality) errors.quality = quality;
    const maxSize = params.maxSize ? numberError(params.maxSize, 0) : null;
    if (maxSize) errors.maxSize = maxSize;
  }
  if (type === "EXPORT_DOCUMENT_TYPE") {
    if (!params.exportDocumentType) errors.exportDocumentType = "required";
    else if (!isOneOf(exportDocumentTypes, params.exportDocumentType)) errors.exportDocumentType = "invalid";
  }
  if (type === "EXPORT_DOCUMENT_CONFIGURATION" && !params.exportDocumentConfiguration)
    errors.exportDocumentConfiguration = "required";
  return errors;
}

function numberError(text: string, min: number, max = Number.MAX_SAFE_INTEGER): FieldError | null {
  if (!/^-?\d+$/.test(text)) return "wrongType";
  if (Number(text) < min) return "tooSmall";
  return Number(text) > max ? "tooLarge" : null;
}
