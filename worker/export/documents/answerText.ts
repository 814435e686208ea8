import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { takesMultiple } from "#domain/task/types.ts";
import type { PlannedTask } from "../exportPlanTypes.ts";
import type { DocumentTexts } from "./documentTexts.ts";

type AnsweredTask = Pick<PlannedTask, "type" | "answer">;

/**
 * The values of an answer, as a person would write them. Stored answers join them with ";" and line breaks (2§3). Empty for no
 * answer.
 */
export function answerValues({ type, answer }: AnsweredTask, texts: DocumentTexts): string[] {
  const text = (answer ?? "").trim();
  if (text === "") return [];
  if (takesMultiple(type) || type === "DATE_RANGE") return splitSemicolons(text);
  if (type === "CHECKBOX") return [text === "true" ? texts.yes : text === "false" ? texts.no : text];
  if (type !== "CONTACT_PERSONS") return [text];
  return text
    .split("\n")
    .map((row) => splitSemicolons(row).join(", "))
    .filter(Boolean);
}

/** The separator between the values of an answer. */
export const valueSeparator = (type: string): string => {
  if (type === "CONTACT_PERSONS") return "\n";
  return type === "DATE_RANGE" ? " – " : ", ";
};

/** An answer as a person would write it. */
export function formatAnswer(task: AnsweredTask, texts: DocumentTexts): string {
  if ((task.answer ?? "").trim() === "") return texts.notAnswered;
  return answerValues(task, texts).join(valueSeparator(task.type));
}
