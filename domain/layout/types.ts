import { exclude } from "#domain/core/objects.ts";
import { fieldPlaceholders } from "#domain/documentation/documentationFields.ts";
import { namePlaceholders, photoPlaceholders } from "#domain/documentation/namePlaceholders.ts";

/** Enum values and limits of report layouts (3§3, 3§4), the same in the database, the API, the editor and the renderers. */

export const layoutTypes = ["POWERPOINT", "WORD", "EXCEL", "PDF", "WORD_TO_PDF"] as const;
export type LayoutType = (typeof layoutTypes)[number];
export const defaultLayoutType: LayoutType = "POWERPOINT";

export const layoutNodeTypes = [
  "EACH",
  "SLIDE",
  "PAGE",
  "SHEET",
  "HEADER",
  "FOOTER",
  "TABLE",
  "TABLE_ROW",
  "TABLE_CELL",
  "ROW",
  "COLUMN",
  "CHILD",
  "TEXT",
  "PHOTO",
  "PHOTO_GRID",
  "IMAGE",
  "MAP",
  "QR",
  "FILES",
  "COMPARISON",
  "PAGE_BREAK",
  "LINE_BREAK",
  "TASK",
  "IF",
  "ELSE",
  "INSERT",
  "CONTACT_PERSONS_TABLE",
  "CONTENTS",
  // A customer's own file, and the bytes of it (officeFile.ts)
  "OFFICE_FILE",
  "OFFICE_FILE_PART",
] as const;
export type LayoutNodeType = (typeof layoutNodeTypes)[number];

export const layoutParams = [
  "IN",
  "SORT_BY",
  "GROUPS_TYPE",
  "IDS",
  "FILTERS",
  "FILTER",
  "BACKGROUND_COLOR",
  "TEXT",
  "SIZE",
  "COLOR",
  "POSITION",
  "LEVEL",
  "STYLE",
  "ALIGNMENT",
  "FONT",
  "DATA",
  "TYPE",
  "WIDTH",
  "HEIGHT",
  "PADDING",
  "PADDING_TOP",
  "PADDING_BOTTOM",
  "PADDING_LEFT",
  "PADDING_RIGHT",
  "BORDER_WIDTH",
  "BORDER_COLOR",
  "COLSPAN",
  "PER_PAGE",
  "COLUMNS",
  "ROWS",
  "CAPTION",
  "SHOW",
  "NAME",
  "COMPRESS",
  "REMOVE_BORDERS",
  "TASK_IDENTIFIER",
  "STATUS",
  "OPERATOR",
  "ANSWER",
  "HEADER_BACKGROUND_COLOR",
  "ROW_BACKGROUND_COLOR",
  "CONFIGURATION",
] as const;
export type LayoutParam = (typeof layoutParams)[number];

/** The items that an EACH can visit. */
export const loopItems = [
  "PHOTOS",
  "TASKS",
  "GROUPS",
  "TEMPLATES",
  "TEMPLATE_TASKS",
  "DOCUMENTATIONS",
  "TASK_ANSWERS",
  "UNEXPECTED_ANSWER_EVENTS",
  "DOCUMENTATION_EVENTS",
] as const;
export type LoopItem = (typeof loopItems)[number];

export const photoOrders = ["NAME", "TASK"] as const;
/** What a MAP marks: the documentation's position, or every photo with its number. */
export const mapContents = ["DOCUMENTATION", "PHOTOS"] as const;
export const groupsTypes = ["PRE_POST"] as const;
/** The tasks an EACH visits: those of its own level, only groups, or also those in groups. */
export const taskScopes = ["NONE", "GROUPS", "CHILDREN"] as const;
/** Conditions on tasks; a task must meet all selected ones. GROUPS and CHILDREN mean the same as in `taskScopes`. */
export const taskConditions = [
  "GROUPS",
  "CHILDREN",
  "DOCUMENTATION_TASK_FILTER",
  "EMPTY",
  "NOT_EMPTY",
  "ANSWERED",
  "UNANSWERED",
  "HAS_PHOTOS",
  "HAS_NO_PHOTOS",
  "ANSWERED_OR_HAS_PHOTOS",
] as const;
/** Conditions on the rows of a COMPARISON: a row is shown if the task of one documentation meets them. */
export const comparisonConditions = exclude(taskConditions, [
  "GROUPS",
  "CHILDREN",
  "DOCUMENTATION_TASK_FILTER",
]);
export const photoConditions = ["TASK"] as const;
export const eventConditions = ["STATUS_CHANGED_APPROVED"] as const;

export const conditionTypes = ["DOCUMENTATION_STATUS", "TASK_ANSWER", "HAS_PHOTOS"] as const;
export const conditionOperators = [
  "EQUALS",
  "NOT_EQUALS",
  "CONTAINS",
  "GREATER",
  "LESS",
  "ANSWERED",
  "NOT_ANSWERED",
] as const;
export type ConditionOperator = (typeof conditionOperators)[number];
export const conditionStatuses = [
  "ONGOING",
  "PAUSED",
  "DOWNLOADED",
  "COMPLETED",
  "DELETED",
  "HANDLED",
  "WAITING_FOR_FILE",
  "APPROVED",
] as const;

export const positions = [
  "TOP_LEFT",
  "TOP",
  "TOP_RIGHT",
  "LEFT",
  "CENTER",
  "RIGHT",
  "BOTTOM_LEFT",
  "BOTTOM",
  "BOTTOM_RIGHT",
  "ABOVE_CENTER",
  "BELOW_CENTER",
] as const;
export type Position = (typeof positions)[number];
export const textStyles = ["NORMAL", "BOLD", "ITALIC", "BOLD_ITALIC"] as const;
/** Levels of headings, and how deep a CONTENTS lists them. */
export const headingLevels = ["1", "2", "3"] as const;
export const alignments = ["LEFT", "CENTER", "RIGHT"] as const;
export type Alignment = (typeof alignments)[number];
export const fonts = ["HELVETICA", "COURIER", "TIMES_ROMAN"] as const;
export type Font = (typeof fonts)[number];
export const imageTypes = ["image/png", "image/jpeg"] as const;
export type ImageType = (typeof imageTypes)[number];

/** Placeholders in braces that the editor offers for texts (3§4). */
export const textPlaceholders = [
  "DOCUMENTATION_NAME",
  "CREATOR",
  "DATE_CREATED",
  "DATE_UPLOADED",
  "PHOTO_NAME",
  "PHOTO_COMMENT",
  "TASK_NAME",
  "TASK_DESCRIPTION",
  "TASK_ANSWER",
  "TEMPLATE_NAME",
  "CUSTOMER_NAME",
] as const;

/** Placeholders that identify a documentation and its photos: alias, tags, link, positions, numbers and hashes. */
const identityPlaceholders = [
  "ALIAS",
  "TAGS",
  "LINK",
  "POSITION",
  "LAT",
  "LNG",
  "PHOTO_NUMBER",
  "PHOTO_NUMBERS",
  "PHOTO_POSITION",
  "DIRECTION",
  "PHOTO_SHA256",
  "PHOTO_SHA256_SHORT",
] as const;

/** Placeholders for other items of an EACH, and for each of a photo's two comments; the specification has none for them. */
const itemPlaceholders = [
  "PHOTO_CREW_COMMENT",
  "PHOTO_REVIEW_COMMENT",
  "DOCUMENTATION_STATUS",
  "GROUP_NAME",
  "EXPECTED_ANSWER_LIST",
  "EXPECTED_ANSWER",
  "EVENT_TYPE",
  "EVENT_STATUS",
  "EVENT_DATE",
  "EVENT_CREATOR",
] as const;
/** Placeholders that are valid only in headers, footers, and columns of slides and PDF pages. */
export const pagePlaceholders = ["PAGE", "PAGES"] as const;

const textPlaceholderSet: ReadonlySet<string> = new Set(textPlaceholders);
/** Placeholders for names and photos (3§9), for what devices report, and for the items of an EACH. */
export const otherPlaceholders = [
  ...namePlaceholders,
  ...fieldPlaceholders,
  ...photoPlaceholders,
  ...identityPlaceholders,
  ...itemPlaceholders,
].filter((word) => !textPlaceholderSet.has(word));

/** All placeholders of a TEXT (3§4, 3§9), apart from `{TASK_ANSWER:key}`. */
export const layoutPlaceholders = [
  ...new Set([...textPlaceholders, ...otherPlaceholders, ...pagePlaceholders]),
];
export type LayoutPlaceholder = (typeof layoutPlaceholders)[number];

export const maxNodes = 500;
/** Maximum depth; top-level nodes are level 1. */
export const maxLevels = 20;
/** Maximum number of nodes that the INSERTs of a layout add, including nested INSERTs. */
export const maxInsertedNodes = 10 * maxNodes;
/** Maximum number of columns in a row, counting column spans. Word cannot open tables with more than 63. */
export const maxColumns: Readonly<Record<LayoutType, number>> = {
  POWERPOINT: 63,
  WORD: 63,
  EXCEL: 500,
  PDF: 63,
  WORD_TO_PDF: 63,
};
/** Maximum size of an IMAGE's image in bytes and in pixels: a PDF has to decode images with transparency. */
export const maxLayoutImageBytes = 1_000_000;
export const maxImagePixels = 4_000_000;
/** Maximum total pixels of all images in a layout; a repeated image counts once. */
export const maxLayoutPixels = 12_000_000;
/** Maximum total length of all params of a layout, in characters. */
export const maxLayoutTextLength = 8_000_000;
