import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { hasOptions, isSuggested, takesSeveral } from "#domain/task/types.ts";
import type { PlannedTask } from "./exportPlanTypes.ts";

/** Codes of a template, each with the text that replaces it in the language of the export. */
export type Codes = ReadonlyMap<string, string>;

/**
 * Applies the replacement texts of a template (3§2). A code is replaced in curly braces or when it is the whole text, never
 * inside a word. Free answers are not replaced, but choices are, because their text belongs to the template.
 */
export function replaced(text: string, codes: Codes): string {
  if (codes.size === 0) return text;
  const wholeReplacement = codes.get(text.trim());
  if (wholeReplacement !== undefined) return wholeReplacement;
  return text.replace(/\{([^{}]*)\}/g, (braced, code: string) => codes.get(code.trim()) ?? braced);
}

/** Whether a task type's answers are chosen from texts of the template. */
export const isChosen = (type: string): boolean => hasOptions(type) || isSuggested(type);

/** A task with its texts replaced, for exports. */
export function replacedTask<
  T extends Pick<PlannedTask, "name" | "type" | "answer" | "path" | "description">,
>(task: T, codes: Codes): T {
  if (codes.size === 0) return task;
  const { name, description, path } = task;
  return {
    ...task,
    name: replaced(name, codes),
    path: path.map((group) => replaced(group, codes)),
    answer: replacedAnswer(task, codes),
    ...(description && { description: replaced(description, codes) }),
  };
}

/** The answer of a task with its texts replaced, in the stored form: several values joined by ";". */
export function replacedAnswer(
  { type, answer }: Pick<PlannedTask, "type" | "answer">,
  codes: Codes,
): string | null {
  if (answer === null || codes.size === 0 || !isChosen(type)) return answer;
  if (!takesSeveral(type)) return replaced(answer, codes);
  return splitSemicolons(answer)
    .map((value) => replaced(value, codes).replaceAll(";", ","))
    .join(";");
}
