import { isOneOf } from "#domain/core/objects.ts";
import { isOrdered } from "#domain/task/answerOrder.ts";
import { getParamRules } from "./grammar.ts";
import type { LayoutNode } from "./node.ts";
import type { OfficeFileType } from "./officeFile.ts";
import {
  type ConditionOperator,
  conditionStatuses,
  type LoopItem,
  layoutPlaceholders,
  loopItems,
} from "./types.ts";
import { unknownPlaceholdersIn } from "./unknownPlaceholders.ts";

/**
 * The tags in braces of an uploaded Word or Excel file. Loops and conditions mean what an EACH and an IF with the same params mean:
 * `{#each tasks ANSWERED}` … `{else}` … `{/each}`, `{#if TASK_ANSWER:key == "Yes"}` … `{else}` … `{/if}`.
 */

export type TagParams = LayoutNode["params"];

export const tagErrors = [
  // Not an item that a loop visits
  "unknownLoop",
  // A word after the item that this loop does not have
  "unknownOption",
  "invalidCondition",
  "unknownPlaceholder",
  // A loop or condition that is never closed
  "unclosed",
  // A closing tag or an else without an opening tag
  "unopened",
  // A loop over paragraphs whose tags share a paragraph with text
  "notAlone",
  // A loop whose tags are in parts that cannot be repeated together
  "misplaced",
  // A photo in no loop and of no task
  "photoOutsideLoop",
  // Excel: content that cannot be moved or repeated
  "notMovable",
] as const;
export type TagError = (typeof tagErrors)[number];

/** The parts of a file that can have tags. */
export const tagParts = ["BODY", "HEADER", "FOOTER", "NOTE", "SHEET"] as const;
export const tagKinds = ["each", "if", "else", "end", "text", "photo", "error"] as const;

export type FileTag =
  | { kind: "each"; params: TagParams }
  /** With `isNegated`, the parts for met and not met are swapped. */
  | { kind: "if"; params: TagParams; isNegated: boolean }
  | { kind: "else" }
  /** Closes the innermost loop or condition; null if the tag does not say which of them. */
  | { kind: "end"; block: "each" | "if" | null }
  /** A placeholder, a replacement code, or a text in braces that is drawn as written. */
  | { kind: "text" }
  | { kind: "error"; error: TagError };

/** Short names of items. */
const itemAliases: Readonly<Record<string, LoopItem>> = {
  ANSWERS: "TASK_ANSWERS",
  EVENTS: "DOCUMENTATION_EVENTS",
};

const findLoopItem = (word: string): LoopItem | undefined => {
  const name = word.toUpperCase();
  return itemAliases[name] ?? loopItems.find((item) => item === name);
};

/**
 * Parses a tag.
 * @param tagText the text between the braces
 * @param hasCode whether a word is a replacement code
 */
export function parseFileTag(
  tagText: string,
  type: OfficeFileType,
  hasCode: (code: string) => boolean,
): FileTag {
  const text = tagText.trim();
  if (/^[#:]?else$/i.test(text)) return { kind: "else" };
  if (text.startsWith("/")) {
    const word = text.slice(1).trim().toLowerCase();
    if (word === "each" || word === "if") return { kind: "end", block: word };
    if (word === "") return { kind: "end", block: null };
    return findLoopItem(word) ? { kind: "end", block: "each" } : { kind: "error", error: "unopened" };
  }
  if (text.startsWith("#")) {
    const content = text.slice(1).trimStart();
    const [word = ""] = /^(?:each|if)\b/i.exec(content) ?? [];
    const argumentText = content.slice(word.length);
    return word.toLowerCase() === "if"
      ? parseCondition(argumentText, hasCode)
      : parseLoop(argumentText, type);
  }
  return unknownPlaceholdersIn(`{${tagText}}`, hasCode).length > 0
    ? { kind: "error", error: "unknownPlaceholder" }
    : { kind: "text" };
}

/** `photos`, `tasks HAS_PHOTOS CHILDREN`, `tasks: key; other key`. */
function parseLoop(text: string, type: OfficeFileType): FileTag {
  const [head = "", ids] = text.split(/:(.*)/s);
  const [word = "", ...options] = head.trim().split(/\s+/);
  const item = findLoopItem(word);
  if (!item) return { kind: "error", error: "unknownLoop" };
  const params: Partial<Record<string, string>> = { IN: item };
  const rules = getParamRules(type, { type: "EACH", params: { IN: item } }, []);
  for (const option of options) {
    const name = option.toUpperCase();
    const [param, rule] =
      Object.entries(rules).find(
        ([key, { kind, ...values }]) =>
          key !== "IN" &&
          (kind === "choice" || kind === "choices") &&
          "options" in values &&
          values.options.includes(name),
      ) ?? [];
    if (!param) return { kind: "error", error: "unknownOption" };
    const previousValue = params[param];
    if (previousValue !== undefined && rule?.kind !== "choices")
      return { kind: "error", error: "unknownOption" };
    params[param] = previousValue === undefined ? name : `${previousValue};${name}`;
  }
  if (ids?.trim()) {
    if (!Object.hasOwn(rules, "IDS")) return { kind: "error", error: "unknownOption" };
    params.IDS = ids
      .split(";")
      .map((id) => id.trim())
      .filter(Boolean)
      .join(";");
  }
  return { kind: "each", params };
}

const invalidCondition: FileTag = { kind: "error", error: "invalidCondition" };

const operators: Readonly<Record<string, ConditionOperator>> = {
  "=": "EQUALS",
  "==": "EQUALS",
  "!=": "NOT_EQUALS",
  "<>": "NOT_EQUALS",
  "≠": "NOT_EQUALS",
  ">": "GREATER",
  "<": "LESS",
  contains: "CONTAINS",
};

/** Maximum characters of a condition, so that matching stays cheap. */
const maxConditionLength = 2500;

/** `photos`, `not TASK_ANSWER:key`, `TASK_ANSWER:key == "Yes"`, `status == APPROVED; HANDLED`, `PHOTO_COMMENT`. */
function parseCondition(text: string, hasCode: (code: string) => boolean): FileTag {
  if (text.length > maxConditionLength) return invalidCondition;
  const [negation] = /^(?:not\b|!(?!=))/i.exec(text.trim()) ?? [];
  const expression = text.trim().slice(negation?.length ?? 0);
  const [operand = "", symbol, value] = splitComparison(expression);
  const operator = symbol === undefined ? undefined : operators[symbol.toLowerCase()];
  const isNegated = negation !== undefined;
  // "not a == b" reads in two ways.
  if (isNegated && operator) return invalidCondition;
  const [word = "", key = ""] = operand.split(/:(.*)/s).map((part) => part.trim());
  const name = word.toUpperCase();
  if (name === "PHOTOS")
    return operator
      ? invalidCondition
      : { kind: "if", params: { TYPE: "HAS_PHOTOS", ...(key && { TASK_IDENTIFIER: key }) }, isNegated };
  if (operator && !value) return invalidCondition;
  if ((operator === "GREATER" || operator === "LESS") && !isOrdered(value ?? "")) return invalidCondition;
  if (name === "STATUS" || (word === "DOCUMENTATION_STATUS" && operator))
    return parseStatus(operator, value ?? "");
  if (word === "TASK_ANSWER")
    return {
      kind: "if",
      params: {
        TYPE: "TASK_ANSWER",
        TASK_IDENTIFIER: key,
        OPERATOR: operator ?? "ANSWERED",
        ...(operator && { ANSWER: value }),
      },
      isNegated,
    };
  if (key || !(isOneOf(layoutPlaceholders, word) || hasCode(word))) return invalidCondition;
  return {
    kind: "if",
    params: {
      TYPE: "PLACEHOLDER",
      TEXT: `{${word}}`,
      OPERATOR: operator ?? "ANSWERED",
      ...(operator && { ANSWER: value }),
    },
    isNegated,
  };
}

function parseStatus(operator: ConditionOperator | undefined, value: string): FileTag {
  const statuses = value.split(/[;,]/).map((status) => status.trim().toUpperCase());
  const isComparison = operator === "EQUALS" || operator === "NOT_EQUALS";
  if (!isComparison || !statuses.every((status) => isOneOf(conditionStatuses, status)))
    return invalidCondition;
  return {
    kind: "if",
    params: { TYPE: "DOCUMENTATION_STATUS", STATUS: statuses.join(";") },
    isNegated: operator === "NOT_EQUALS",
  };
}

const quotes = /^["'“”„‘’‚«»]|["'“”„‘’‚«»]$/g;

/** Operand, operator and value without quotes. The first operator counts; a key after a colon may not contain one. */
function splitComparison(text: string): [operand: string, operator?: string, value?: string] {
  const match = /==?|!=|<>|≠|[<>]|\scontains\s/i.exec(text);
  if (!match) return [text.trim()];
  return [
    text.slice(0, match.index).trim(),
    match[0].trim(),
    text
      .slice(match.index + match[0].length)
      .trim()
      .replace(quotes, ""),
  ];
}
