import { maxNameLength } from "#domain/core/limits.ts";
import { isConditional, withoutConditions } from "./branches.ts";
import { maxGridSide, photosPerPage } from "./photoGrid.ts";
import {
  alignments,
  conditionOperators,
  conditionStatuses,
  conditionTypes,
  eventConditions,
  fonts,
  groupsTypes,
  imageTypes,
  type LayoutNodeType,
  type LayoutParam,
  type LayoutType,
  type LoopItem,
  loopItems,
  photoConditions,
  photoOrders,
  positions,
  taskConditions,
  taskScopes,
  textStyles,
} from "./types.ts";

/**
 * The grammar of report layouts (3§3 to 3§5): where each node is allowed, and which params it has. The editor offers what it
 * allows, the service refuses anything else, and the renderers rely on it.
 */

/** The part of a node that the grammar depends on. */
export interface GrammarNode {
  type: LayoutNodeType;
  params: Readonly<Partial<Record<LayoutParam, string>>>;
}

/** The ancestors of a node, innermost first. */
export type Ancestors = readonly GrammarNode[];

const topLevel: Readonly<Record<LayoutType, readonly LayoutNodeType[]>> = {
  POWERPOINT: ["EACH", "SLIDE", "PHOTO_GRID"],
  WORD: ["HEADER", "FOOTER", "EACH", "TABLE", "TEXT", "PHOTO", "PHOTO_GRID", "PAGE_BREAK", "LINE_BREAK"],
  EXCEL: ["EACH", "SHEET"],
  PDF: ["EACH", "PAGE", "PHOTO_GRID"],
  WORD_TO_PDF: [
    "HEADER",
    "FOOTER",
    "EACH",
    "TABLE",
    "TEXT",
    "PHOTO",
    "PHOTO_GRID",
    "PAGE_BREAK",
    "LINE_BREAK",
    "TASK",
    "INSERT",
  ],
};

type Children = (node: GrammarNode, ancestors: Ancestors) => readonly LayoutNodeType[];

const hasAncestor = (ancestors: Ancestors, type: LayoutNodeType): boolean =>
  ancestors.some((ancestor) => ancestor.type === type);
const allow =
  (...types: LayoutNodeType[]): Children =>
  () =>
    types;

/** In Word, an EACH directly in a table repeats rows; elsewhere it repeats blocks. */
const wordLoopChildren: Children = (_, ancestors) => {
  const table = ancestors.findIndex(({ type }) => type === "TABLE");
  const cell = ancestors.findIndex(({ type }) => type === "COLUMN");
  if (table >= 0 && (cell < 0 || cell > table)) return ["EACH", "ROW"];
  return cell >= 0
    ? ["EACH", "TEXT", "PHOTO", "LINE_BREAK"]
    : ["EACH", "TEXT", "PHOTO", "PHOTO_GRID", "TABLE", "PAGE_BREAK", "LINE_BREAK"];
};

const children: Readonly<Record<LayoutType, Partial<Record<LayoutNodeType, Children>>>> = {
  POWERPOINT: {
    EACH: ({ params }, ancestors) => {
      const inTable = hasAncestor(ancestors, "TABLE");
      const nestedTypes: LayoutNodeType[] =
        params.IN === "TEMPLATES" || params.IN === "TEMPLATE_TASKS" ? ["EACH"] : [];
      return inTable ? [...nestedTypes, "TABLE_ROW"] : ["SLIDE", "PHOTO_GRID", ...nestedTypes];
    },
    SLIDE: allow("COLUMN"),
    COLUMN: allow("TEXT", "PHOTO", "IMAGE", "TABLE"),
    TABLE: allow("TABLE_ROW", "EACH", "PAGE_BREAK"),
    TABLE_ROW: allow("TABLE_CELL"),
    TABLE_CELL: allow("TEXT"),
  },
  WORD: {
    HEADER: allow("TABLE", "TEXT"),
    FOOTER: allow("TABLE", "TEXT"),
    EACH: wordLoopChildren,
    TABLE: allow("ROW", "EACH"),
    ROW: allow("COLUMN"),
    COLUMN: allow("CHILD", "TEXT", "PHOTO", "IMAGE"),
    CHILD: allow("TEXT"),
  },
  EXCEL: {
    EACH: (_, ancestors) => (hasAncestor(ancestors, "SHEET") ? ["ROW", "PHOTO_GRID"] : ["SHEET"]),
    SHEET: allow("EACH", "ROW", "PHOTO_GRID"),
    ROW: allow("COLUMN"),
    COLUMN: allow("CHILD", "TEXT", "PHOTO", "IMAGE"),
    CHILD: allow("TEXT"),
  },
  PDF: {
    EACH: allow("PAGE", "PHOTO_GRID"),
    PAGE: allow("COLUMN"),
    COLUMN: allow("TEXT", "PHOTO", "IMAGE"),
  },
  WORD_TO_PDF: {
    HEADER: allow("TABLE", "TEXT"),
    FOOTER: allow("TABLE", "TEXT"),
    EACH: wordLoopChildren,
    TABLE: allow("ROW", "EACH"),
    ROW: allow("COLUMN"),
    COLUMN: allow("EACH", "CHILD", "TEXT", "PHOTO", "IMAGE", "TASK"),
    CHILD: allow("TEXT"),
    TASK: allow("TEXT", "EACH", "PHOTO_GRID", "CONTACT_PERSONS_TABLE"),
  },
};

/** Rows and pages are divided into these, so that a condition around one would change the widths of the others. */
const divisions: readonly LayoutNodeType[] = ["COLUMN", "TABLE_CELL"];

/** What an IF of Word-to-PDF contains outside the rows of tables (3§4), even if its parent may not. */
const conditionalBlocks: readonly LayoutNodeType[] = ["TEXT", "PHOTO", "IMAGE", "TASK", "EACH"];

/**
 * The types allowed as children of a node, in the editor's order; null means the top level. An IF or ELSE may contain what its parent
 * may.
 */
export function allowedChildren(
  type: LayoutType,
  node: GrammarNode | null,
  ancestors: Ancestors = [],
): readonly LayoutNodeType[] {
  const [container, ...containerAncestors] = withoutConditions(node ? [node, ...ancestors] : []);
  const types = container
    ? (children[type][container.type]?.(container, containerAncestors) ?? [])
    : topLevel[type];
  if (types.length === 0 || types.some((child) => divisions.includes(child))) return types;
  const extraTypes =
    type === "WORD_TO_PDF" && node && isConditional(node) && !types.includes("ROW")
      ? conditionalBlocks.filter((child) => !types.includes(child))
      : [];
  return [...types, ...extraTypes, "IF", "ELSE"];
}

/** The values of a param. Lengths are in millimetres, except text sizes and borders (points) and columns (percent). */
export type ParamKind =
  | { kind: "choice"; options: readonly string[] }
  | { kind: "choices"; options: readonly string[] }
  /** With `ordered`, a number, date or time. */
  | { kind: "text"; maxLength: number; lines?: boolean; ordered?: boolean }
  | { kind: "number"; min: number; max: number; whole?: boolean }
  | { kind: "color" }
  | { kind: "flag" }
  /** A PNG or JPEG in base64; its type is in TYPE. */
  | { kind: "image" }
  /** The id of another WORD_TO_PDF layout. */
  | { kind: "layout" };

export type ParamRule = ParamKind & {
  required?: true;
  /** The value in a new node. */
  initial?: string;
};

export type ParamRules = Partial<Record<LayoutParam, ParamRule>>;

const choice = (options: readonly string[]): ParamRule => ({ kind: "choice", options });
const color: ParamRule = { kind: "color" };
const flag: ParamRule = { kind: "flag" };
const line: ParamRule = { kind: "text", maxLength: maxNameLength };
const millimetres: ParamRule = { kind: "number", min: 1, max: 2000 };
const requiredRule = (rule: ParamRule, initial?: string): ParamRule => ({
  ...rule,
  required: true,
  ...(initial !== undefined && { initial }),
});
const ruleWithInitial = (rule: ParamRule, initial: string): ParamRule => ({ ...rule, initial });

const loopSources: Readonly<Record<LayoutType, readonly LoopItem[]>> = {
  POWERPOINT: ["PHOTOS", "TASKS", "GROUPS", "TEMPLATES", "TEMPLATE_TASKS"],
  WORD: ["PHOTOS", "TASKS", "UNEXPECTED_ANSWER_EVENTS"],
  EXCEL: ["PHOTOS", "TASKS"],
  PDF: ["PHOTOS", "TASKS", "GROUPS"],
  WORD_TO_PDF: ["PHOTOS", "TASKS", "UNEXPECTED_ANSWER_EVENTS", "DOCUMENTATION_EVENTS"],
};

/** The items that an EACH in this position can visit. */
export const loopSourcesIn = (type: LayoutType, ancestors: Ancestors): readonly LoopItem[] =>
  type === "WORD_TO_PDF" && ancestors[0]?.type === "TASK"
    ? [...loopSources[type], "TASK_ANSWERS"]
    : loopSources[type];

function eachParams(type: LayoutType, { params }: GrammarNode, ancestors: Ancestors): ParamRules {
  const IN = requiredRule(choice(loopSourcesIn(type, ancestors)), "PHOTOS");
  const IDS: ParamRule = { kind: "text", maxLength: 5000 };
  switch (loopItems.find((item) => item === params.IN)) {
    case "PHOTOS":
      return {
        IN,
        SORT_BY: choice(photoOrders),
        IDS,
        FILTERS: { kind: "choices", options: photoConditions },
      };
    case "TASKS":
      return {
        IN,
        IDS,
        FILTER: choice(taskScopes),
        FILTERS: { kind: "choices", options: taskConditions },
        // The names of the customer's task filters; all if empty.
        ...((params.FILTERS ?? "").split(";").includes("DOCUMENTATION_TASK_FILTER") && {
          NAME: { kind: "text", maxLength: 2000 } as const,
        }),
      };
    case "GROUPS":
      return { IN, IDS, GROUPS_TYPE: choice(groupsTypes) };
    case "TEMPLATE_TASKS":
      return { IN, IDS };
    case "DOCUMENTATION_EVENTS":
      return { IN, FILTERS: { kind: "choices", options: eventConditions } };
    default:
      return { IN };
  }
}

/** Slides and PDF pages position their contents; the others let them flow. */
const isAbsolutelyPositioned = (type: LayoutType): boolean => type === "POWERPOINT" || type === "PDF";

/** Whether a TEXT in this position can contain page numbers: in headers and footers, on slides and on PDF pages. */
export const hasPageNumbers = (type: LayoutType, ancestors: Ancestors): boolean =>
  hasAncestor(ancestors, "HEADER") ||
  hasAncestor(ancestors, "FOOTER") ||
  (isAbsolutelyPositioned(type) && withoutConditions(ancestors)[0]?.type === "COLUMN");

/** The default text size in points (3§9). */
export const initialTextSize = (type: LayoutType): string => (type === "POWERPOINT" ? "32" : "11");

function textParams(type: LayoutType, ancestors: Ancestors): ParamRules {
  const size: ParamRule = { kind: "number", min: 1, max: 400 };
  const isWord = type === "WORD" || type === "WORD_TO_PDF";
  return {
    TEXT: requiredRule({ kind: "text", maxLength: 10_000, lines: true }),
    SIZE: requiredRule(size, initialTextSize(type)),
    COLOR: ruleWithInitial(color, "#000000"),
    ...(isAbsolutelyPositioned(type) &&
      ancestors[0]?.type === "COLUMN" && { POSITION: requiredRule(choice(positions), "CENTER") }),
    STYLE: isWord ? requiredRule(choice(textStyles), "NORMAL") : choice(textStyles),
    ALIGNMENT: isWord ? requiredRule(choice(alignments), "LEFT") : choice(alignments),
    ...(type === "PDF" && { FONT: ruleWithInitial(choice(fonts), "HELVETICA") }),
    ...(isWord && { FONT: choice(fonts) }),
  };
}

const cellParams: ParamRules = {
  WIDTH: { kind: "number", min: 1, max: 100 },
  PADDING: { kind: "number", min: 0, max: 100 },
  PADDING_TOP: { kind: "number", min: 0, max: 100 },
  PADDING_BOTTOM: { kind: "number", min: 0, max: 100 },
  PADDING_LEFT: { kind: "number", min: 0, max: 100 },
  PADDING_RIGHT: { kind: "number", min: 0, max: 100 },
  BORDER_WIDTH: { kind: "number", min: 0, max: 20 },
  BORDER_COLOR: color,
  BACKGROUND_COLOR: color,
};

const tableParams: ParamRules = {
  HEADER_BACKGROUND_COLOR: color,
  ROW_BACKGROUND_COLOR: color,
  REMOVE_BORDERS: flag,
};

const colspan: ParamRules = { COLSPAN: { kind: "number", min: 1, max: 100, whole: true } };

function conditionParams({ params }: GrammarNode): ParamRules {
  const TYPE = requiredRule(choice(conditionTypes), "DOCUMENTATION_STATUS");
  if (params.TYPE === "HAS_PHOTOS") return { TYPE, TASK_IDENTIFIER: line };
  if (params.TYPE !== "TASK_ANSWER")
    return { TYPE, STATUS: requiredRule({ kind: "choices", options: conditionStatuses }) };
  const { OPERATOR = "" } = params;
  const ordered = OPERATOR === "GREATER" || OPERATOR === "LESS";
  return {
    TYPE,
    TASK_IDENTIFIER: requiredRule(line),
    OPERATOR: requiredRule(choice(conditionOperators), "EQUALS"),
    ...(!OPERATOR.endsWith("ANSWERED") && {
      ANSWER: requiredRule({ kind: "text", maxLength: 2000, ...(ordered && { ordered }) }),
    }),
  };
}

function photoGridParams(type: LayoutType): ParamRules {
  const perPage = choice(photosPerPage);
  const side: ParamRule = { kind: "number", min: 1, max: maxGridSide, whole: true };
  return {
    // Without it, slides share out their photos evenly, nine at most.
    PER_PAGE: type === "POWERPOINT" ? perPage : ruleWithInitial(perPage, "6"),
    COLUMNS: side,
    ROWS: side,
    // The name and comment of each photo if empty.
    CAPTION: { kind: "text", maxLength: 2000, lines: true },
    SIZE: { kind: "number", min: 4, max: 40 },
    SORT_BY: choice(photoOrders),
    WIDTH: millimetres,
    HEIGHT: millimetres,
    BORDER_WIDTH: { kind: "number", min: 0, max: 20 },
    BORDER_COLOR: color,
    COMPRESS: ruleWithInitial(flag, "true"),
    ...(isAbsolutelyPositioned(type) && { BACKGROUND_COLOR: ruleWithInitial(color, "#FFFFFF") }),
  };
}

/** The params of a node in this position, in the editor's order. */
export function paramRules(type: LayoutType, node: GrammarNode, allAncestors: Ancestors): ParamRules {
  const ancestors = withoutConditions(allAncestors);
  switch (node.type) {
    case "EACH":
      return eachParams(type, node, ancestors);
    case "SLIDE":
    case "PAGE":
      return { BACKGROUND_COLOR: ruleWithInitial(color, "#FFFFFF") };
    case "SHEET":
      return { NAME: requiredRule(line) };
    case "TABLE":
    case "CONTACT_PERSONS_TABLE":
      return tableParams;
    case "COLUMN":
      return ancestors[0]?.type === "ROW" ? { ...cellParams, ...colspan } : cellParams;
    case "TABLE_CELL":
      return { ...cellParams, ...colspan };
    case "CHILD":
      return { NAME: requiredRule(line) };
    case "TEXT":
      return textParams(type, ancestors);
    case "PHOTO":
      return {
        ...(isAbsolutelyPositioned(type) && { POSITION: ruleWithInitial(choice(positions), "CENTER") }),
        WIDTH: millimetres,
        HEIGHT: millimetres,
        COMPRESS: ruleWithInitial(flag, "true"),
      };
    case "PHOTO_GRID":
      return photoGridParams(type);
    case "IMAGE":
      return {
        DATA: requiredRule({ kind: "image" }),
        TYPE: requiredRule(choice(imageTypes)),
        ...(isAbsolutelyPositioned(type) && { POSITION: requiredRule(choice(positions), "CENTER") }),
        WIDTH: millimetres,
        HEIGHT: millimetres,
      };
    case "TASK":
      return { TASK_IDENTIFIER: requiredRule(line) };
    case "IF":
      return conditionParams(node);
    case "INSERT":
      return { CONFIGURATION: requiredRule({ kind: "layout" }) };
    default:
      return {};
  }
}

/** The initial params of a new node. */
export function initialNodeParams(
  type: LayoutType,
  nodeType: LayoutNodeType,
  ancestors: Ancestors,
): Partial<Record<LayoutParam, string>> {
  const initialValues = (params: GrammarNode["params"]) =>
    Object.fromEntries(
      Object.entries(paramRules(type, { type: nodeType, params }, ancestors)).flatMap(([param, rule]) =>
        rule.initial === undefined ? [] : [[param, rule.initial]],
      ),
    );
  return initialValues(initialValues({}));
}
