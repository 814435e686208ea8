import { maxNameLength } from "#domain/core/limits.ts";
import { isOneOf } from "#domain/core/objects.ts";
import type { FieldError } from "#domain/core/problem.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import { isOrdered } from "#domain/task/answerOrder.ts";
import { isMisplacedElse } from "./conditionalBranches.ts";
import {
  type Ancestors,
  getAllowedChildren,
  getParamRules,
  type ParamRule,
  type ParamRules,
} from "./grammar.ts";
import { type IsDecodable, LayoutImages } from "./layoutImage.ts";
import type { LayoutNode } from "./node.ts";
import { findOfficeFile, validateOfficeFile } from "./officeFile.ts";
import {
  type LayoutParam,
  type LayoutType,
  layoutNodeTypes,
  layoutParams,
  maxColumns,
  maxLayoutTextLength,
  maxLevels,
  maxNodes,
} from "./types.ts";

export interface ValidatedLayout {
  /** Null if the layout has not been saved. */
  id: string | null;
  type: LayoutType;
  nodes: readonly LayoutNode[];
}

/** Maximum number of errors reported. */
const maxReportedErrors = 1000;

/**
 * All errors of a layout by the grammar (3§3 to 3§5), by `nodes.<id of the node>.<param, "type", "children", "name", "description"
 * or "id">`, or `nodes` for errors of the whole layout. The editor highlights them and the service refuses them; the service also
 * checks what requires the database (missing layouts, INSERT cycles), and whether images can be decoded. Misplaced nodes are not
 * validated further, because the rules for their contents depend on their position.
 */
export function validateLayout(
  { id, type, nodes }: ValidatedLayout,
  isDecodable: IsDecodable = () => true,
): FieldErrors {
  const file = findOfficeFile(nodes);
  if (file) return validateOfficeFile(type, nodes, file);
  const images = new LayoutImages(isDecodable);
  const errors: [key: string, error: FieldError][] = [];
  const seenIds = new Set<string>();
  let nodeCount = 0;
  let textLength = 0;
  const stack: NodeWithAncestors[] = [];
  const push = (siblings: readonly LayoutNode[], ancestors: readonly LayoutNode[]) => {
    for (let index = siblings.length - 1; index >= 0; index -= 1)
      stack.push({ node: siblings[index]!, previousSibling: siblings[index - 1], ancestors });
  };
  push(nodes, []);
  for (let entry = stack.pop(); entry && errors.length < maxReportedErrors; entry = stack.pop()) {
    const { node, ancestors } = entry;
    const addError = (field: string, error: FieldError) => errors.push([`nodes.${node.id}.${field}`, error]);
    nodeCount += 1;
    if (nodeCount > maxNodes) {
      errors.push(["nodes", "tooLarge"]);
      break;
    }
    if (seenIds.has(node.id)) addError("id", "duplicate");
    seenIds.add(node.id);
    const misplacement = validatePlacement(type, entry);
    if (misplacement) {
      addError("type", misplacement);
      continue;
    }
    for (const [field, error] of validateTexts(node)) addError(field, error);
    for (const [param, error] of validateParams(type, entry, id, images)) addError(param, error);
    for (const value of Object.values(node.params)) textLength += value.length;
    if (countColumns(node) > maxColumns[type]) addError("children", "tooLarge");
    if (node.children.length > 0 && ancestors.length + 1 >= maxLevels) addError("children", "tooLarge");
    else push(node.children, [node, ...ancestors]);
  }
  if (textLength > maxLayoutTextLength) errors.push(["nodes", "tooLarge"]);
  return Object.fromEntries(errors.slice(0, maxReportedErrors));
}

/** A node with its ancestors, innermost first. */
interface NodeWithAncestors {
  node: LayoutNode;
  previousSibling: LayoutNode | undefined;
  ancestors: readonly LayoutNode[];
}

function validatePlacement(
  type: LayoutType,
  { node, previousSibling, ancestors }: NodeWithAncestors,
): FieldError | null {
  if (!layoutNodeTypes.includes(node.type)) return "unknown";
  if (isMisplacedElse(node, previousSibling)) return "notAllowed";
  const [parent = null, ...outerAncestors] = ancestors;
  return getAllowedChildren(type, parent, outerAncestors).includes(node.type) ? null : "notAllowed";
}

/** The number of columns of a row. An invalid COLSPAN counts as one; it gets its own error. */
const countColumns = ({ type, children }: LayoutNode): number =>
  type === "ROW" || type === "TABLE_ROW"
    ? children.reduce(
        (sum, { params }) =>
          sum + (columnSpanPattern.test(params.COLSPAN ?? "") ? Number(params.COLSPAN) : 1),
        0,
      )
    : 0;

const columnSpanPattern = /^[1-9]\d{0,2}$/;

const maxDescriptionLength = 5000;
/** The contract cannot tell which params are a single line; stored layouts may be older than its normal form. */
const singleLinePattern = /^[^\p{Cc}\p{Cs}]*$/u;
const multiLinePattern = /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u;

function* validateTexts({ name, description }: LayoutNode): Generator<[field: string, error: FieldError]> {
  const nameError = name === null ? null : validateText(name, maxNameLength, singleLinePattern);
  if (nameError) yield ["name", nameError];
  const descriptionError =
    description === null ? null : validateText(description, maxDescriptionLength, multiLinePattern);
  if (descriptionError) yield ["description", descriptionError];
}

const validateText = (value: string, maxLength: number, pattern: RegExp): FieldError | null =>
  value.length > maxLength ? "tooLong" : pattern.test(value) ? null : "invalid";

function* validateParams(
  type: LayoutType,
  { node, ancestors }: NodeWithAncestors,
  id: string | null,
  images: LayoutImages,
): Generator<[param: string, error: FieldError]> {
  const rules = getParamRules(type, node, ancestors satisfies Ancestors);
  const values = new Map(Object.entries(node.params).filter(([, value]) => value !== ""));
  const validateImage = (base64: string) => images.validate(base64, values.get("TYPE"));
  for (const param of values.keys())
    if (!isParamOf(rules, param)) yield [param, isOneOf(layoutParams, param) ? "notAllowed" : "unknown"];
  for (const [param, rule] of Object.entries(rules)) {
    const value = values.get(param);
    const error =
      value === undefined ? (rule.required ? "required" : null) : validateValue(rule, value, validateImage);
    if (error) yield [param, error];
    else if (rule.kind === "layout" && value !== undefined && value === id) yield [param, "circle"];
  }
}

const isParamOf = (rules: ParamRules, param: string): param is LayoutParam => Object.hasOwn(rules, param);

/** Longer than any valid list of choices; longer values are not even split. */
const maxChoicesLength = 1000;
const numberPattern = /^-?\d{1,15}(?:\.\d{1,6})?$/;
const layoutIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function validateValue(
  rule: ParamRule,
  value: string,
  validateImage: (base64: string) => FieldError | null,
): FieldError | null {
  switch (rule.kind) {
    case "choice":
      return rule.options.includes(value) ? null : "notAllowed";
    case "choices": {
      if (value.length > maxChoicesLength) return "tooLong";
      const choices = value.split(";");
      if (!choices.every((choice) => rule.options.includes(choice))) return "notAllowed";
      return new Set(choices).size < choices.length ? "duplicate" : null;
    }
    case "text":
      return (
        validateText(value, rule.maxLength, rule.isMultiline ? multiLinePattern : singleLinePattern) ??
        (rule.required && !value.trim() ? "required" : null) ??
        (rule.isOrdered && !isOrdered(value) ? "wrongType" : null)
      );
    case "number":
      if (!numberPattern.test(value) || (rule.isInteger && value.includes("."))) return "wrongType";
      return Number(value) < rule.min ? "tooSmall" : Number(value) > rule.max ? "tooLarge" : null;
    case "color":
      return /^#[0-9a-f]{6}$/i.test(value) ? null : "invalid";
    case "flag":
      return value === "true" || value === "false" ? null : "notAllowed";
    case "image":
      return validateImage(value);
    case "layout":
      return layoutIdPattern.test(value) ? null : "invalid";
  }
}
