import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { hasOptions, isSuggested, takesMultiple } from "#domain/task/types.ts";
import type { PlannedTask } from "./exportPlanTypes.ts";

/** Codes of a template, each with the text that replaces it in the language of the export. */
export type ReplacementTexts = ReadonlyMap<string, string>;

/**
 * Applies the replacement texts of a template (3§2). A code is replaced in curly braces or when it is the whole text, never
 * inside a word. Free answers are not replaced, but choices are, because their text belongs to the template.
 */
export function replaceCodes(text: string, replacementTexts: ReplacementTexts): string {
  if (replacementTexts.size === 0) return text;
  const wholeReplacement = replacementTexts.get(text.trim());
  if (wholeReplacement !== undefined) return wholeReplacement;
  return text.replace(/\{([^{}]*)\}/g, (match, code: string) => replacementTexts.get(code.trim()) ?? match);
}

/** Whether a task type's answers are chosen from texts of the template. */
export const hasTemplateChoices = (type: string): boolean => hasOptions(type) || isSuggested(type);

/** A task with its texts replaced, for exports. */
export function replaceTaskTexts<
  T extends Pick<PlannedTask, "name" | "type" | "answer" | "path" | "description">,
>(task: T, replacementTexts: ReplacementTexts): T {
  if (replacementTexts.size === 0) return task;
  const { name, description, path } = task;
  return {
    ...task,
    name: replaceCodes(name, replacementTexts),
    path: path.map((group) => replaceCodes(group, replacementTexts)),
    answer: replaceAnswerTexts(task, replacementTexts),
    ...(description && { description: replaceCodes(description, replacementTexts) }),
  };
}

/** The answer of a task with its texts replaced, in the stored form: several values joined by ";". */
export function replaceAnswerTexts(
  { type, answer }: Pick<PlannedTask, "type" | "answer">,
  replacementTexts: ReplacementTexts,
): string | null {
  if (answer === null || replacementTexts.size === 0 || !hasTemplateChoices(type)) return answer;
  if (!takesMultiple(type)) return replaceCodes(answer, replacementTexts);
  return splitSemicolons(answer)
    .map((value) => replaceCodes(value, replacementTexts).replaceAll(";", ","))
    .join(";");
}
