import { maxNameLength } from "#domain/core/limits.ts";
import { isConditional, withoutConditions } from "./conditionalBranches.ts";
import { maxGridSide, photosPerPage } from "./photoGrid.ts";
import {
  alignments,
  comparisonConditions,
  conditionOperators,
  conditionStatuses,
  conditionTypes,
  eventConditions,
  fonts,
  groupsTypes,
  headingLevels,
  imageTypes,
  type LayoutNodeType,
  type LayoutParam,
  type LayoutType,
  type LoopItem,
  loopItems,
  mapContents,
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

const topLevelTypes: Readonly<Record<LayoutType, readonly LayoutNodeType[]>> = {
  POWERPOINT: ["EACH", "SLIDE", "PHOTO_GRID", "CONTENTS"],
  WORD: [
    "HEADER",
    "FOOTER",
    "EACH",
    "TABLE",
    "TEXT",
    "PHOTO",
    "PHOTO_GRID",
    "MAP",
    "QR",
    "FILES",
    "COMPARISON",
    "PAGE_BREAK",
    "LINE_BREAK",
    "CONTENTS",
  ],
  EXCEL: ["EACH", "SHEET", "CONTENTS"],
  PDF: ["EACH", "PAGE", "PHOTO_GRID", "CONTENTS"],
  WORD_TO_PDF: [
    "HEADER",
    "FOOTER",
    "EACH",
    "TABLE",
    "TEXT",
    "PHOTO",
    "PHOTO_GRID",
    "MAP",
    "QR",
    "FILES",
    "COMPARISON",
    "PAGE_BREAK",
    "LINE_BREAK",
    "CONTENTS",
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

/** Other loops repeat parts of a documentation, this one repeats whole documentations. */
const visitsDocumentations = ({ params }: GrammarNode): boolean => params.IN === "DOCUMENTATIONS";

const wordLoopBlocks: readonly LayoutNodeType[] = [
  "EACH",
  "TEXT",
  "PHOTO",
  "PHOTO_GRID",
  "QR",
  "FILES",
  "COMPARISON",
  "TABLE",
  "PAGE_BREAK",
  "LINE_BREAK",
];

/**
 * In Word, an EACH directly in a table repeats rows; elsewhere it repeats blocks.
 * @param documentationBlocks blocks that only an EACH over DOCUMENTATIONS may contain
 */
const allowInWordLoop =
  (...documentationBlocks: LayoutNodeType[]): Children =>
  (node, ancestors) => {
    const tableIndex = ancestors.findIndex(({ type }) => type === "TABLE");
    const cellIndex = ancestors.findIndex(({ type }) => type === "COLUMN");
    if (tableIndex >= 0 && (cellIndex < 0 || cellIndex > tableIndex)) return ["EACH", "ROW"];
    if (cellIndex >= 0) return ["EACH", "TEXT", "PHOTO", "QR", "LINE_BREAK"];
    return visitsDocumentations(node) ? [...wordLoopBlocks, ...documentationBlocks] : wordLoopBlocks;
  };

const children: Readonly<Record<LayoutType, Partial<Record<LayoutNodeType, Children>>>> = {
  POWERPOINT: {
    EACH: (node, ancestors) => {
      const isInTable = hasAncestor(ancestors, "TABLE");
      const { IN } = node.params;
      const nestedTypes: LayoutNodeType[] =
        IN === "TEMPLATES" || IN === "TEMPLATE_TASKS" || visitsDocumentations(node) ? ["EACH"] : [];
      return isInTable ? [...nestedTypes, "TABLE_ROW"] : ["SLIDE", "PHOTO_GRID", ...nestedTypes];
    },
    SLIDE: allow("COLUMN"),
    COLUMN: allow("TEXT", "PHOTO", "PHOTO_GRID", "IMAGE", "MAP", "QR", "FILES", "COMPARISON", "TABLE"),
    TABLE: allow("TABLE_ROW", "EACH", "PAGE_BREAK"),
    TABLE_ROW: allow("TABLE_CELL"),
    TABLE_CELL: allow("TEXT"),
  },
  WORD: {
    HEADER: allow("TABLE", "TEXT"),
    FOOTER: allow("TABLE", "TEXT"),
    EACH: allowInWordLoop("MAP"),
    TABLE: allow("ROW", "EACH"),
    ROW: allow("COLUMN"),
    COLUMN: allow("CHILD", "TEXT", "PHOTO", "IMAGE", "MAP", "QR"),
    CHILD: allow("TEXT"),
  },
  EXCEL: {
    EACH: (node, ancestors) => [
      ...(hasAncestor(ancestors, "SHEET")
        ? (["ROW", "PHOTO_GRID", "FILES", "COMPARISON"] as const)
        : (["SHEET"] as const)),
      ...(visitsDocumentations(node) ? (["EACH"] as const) : []),
    ],
    SHEET: allow("EACH", "ROW", "PHOTO_GRID", "FILES", "COMPARISON"),
    ROW: allow("COLUMN"),
    COLUMN: allow("CHILD", "TEXT", "PHOTO", "IMAGE", "MAP", "QR"),
    CHILD: allow("TEXT"),
  },
  PDF: {
    EACH: (node) => ["PAGE", "PHOTO_GRID", ...(visitsDocumentations(node) ? (["EACH"] as const) : [])],
    PAGE: allow("COLUMN"),
    COLUMN: allow("TEXT", "PHOTO", "PHOTO_GRID", "IMAGE", "MAP", "QR", "FILES", "COMPARISON"),
  },
  WORD_TO_PDF: {
    HEADER: allow("TABLE", "TEXT"),
    FOOTER: allow("TABLE", "TEXT"),
    EACH: allowInWordLoop("MAP", "TASK"),
    TABLE: allow("ROW", "EACH"),
    ROW: allow("COLUMN"),
    COLUMN: allow("EACH", "CHILD", "TEXT", "PHOTO", "IMAGE", "MAP", "QR", "TASK"),
    CHILD: allow("TEXT"),
    TASK: allow("TEXT", "EACH", "PHOTO_GRID", "FILES", "CONTACT_PERSONS_TABLE"),
  },
};

/** Rows and pages are divided into these; a condition around one would change the widths of the others. */
const divisions: readonly LayoutNodeType[] = ["COLUMN", "TABLE_CELL"];

/** What an IF of Word-to-PDF contains outside the rows of tables (3§4), even if its parent may not. */
const conditionalBlocks: readonly LayoutNodeType[] = ["TEXT", "PHOTO", "IMAGE", "TASK", "EACH"];

/**
 * The types allowed as children of a node, in the editor's order; null means the top level. An IF or ELSE may contain what its parent
 * may.
 */
export function getAllowedChildren(
  type: LayoutType,
  node: GrammarNode | null,
  ancestors: Ancestors = [],
): readonly LayoutNodeType[] {
  const [container, ...containerAncestors] = withoutConditions(node ? [node, ...ancestors] : []);
  const types = container
    ? (children[type][container.type]?.(container, containerAncestors) ?? [])
    : topLevelTypes[type];
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
  /** If `isOrdered`, a number, date or time. */
  | { kind: "text"; maxLength: number; isMultiline?: boolean; isOrdered?: boolean }
  | { kind: "number"; min: number; max: number; isInteger?: boolean }
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

const createChoice = (options: readonly string[]): ParamRule => ({ kind: "choice", options });
const color: ParamRule = { kind: "color" };
const flag: ParamRule = { kind: "flag" };
const line: ParamRule = { kind: "text", maxLength: maxNameLength };
const level: ParamRule = createChoice(headingLevels);
const millimetres: ParamRule = { kind: "number", min: 1, max: 2000 };
const makeRequired = (rule: ParamRule, initial?: string): ParamRule => ({
  ...rule,
  required: true,
  ...(initial !== undefined && { initial }),
});
const setInitial = (rule: ParamRule, initial: string): ParamRule => ({ ...rule, initial });

const loopSources: Readonly<Record<LayoutType, readonly LoopItem[]>> = {
  POWERPOINT: ["PHOTOS", "TASKS", "GROUPS", "TEMPLATES", "TEMPLATE_TASKS", "DOCUMENTATIONS"],
  WORD: ["PHOTOS", "TASKS", "UNEXPECTED_ANSWER_EVENTS", "DOCUMENTATIONS"],
  EXCEL: ["PHOTOS", "TASKS", "DOCUMENTATIONS"],
  PDF: ["PHOTOS", "TASKS", "GROUPS", "DOCUMENTATIONS"],
  WORD_TO_PDF: ["PHOTOS", "TASKS", "UNEXPECTED_ANSWER_EVENTS", "DOCUMENTATION_EVENTS", "DOCUMENTATIONS"],
};

/** The items that an EACH in this position can visit. */
export const getLoopSources = (type: LayoutType, ancestors: Ancestors): readonly LoopItem[] =>
  type === "WORD_TO_PDF" && ancestors[0]?.type === "TASK"
    ? [...loopSources[type], "TASK_ANSWERS"]
    : loopSources[type];

function getEachParams(type: LayoutType, { params }: GrammarNode, ancestors: Ancestors): ParamRules {
  const IN = makeRequired(createChoice(getLoopSources(type, ancestors)), "PHOTOS");
  const IDS: ParamRule = { kind: "text", maxLength: 5000 };
  switch (loopItems.find((item) => item === params.IN)) {
    case "PHOTOS":
      return {
        IN,
        SORT_BY: createChoice(photoOrders),
        IDS,
        FILTERS: { kind: "choices", options: photoConditions },
      };
    case "TASKS":
      return {
        IN,
        IDS,
        FILTER: createChoice(taskScopes),
        FILTERS: { kind: "choices", options: taskConditions },
        // The names of the customer's task filters; all if empty.
        ...((params.FILTERS ?? "").split(";").includes("DOCUMENTATION_TASK_FILTER") && {
          NAME: { kind: "text", maxLength: 2000 } as const,
        }),
      };
    case "GROUPS":
      return { IN, IDS, GROUPS_TYPE: createChoice(groupsTypes) };
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

/** Whether something in this position is drawn for an item or task, which may have photos. */
export const isInLoop = (ancestors: Ancestors): boolean =>
  ancestors.some(({ type }) => type === "EACH" || type === "TASK" || type === "CHILD");

/** The default text size in points (3§9). */
export const getInitialTextSize = (type: LayoutType): string => (type === "POWERPOINT" ? "32" : "11");

function getTextParams(type: LayoutType, ancestors: Ancestors): ParamRules {
  const size: ParamRule = { kind: "number", min: 1, max: 400 };
  const isWord = type === "WORD" || type === "WORD_TO_PDF";
  return {
    TEXT: makeRequired({ kind: "text", maxLength: 10_000, isMultiline: true }),
    SIZE: makeRequired(size, getInitialTextSize(type)),
    COLOR: setInitial(color, "#000000"),
    ...(!hasAncestor(ancestors, "HEADER") && !hasAncestor(ancestors, "FOOTER") && { LEVEL: level }),
    ...(isAbsolutelyPositioned(type) &&
      ancestors[0]?.type === "COLUMN" && { POSITION: makeRequired(createChoice(positions), "CENTER") }),
    STYLE: isWord ? makeRequired(createChoice(textStyles), "NORMAL") : createChoice(textStyles),
    ALIGNMENT: isWord ? makeRequired(createChoice(alignments), "LEFT") : createChoice(alignments),
    ...(type === "PDF" && { FONT: setInitial(createChoice(fonts), "HELVETICA") }),
    ...(isWord && { FONT: createChoice(fonts) }),
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

const colspanParams: ParamRules = { COLSPAN: { kind: "number", min: 1, max: 100, isInteger: true } };

function getConditionParams({ params }: GrammarNode): ParamRules {
  const TYPE = makeRequired(createChoice(conditionTypes), "DOCUMENTATION_STATUS");
  if (params.TYPE === "HAS_PHOTOS") return { TYPE, TASK_IDENTIFIER: line };
  if (params.TYPE !== "TASK_ANSWER")
    return { TYPE, STATUS: makeRequired({ kind: "choices", options: conditionStatuses }) };
  const { OPERATOR = "" } = params;
  const isOrdered = OPERATOR === "GREATER" || OPERATOR === "LESS";
  return {
    TYPE,
    TASK_IDENTIFIER: makeRequired(line),
    OPERATOR: makeRequired(createChoice(conditionOperators), "EQUALS"),
    ...(!OPERATOR.endsWith("ANSWERED") && {
      ANSWER: makeRequired({ kind: "text", maxLength: 2000, ...(isOrdered && { isOrdered }) }),
    }),
  };
}

const gridSide: ParamRule = { kind: "number", min: 1, max: maxGridSide, isInteger: true };
const caption: ParamRule = { kind: "text", maxLength: 2000, isMultiline: true };
const smallTextSize: ParamRule = { kind: "number", min: 4, max: 40 };

const comparisonParams: ParamRules = {
  IDS: { kind: "text", maxLength: 5000 },
  FILTERS: { kind: "choices", options: comparisonConditions },
  // Documentations next to each other: as many as fit if empty.
  COLUMNS: gridSide,
  // The time and comment of each photo if empty.
  CAPTION: caption,
  SIZE: smallTextSize,
  COMPRESS: setInitial(flag, "true"),
  ...tableParams,
};

function photoGridParams(type: LayoutType, ancestors: Ancestors): ParamRules {
  const perPage = createChoice(photosPerPage);
  return {
    // Without it, slides share out their photos evenly, nine at most.
    PER_PAGE: type === "POWERPOINT" ? perPage : setInitial(perPage, "6"),
    COLUMNS: gridSide,
    ROWS: gridSide,
    // The name and comment of each photo if empty.
    CAPTION: caption,
    SIZE: smallTextSize,
    SORT_BY: createChoice(photoOrders),
    WIDTH: millimetres,
    HEIGHT: millimetres,
    BORDER_WIDTH: { kind: "number", min: 0, max: 20 },
    BORDER_COLOR: color,
    COMPRESS: setInitial(flag, "true"),
    // In a column, the slide or page has the background.
    ...(isAbsolutelyPositioned(type) &&
      ancestors[0]?.type !== "COLUMN" && { BACKGROUND_COLOR: setInitial(color, "#FFFFFF") }),
  };
}

/** The params of a node in this position, in the editor's order. */
export function getParamRules(type: LayoutType, node: GrammarNode, allAncestors: Ancestors): ParamRules {
  const ancestors = withoutConditions(allAncestors);
  switch (node.type) {
    case "EACH":
      return getEachParams(type, node, ancestors);
    case "SLIDE":
    case "PAGE":
      return { BACKGROUND_COLOR: setInitial(color, "#FFFFFF") };
    case "SHEET":
      return { NAME: makeRequired(line) };
    case "TABLE":
    case "CONTACT_PERSONS_TABLE":
      return tableParams;
    case "COLUMN":
      return ancestors[0]?.type === "ROW" ? { ...cellParams, ...colspanParams } : cellParams;
    case "TABLE_CELL":
      return { ...cellParams, ...colspanParams };
    case "CHILD":
      return { NAME: makeRequired(line) };
    case "TEXT":
      return getTextParams(type, ancestors);
    case "PHOTO":
      return {
        ...(isAbsolutelyPositioned(type) && { POSITION: setInitial(createChoice(positions), "CENTER") }),
        WIDTH: millimetres,
        HEIGHT: millimetres,
        COMPRESS: setInitial(flag, "true"),
      };
    case "PHOTO_GRID":
      return photoGridParams(type, ancestors);
    case "IMAGE":
      return {
        DATA: makeRequired({ kind: "image" }),
        TYPE: makeRequired(createChoice(imageTypes)),
        ...(isAbsolutelyPositioned(type) && { POSITION: makeRequired(createChoice(positions), "CENTER") }),
        WIDTH: millimetres,
        HEIGHT: millimetres,
      };
    case "MAP":
      return {
        SHOW: makeRequired(createChoice(mapContents), "DOCUMENTATION"),
        ...(isAbsolutelyPositioned(type) && { POSITION: setInitial(createChoice(positions), "CENTER") }),
        WIDTH: millimetres,
        HEIGHT: millimetres,
      };
    case "QR":
      return {
        TEXT: makeRequired({ kind: "text", maxLength: 1000 }, "{LINK}"),
        ...(isAbsolutelyPositioned(type) && {
          POSITION: setInitial(createChoice(positions), "BOTTOM_RIGHT"),
        }),
        // Millimetres.
        SIZE: makeRequired({ kind: "number", min: 10, max: 200 }, "25"),
      };
    case "FILES":
      // Sheets have rows instead of tables.
      return { SIZE: smallTextSize, ...(type !== "EXCEL" && tableParams) };
    case "COMPARISON":
      return comparisonParams;
    case "TASK":
      return { TASK_IDENTIFIER: makeRequired(line), LEVEL: level };
    case "CONTENTS":
      // The word for contents in the document's language if NAME is empty, and all levels without LEVEL.
      return { NAME: line, LEVEL: level };
    case "IF":
      return getConditionParams(node);
    case "INSERT":
      return { CONFIGURATION: makeRequired({ kind: "layout" }) };
    default:
      return {};
  }
}

/** The initial params of a new node. */
export function createInitialParams(
  type: LayoutType,
  nodeType: LayoutNodeType,
  ancestors: Ancestors,
): Partial<Record<LayoutParam, string>> {
  const getInitialValues = (params: GrammarNode["params"]) =>
    Object.fromEntries(
      Object.entries(getParamRules(type, { type: nodeType, params }, ancestors)).flatMap(([param, rule]) =>
        rule.initial === undefined ? [] : [[param, rule.initial]],
      ),
    );
  return getInitialValues(getInitialValues({}));
}
