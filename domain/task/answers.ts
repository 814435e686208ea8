import type { RequiredValue, TaskType } from "#domain/core/documentationTypes.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { contactColumns } from "#domain/lists/suggestion.ts";
import { hasOptions, takesAnswer, takesSeveral } from "./types.ts";

/** How the answer of a task is checked and stored (2§3, 2§5), by the screen and by the service. */

/** What the rule needs to know of a task. */
export interface AnswerableTask {
  type: TaskType;
  required: RequiredValue;
  /** Choices, separated by semicolons. */
  options: string | null;
  /** `columns` and `requiredColumns` of contact persons. */
  params: Record<string, string>;
  /** The present answer: a choice made once may stay, even where it is no longer offered. */
  answer: string | null;
}

export type ParsedAnswer = { answer: string | null } | { fault: FieldError };

/** Characters of an answer at most (2§5). */
export const maxAnswerLength = 2000;

/** An answer as it is stored, or what is wrong with it. An empty one is null. */
export function parseAnswer(task: AnswerableTask, given: string | null): ParsedAnswer {
  if (!takesAnswer(task.type)) return { fault: "notAllowed" };
  const text = normalisedText(given ?? "");
  const checked = text.trim() === "" ? { answer: null } : parseByType(task, text);
  if ("answer" in checked && checked.answer === null && task.required === "YES") return { fault: "required" };
  return checked;
}

/** One character for a line end, letters composed: otherwise answers that look alike are unequal to preconditions. */
const normalisedText = (text: string): string => text.normalize("NFC").replace(/\r\n?/g, "\n");

function parseByType(task: AnswerableTask, given: string): ParsedAnswer {
  // Choices are as long as what is offered.
  if (hasOptions(task.type))
    return choices(task, takesSeveral(task.type) ? splitSemicolons(given) : [given.trim()]);
  const text = given.trim();
  if (text.length > maxAnswerLength) return { fault: "tooLong" };
  switch (task.type) {
    case "INTEGER":
      return matchOrError(number(text), /^-?\d+$/, "wrongType");
    case "DECIMAL":
      return matchOrError(number(text).replace(",", "."), /^-?\d+(\.\d+)?$/, "wrongType");
    case "CHECKBOX":
      return matchOrError(text, /^(true|false)$/, "invalid");
    case "DATE":
      return isDay(text) ? { answer: text } : { fault: "invalid" };
    case "TIME":
      return time(text);
    case "DATE_TIME":
      return dateTime(text);
    case "DATE_RANGE":
      return range(text);
    case "MULTI_CHOICE_SUGGESTION":
      return { answer: [...new Set(splitSemicolons(text))].join(";") || null };
    case "CONTACT_PERSONS":
      return persons(task, text);
    default:
      return { answer: text };
  }
}

const withinMaxLength = (text: string): ParsedAnswer =>
  text.length > maxAnswerLength ? { fault: "tooLong" } : { answer: text || null };

const matchOrError = (text: string, pattern: RegExp, error: FieldError): ParsedAnswer =>
  pattern.test(text) ? { answer: text } : { fault: error };

/** With a typed minus, without a plus and without the blanks that group thousands. */
const number = (text: string): string =>
  text
    .replace(/^[−–]/, "-")
    .replace(/^\+/, "")
    .replace(/(?<=\d)[\s ](?=\d{3}(?!\d))/g, "");

/** A day that the calendar has. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}

/** `HH:mm`; a time field of a browser may add seconds, and a person leave out a zero. */
function time(text: string): ParsedAnswer {
  const [, hours = "", minutes = ""] = /^(\d{1,2})[:.](\d{2})(?::\d{2})?$/.exec(text) ?? [];
  if (hours === "" || Number(hours) > 23 || Number(minutes) > 59) return { fault: "invalid" };
  return { answer: `${hours.padStart(2, "0")}:${minutes}` };
}

/** `date time`, with blanks or a T between the two. */
function dateTime(text: string): ParsedAnswer {
  const [day, between, rest] = [text.slice(0, 10), text.charAt(10), text.slice(11).trim()];
  const at = time(rest);
  return isDay(day) && (between === " " || between === "T") && "answer" in at
    ? { answer: `${day} ${at.answer}` }
    : { fault: "invalid" };
}

/** `date1;date2`, both of them. */
function range(text: string): ParsedAnswer {
  const [from = "", to = "", ...more] = text.split(";").map((day) => day.trim());
  if (from === "" && to === "" && more.length === 0) return { answer: null };
  if (from === "" || to === "") return { fault: "required" };
  if (!isDay(from) || !isDay(to) || more.length > 0) return { fault: "invalid" };
  return from > to ? { fault: "afterEnd" } : { answer: `${from};${to}` };
}

/** In the order they are offered. A task without options takes any answer. */
function choices({ options, answer }: AnswerableTask, given: readonly string[]): ParsedAnswer {
  const chosen = new Set(given);
  const offered = splitSemicolons(options);
  if (offered.length === 0) return withinMaxLength([...chosen].join(";"));
  const known = new Set([...offered, ...splitSemicolons(answer)]);
  if (![...chosen].every((word) => known.has(word))) return { fault: "notAllowed" };
  return { answer: [...known].filter((word) => chosen.has(word)).join(";") || null };
}

/** Rows on lines of their own, cells separated by semicolons. Empty rows go; the same person twice is a mistake (3§5). */
function persons({ params }: AnswerableTask, given: string): ParsedAnswer {
  const { columns, required } = contactColumns(params);
  const rows = given
    .split("\n")
    .map((line) => line.split(";").map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ""));
  const asked = columns.flatMap((name, index) => (required.has(name) ? [index] : []));
  if (rows.some((row) => asked.some((index) => !row[index]))) return { fault: "required" };
  const lines = rows.map((row) => row.join(";"));
  if (new Set(lines.map((line) => line.toLocaleLowerCase())).size < lines.length)
    return { fault: "duplicate" };
  return { answer: lines.join("\n") || null };
}

/** Whether an answer is the expected one, so that there is nothing to warn of. Blanks around it and capitals do not matter. */
export const isExpected = (answer: string | null, expected: string): boolean =>
  sameText(answer ?? "") === sameText(expected);

/** How people write the answer of a checkbox. */
export const checkboxTexts = { en: { yes: "Yes", no: "No" }, sv: { yes: "Ja", no: "Nej" } } as const;

/**
 * Whether an answer, or one of its values, is the wanted one. A checkbox is answered with the yes or no of either language, so that
 * a layout or filter decides the same in both.
 */
export function isAnsweredWith(task: { type: string; answer: string | null }, wanted: string): boolean {
  const answer = task.answer ?? "";
  const values = takesSeveral(task.type) ? [answer, ...splitSemicolons(answer)] : [answer];
  const text = sameText(task.type === "CHECKBOX" ? parseCheckbox(wanted) : wanted);
  return values.some((value) => sameText(value) === text);
}

function parseCheckbox(wanted: string): string {
  const said = (word: "yes" | "no") =>
    Object.values(checkboxTexts).some((texts) => isExpected(wanted, texts[word]));
  return said("yes") ? "true" : said("no") ? "false" : wanted;
}

const sameText = (text: string): string => text.normalize("NFC").trim().toLocaleLowerCase();
