import { hasOptions, isSuggested } from "../../../../domain/rules/taskTypes";
import { answerValues, betweenValues } from "../../documents/answers";
import type { DocumentTexts } from "../../documents/texts";
import { oneLine, xmlSafe } from "../../documents/xml";
import type { Held, HeldTask } from "./held";
import { remembered } from "./lazy";

/**
 * Applies the replacement texts of a template (3§2). A code is replaced in curly braces, or when it is the whole text; inside a word it
 * is part of the word. Free answers are never replaced, but choices are, because their text is the template's.
 */
export function replaced(text: string, codes: ReadonlyMap<string, string>): string {
  if (codes.size === 0) return text;
  const whole = codes.get(text.trim());
  if (whole !== undefined) return whole;
  return text.replace(/\{([^{}]*)\}/g, (written, code: string) => codes.get(code.trim()) ?? written);
}

const codesOf = (of: Held) => of.reported.replacementTexts;

export const taskName = remembered(({ task, of }: HeldTask): string =>
  oneLine(replaced(task.name, codesOf(of))),
);

export const taskDescription = ({ task, of }: HeldTask): string =>
  xmlSafe(replaced(task.description ?? "", codesOf(of))).trim();

/** The values of a task's answer as people read them. */
export function taskValues({ task, of }: HeldTask, texts: DocumentTexts): string[] {
  const values = answerValues(task, texts);
  const chosen = hasOptions(task.type) || isSuggested(task.type);
  return (chosen ? values.map((value) => replaced(value, codesOf(of))) : values).map(xmlSafe);
}

/** A task's answer as people read it; "" for none. */
export const taskAnswer = (held: HeldTask, texts: DocumentTexts): string =>
  taskValues(held, texts).join(betweenValues(held.task.type));
