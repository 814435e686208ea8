import { multiLinePattern, singleLinePattern } from "#domain/core/fields.ts";
import type { FieldError } from "#domain/core/problem.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import { type Ancestors, allowedChildren, type ParamRule, type ParamRules, paramRules } from "./grammar.ts";
import { type IsDecodable, LayoutImages } from "./layoutImage.ts";
import type { LayoutNode } from "./node.ts";
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
  /** Null if it has not been saved. */
  id: string | null;
  type: LayoutType;
  nodes: readonly LayoutNode[];
}

/** Number of faults that are reported. */
const maxReportedErrors = 1000;

/**
 * Every fault of a layout by the grammar (3§3 to 3§5), by `nodes.<id of the node>.<param, "type", "children", "name", "description" or
 * "id">`; `nodes` alone for what is wrong with all of them together. The editor marks by it and the service refuses by it; the service
 * adds what only the database knows (layouts that do not exist, circles of them) and whether pictures can be decoded. Nodes that stand
 * wrong are not looked into: what they hold would be judged by a place it is not meant for.
 */
export function validateLayout(
  { id, type, nodes }: ValidatedLayout,
  isDecodable: IsDecodable = () => true,
): FieldErrors {
  const images = new LayoutImages(isDecodable);
  const found: [key: string, fault: FieldError][] = [];
  const seen = new Set<string>();
  let count = 0;
  let size = 0;
  const left: Standing[] = [];
  const push = (siblings: readonly LayoutNode[], around: readonly LayoutNode[]) => {
    for (let index = siblings.length - 1; index >= 0; index -= 1)
      left.push({ node: siblings[index]!, around });
  };
  push(nodes, []);
  for (let next = left.pop(); next && found.length < maxReportedErrors; next = left.pop()) {
    const { node, around } = next;
    const add = (field: string, error: FieldError) => found.push([`nodes.${node.id}.${field}`, error]);
    count += 1;
    if (count > maxNodes) {
      found.push(["nodes", "tooLarge"]);
      break;
    }
    if (seen.has(node.id)) add("id", "duplicate");
    seen.add(node.id);
    const wrong = placementError(type, next);
    if (wrong) {
      add("type", wrong);
      continue;
    }
    for (const [field, error] of textFaults(node)) add(field, error);
    for (const [param, error] of paramFaults(type, next, id, images)) add(param, error);
    for (const value of Object.values(node.params)) size += value.length;
    if (columnsOf(node) > maxColumns[type]) add("children", "tooLarge");
    if (node.children.length > 0 && around.length + 1 >= maxLevels) add("children", "tooLarge");
    else push(node.children, [node, ...around]);
  }
  if (size > maxLayoutTextLength) found.push(["nodes", "tooLarge"]);
  return Object.fromEntries(found.slice(0, maxReportedErrors));
}

/** A node with its ancestors, innermost first. */
interface Standing {
  node: LayoutNode;
  around: readonly LayoutNode[];
}

function placementError(type: LayoutType, { node, around }: Standing): FieldError | null {
  if (!layoutNodeTypes.includes(node.type)) return "unknown";
  const [parent = null, ...outer] = around;
  return allowedChildren(type, parent, outer).includes(node.type) ? null : "notAllowed";
}

/** Columns that a row takes. A COLSPAN that is none counts as one: it has a fault of its own. */
const columnsOf = ({ type, children }: LayoutNode): number =>
  type === "ROW" || type === "TABLE_ROW"
    ? children.reduce(
        (sum, { params }) => sum + (wholeNumber.test(params.COLSPAN ?? "") ? Number(params.COLSPAN) : 1),
        0,
      )
    : 0;

const wholeNumber = /^[1-9]\d{0,2}$/;

const longestName = 255;
const longestDescription = 5000;

function* textFaults({ name, description }: LayoutNode): Generator<[field: string, fault: FieldError]> {
  const named = name === null ? null : textFault(name, longestName, singleLinePattern);
  if (named) yield ["name", named];
  const described =
    description === null ? null : textFault(description, longestDescription, multiLinePattern);
  if (described) yield ["description", described];
}

const textFault = (value: string, longest: number, pattern: RegExp): FieldError | null =>
  value.length > longest ? "tooLong" : pattern.test(value) ? null : "invalid";

function* paramFaults(
  type: LayoutType,
  { node, around }: Standing,
  id: string | null,
  images: LayoutImages,
): Generator<[param: string, fault: FieldError]> {
  const rules = paramRules(type, node, around satisfies Ancestors);
  const given = new Map(Object.entries(node.params).filter(([, value]) => value !== ""));
  const imageFault = (base64: string) => images.fault(base64, given.get("TYPE"));
  for (const param of given.keys())
    if (!isParamOf(rules, param))
      yield [param, layoutParams.includes(param as LayoutParam) ? "notAllowed" : "unknown"];
  for (const [param, rule] of Object.entries(rules)) {
    const value = given.get(param);
    const error =
      value === undefined ? (rule.required ? "required" : null) : valueFault(rule, value, imageFault);
    if (error) yield [param, error];
    else if (rule.kind === "layout" && value !== undefined && value === id) yield [param, "circle"];
  }
}

const isParamOf = (rules: ParamRules, param: string): param is LayoutParam => Object.hasOwn(rules, param);

/** Longer than any list of choices; anything longer is not even split. */
const maxChoicesLength = 1000;
const number = /^-?\d{1,15}(?:\.\d{1,6})?$/;
const layoutId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function valueFault(
  rule: ParamRule,
  value: string,
  imageFault: (base64: string) => FieldError | null,
): FieldError | null {
  switch (rule.kind) {
    case "choice":
      return rule.options.includes(value) ? null : "notAllowed";
    case "choices": {
      if (value.length > maxChoicesLength) return "tooLong";
      const chosen = value.split(";");
      if (!chosen.every((one) => rule.options.includes(one))) return "notAllowed";
      return new Set(chosen).size < chosen.length ? "duplicate" : null;
    }
    case "text":
      return (
        textFault(value, rule.longest, rule.lines ? multiLinePattern : singleLinePattern) ??
        (rule.required && !value.trim() ? "required" : null)
      );
    case "number":
      if (!number.test(value) || (rule.whole && value.includes("."))) return "wrongType";
      return Number(value) < rule.least ? "tooSmall" : Number(value) > rule.most ? "tooLarge" : null;
    case "color":
      return /^#[0-9a-f]{6}$/i.test(value) ? null : "invalid";
    case "flag":
      return value === "true" || value === "false" ? null : "notAllowed";
    case "image":
      return imageFault(value);
    case "layout":
      return layoutId.test(value) ? null : "invalid";
  }
}
