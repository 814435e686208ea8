import { formatDecimal } from "#domain/core/text/decimalText.ts";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { toStoredForm } from "#domain/task/answers.ts";
import { takesMultiple } from "#domain/task/types.ts";
import { formatLocalMinute } from "../dates.ts";
import type { PlannedTask } from "../exportPlanTypes.ts";
import { isNumeric } from "../numberValue.ts";
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
  if (isNumeric(type)) return [formatNumber(type, text, texts)];
  if (type === "DATE_TIME" && instantPattern.test(text)) return [formatLocalMinute(text) || text];
  if (type !== "CONTACT_PERSONS") return [text];
  return text
    .split("\n")
    .map((row) => splitSemicolons(row).join(", "))
    .filter(Boolean);
}

/** A number in the language's format; other texts are unchanged. */
function formatNumber(type: string, text: string, { language }: DocumentTexts): string {
  const number = toStoredForm(type, text);
  return /^-?\d+(?:\.\d+)?$/.test(number) ? formatDecimal(number, language) : text;
}

/** Saved dates with a time may be instants (2§9). */
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

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
