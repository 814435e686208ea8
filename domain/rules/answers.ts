import type { RequiredValue, TaskType } from "../documentation";
import type { FieldFault } from "../problem";
import { wordsOf } from "../template/edit";
import { contactColumns } from "./suggestion";
import { takesAnswer } from "./taskTypes";

/** How the answer of a task is checked and kept (2§3, 2§5). The screen and the service ask the same. */

/** What the rule needs to know of a task. */
export interface AskedTask {
  type: TaskType;
  required: RequiredValue;
  /** Choices, apart by semicolons. */
  options: string | null;
  /** `columns` and `requiredColumns` of contact persons. */
  params: Record<string, string>;
  /** The present answer: what was chosen once may stay chosen. */
  answer: string | null;
}

export type CheckedAnswer = { answer: string | null } | { fault: FieldFault };

/** At most so many characters (2§5). */
export const longestAnswer = 2000;

/** A typed answer as it is kept, or what is wrong with it. Nothing is null. */
export function checkedAnswer(task: AskedTask, given: string | null): CheckedAnswer {
  if (!takesAnswer(task.type)) return { fault: "notAllowed" };
  const text = tidied(given ?? "");
  const checked = text.trim() === "" ? { answer: null } : kept(task, text);
  if ("answer" in checked && checked.answer === null && task.required === "YES") return { fault: "required" };
  return checked;
}

/** Line ends as one character, letters composed: else two answers that look alike are not equal, as preconditions compare them. */
const tidied = (text: string): string => text.normalize("NFC").replace(/\r\n?/g, "\n");

function kept(task: AskedTask, given: string): CheckedAnswer {
  const text = given.trim();
  switch (task.type) {
    case "INTEGER":
      return matching(number(text), /^-?\d+$/, "wrongType");
    case "DECIMAL":
      return matching(number(text).replace(",", "."), /^-?\d+(\.\d+)?$/, "wrongType");
    case "CHECKBOX":
      return matching(text, /^(true|false)$/, "invalid");
    case "DATE":
      return isDay(text) ? { answer: text } : { fault: "invalid" };
    case "TIME":
      return time(text);
    case "DATE_TIME":
      return dateTime(text);
    case "DATE_RANGE":
      return range(text);
    case "SINGLE_CHOICE":
      return choices(task, [text]);
    case "MULTI_CHOICE":
      return choices(task, wordsOf(text));
    case "MULTI_CHOICE_SUGGESTION":
      return limited([...new Set(wordsOf(text))].join(";"));
    case "CONTACT_PERSONS":
      return persons(task, given);
    default:
      return limited(text);
  }
}

const matching = (text: string, pattern: RegExp, fault: FieldFault): CheckedAnswer =>
  text.length <= longestAnswer && pattern.test(text) ? { answer: text } : { fault };

const limited = (text: string): CheckedAnswer =>
  text.length > longestAnswer ? { fault: "tooLong" } : { answer: text || null };

/** With a typed minus, without a plus and without the blanks that group thousands. */
const number = (text: string): string =>
  text
    .replace(/^[−–]/, "-")
    .replace(/^\+/, "")
    .replace(/(?<=\d)[\s ](?=\d{3}(?!\d))/g, "");

/** A day that the calendar has. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}

/** `HH:mm`; a time field of a browser may add seconds, and a person leave out a zero. */
function time(text: string): CheckedAnswer {
  const [, hours = "", minutes = ""] = /^(\d{1,2})[:.](\d{2})(?::\d{2})?$/.exec(text) ?? [];
  if (hours === "" || Number(hours) > 23 || Number(minutes) > 59) return { fault: "invalid" };
  return { answer: `${hours.padStart(2, "0")}:${minutes}` };
}

/** `date time`. */
function dateTime(text: string): CheckedAnswer {
  const [, day = "", rest = ""] = /^(\S+?)[ T]+(\S+)$/.exec(text) ?? [];
  const at = time(rest);
  return isDay(day) && "answer" in at ? { answer: `${day} ${at.answer}` } : { fault: "invalid" };
}

/** `date1;date2`, both of them. */
function range(text: string): CheckedAnswer {
  const [from = "", to = "", ...more] = text.split(";").map((day) => day.trim());
  if (from === "" && to === "" && more.length === 0) return { answer: null };
  if (from === "" || to === "") return { fault: "required" };
  if (!isDay(from) || !isDay(to) || more.length > 0) return { fault: "invalid" };
  return from > to ? { fault: "afterEnd" } : { answer: `${from};${to}` };
}

/** In the order they are offered. A task that offers nothing holds nothing against an answer. */
function choices({ options, answer }: AskedTask, chosen: readonly string[]): CheckedAnswer {
  const offered = [...new Set([...wordsOf(options), ...wordsOf(answer)])];
  const known = wordsOf(options).length === 0 ? [...new Set(chosen)] : offered;
  if (chosen.some((value) => !known.includes(value))) return { fault: "notAllowed" };
  return { answer: known.filter((value) => chosen.includes(value)).join(";") || null };
}

/** Rows apart by newlines, cells by semicolons. Empty rows go; the same person twice is a mistake (3§5). */
function persons({ params }: AskedTask, given: string): CheckedAnswer {
  const { columns, required } = contactColumns(params);
  const rows = given
    .split("\n")
    .map((line) => line.split(";").map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ""));
  const asked = columns.flatMap((name, index) => (required.includes(name) ? [index] : []));
  if (rows.some((row) => asked.some((index) => !row[index]))) return { fault: "required" };
  const lines = rows.map((row) => row.join(";"));
  if (new Set(lines.map((line) => line.toLocaleLowerCase())).size < lines.length)
    return { fault: "duplicate" };
  return limited(lines.join("\n"));
}

/** Whether an answer is the one that was expected: a warning is about nothing then. Blanks and capitals make no other answer. */
export const isExpected = (answer: string | null, expected: string): boolean =>
  sameText(answer ?? "") === sameText(expected);
const sameText = (text: string): string => text.normalize("NFC").trim().toLocaleLowerCase();
