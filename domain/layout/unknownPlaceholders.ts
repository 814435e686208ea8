import type { FieldErrors } from "#domain/core/validation.ts";
import { type LayoutNode, layoutTree } from "./node.ts";
import { type LayoutNodeType, type LayoutParam, layoutPlaceholders } from "./types.ts";

/** The params whose placeholders are filled in, by node type. */
const filledParams: Partial<Record<LayoutNodeType, LayoutParam>> = {
  TEXT: "TEXT",
  SHEET: "NAME",
  PHOTO_GRID: "CAPTION",
  COMPARISON: "CAPTION",
  QR: "TEXT",
};

const placeholders: ReadonlySet<string> = new Set(layoutPlaceholders);
/** A placeholder with a parameter: `{TASK_ANSWER:key}`. */
const parameterizedPlaceholder = "TASK_ANSWER";

const toPlaceholder = (word: string): string =>
  word
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, "_");

/**
 * Whether a text in braces is a mistake. A single word must be a placeholder or a replacement code; several words are only a mistake
 * if they are a placeholder in another spelling, such as `{documentation name}`. Other texts in braces are drawn as written.
 */
function isUnknown(text: string, hasCode: (code: string) => boolean): boolean {
  if (placeholders.has(text) || hasCode(text.trim())) return false;
  const [word = "", parameter] = text.split(/:(.*)/s);
  if (parameter !== undefined)
    return (
      word !== parameterizedPlaceholder &&
      (toPlaceholder(word) === parameterizedPlaceholder || placeholders.has(toPlaceholder(word)))
    );
  return placeholders.has(toPlaceholder(word)) || /^[\p{L}\p{N}_-]+$/u.test(word.trim());
}

/** The texts in braces, without the braces, that are neither a placeholder nor a replacement code. */
export const unknownPlaceholdersIn = (text: string, hasCode: (code: string) => boolean): string[] => [
  ...new Set(
    [...text.matchAll(/\{([^{}]+)\}/g)].flatMap(([, bracedText = ""]) =>
      isUnknown(bracedText, hasCode) ? [bracedText] : [],
    ),
  ),
];

/** Errors by node and param for texts with unknown placeholders (3§4, 3§9). @param hasCode whether any template has a replacement code */
export function findPlaceholderErrors(
  nodes: readonly LayoutNode[],
  hasCode: (code: string) => boolean,
): FieldErrors {
  return Object.fromEntries(
    layoutTree.flatten(nodes).flatMap(({ node: { id, type, params } }) => {
      const param = filledParams[type];
      return param && unknownPlaceholdersIn(params[param] ?? "", hasCode).length > 0
        ? [[`nodes.${id}.${param}`, "unknownPlaceholder" as const]]
        : [];
    }),
  );
}
