import { type RequiredValue, type TaskType, taskTypes } from "#domain/core/documentationTypes.ts";
import { isOneOf } from "#domain/core/objects.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { normalizeLine, normalizeLines } from "#domain/core/text/normalizeText.ts";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { trimEndChars } from "#domain/core/text/trim.ts";
import { parseContactColumns } from "#domain/lists/suggestion.ts";
import { hasOptions, isSingleLine, takesAnswer, takesMultiple } from "./types.ts";

/** Validation and normalization of task answers (2§3, 2§5), shared by the console and the service. */

/** The fields of a task that the rules use. */
export interface AnswerableTask {
  type: TaskType;
  required: RequiredValue;
  /** Choices, separated by semicolons. */
  options: string | null;
  /** `columns` and `requiredColumns` of contact persons. */
  params: Record<string, string>;
  /** The current answer: its choices stay valid even if they are no longer offered. */
  answer: string | null;
}

export type ParsedAnswer = { answer: string | null } | { error: FieldError };

/** Maximum length of an answer, in characters (2§5). */
export const maxAnswerLength = 2000;
/** Maximum length of an answer of several choices, and of the options of a task. */
export const maxOptionsLength = 20_000;

/** Whether an answer in its stored form is too long for its type; choices can be as long as their options. */
export const isTooLong = (type: string, answer: string | null): boolean =>
  (answer?.length ?? 0) > (hasOptions(type) ? maxOptionsLength : maxAnswerLength);

/** An answer in its stored form, or its validation error. An empty answer is null. */
export function parseAnswer(task: AnswerableTask, input: string | null): ParsedAnswer {
  if (!takesAnswer(task.type)) return { error: "notAllowed" };
  const text = normalizeAnswer(task.type, input ?? "");
  const result = text.trim() === "" ? { answer: null } : parseByType(task, text);
  if ("answer" in result && result.answer === null && task.required === "YES") return { error: "required" };
  return result;
}

/** The normal form of a text for an answer of a type; without it, answers that look the same would differ in preconditions. */
const normalizeAnswer = (type: string, text: string): string =>
  isSingleLine(type) ? normalizeLine(text) : normalizeLines(text);

function parseByType(task: AnswerableTask, input: string): ParsedAnswer {
  // Choices can be as long as their options.
  if (hasOptions(task.type))
    return parseChoices(task, takesMultiple(task.type) ? splitSemicolons(input) : [input.trim()]);
  const text = input.trim();
  if (text.length > maxAnswerLength) return { error: "tooLong" };
  switch (task.type) {
    case "INTEGER":
    case "DECIMAL":
      return parseNumber(task.type, text);
    case "CHECKBOX":
      return matchOrError(text, /^(true|false)$/, "invalid");
    case "DATE":
      return isDay(text) ? { answer: text } : { error: "invalid" };
    case "TIME":
      return parseTime(text);
    case "DATE_TIME":
      return parseDateTime(text);
    case "DATE_RANGE":
      return parseRange(text);
    case "MULTI_CHOICE_SUGGESTION":
      return { answer: [...new Set(splitSemicolons(text))].join(";") || null };
    case "CONTACT_PERSONS":
      return parsePersons(task, text);
    default:
      return { answer: text };
  }
}

const limitLength = (text: string): ParsedAnswer =>
  text.length > maxAnswerLength ? { error: "tooLong" } : { answer: text || null };

const matchOrError = (text: string, pattern: RegExp, error: FieldError): ParsedAnswer =>
  pattern.test(text) ? { answer: text } : { error };

/** A number whose points or commas must separate thousands: it has another decimal mark, or at least two separators. */
const groupedNumber = /^-?\d{1,3}(?:(?:\.\d{3})+,\d*|(?:,\d{3})+\.\d*|(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/;

/**
 * A number as people type it: with any kind of minus sign, a plus sign, thousands separators or a decimal comma, and possibly
 * without the zero before or after the decimal mark. Only zeros may follow the decimal mark of a whole number.
 */
function parseNumber(type: "INTEGER" | "DECIMAL", input: string): ParsedAnswer {
  const text = input
    // Full-width digits and marks, as Japanese and Chinese keyboards type them; then those of Arabic and other keyboards.
    .normalize("NFKC")
    .replace(/(?![0-9])\p{Nd}/gu, toAsciiDigit)
    .replaceAll("\u066b", ".")
    .replaceAll("\u066c", "'")
    .replace(/^[\u2212\u2010-\u2014] ?/, "-")
    .replace(/^\+ ?/, "")
    .replace(/(?<=\d)[ '\u2019](?=\d{3}(?!\d))/g, "");
  const marks = text.match(/[.,]/g) ?? [];
  const decimalText = groupedNumber.test(text)
    ? text.replaceAll(marks[0]!, "").replace(",", ".")
    : text.replace(",", ".");
  const [, sign = "", integerDigits = "", decimals = ""] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(decimalText) ?? [];
  const error = type === "INTEGER" ? "notWholeNumber" : "notNumber";
  if (integerDigits + decimals === "") return { error };
  const isZero = !/[1-9]/.test(integerDigits + decimals);
  const integer = (isZero ? "" : sign) + (integerDigits || "0");
  if (type === "DECIMAL") return { answer: decimals ? `${integer}.${decimals}` : integer };
  // Three zeros after a mark may be thousands.
  const isInteger = trimEndChars(decimals, "0") === "" && decimals.length !== 3;
  return isInteger ? { answer: integer } : { error };
}

/** The value of a digit of any script: each script has its ten digits in a row. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let zeroCode = code;
  while (code - zeroCode < 9 && /\p{Nd}/u.test(String.fromCodePoint(zeroCode - 1))) zeroCode -= 1;
  return String(code - zeroCode);
}

/** Whether a text is a valid calendar day. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/** `HH:mm`; a browser's time field may add seconds, and people may omit a leading zero. */
function parseTime(text: string): ParsedAnswer {
  const [, hours = "", minutes = ""] = /^(\d{1,2})[:.](\d{2})(?::\d{2})?$/.exec(text) ?? [];
  if (hours === "" || Number(hours) > 23 || Number(minutes) > 59) return { error: "invalid" };
  return { answer: `${hours.padStart(2, "0")}:${minutes}` };
}

/** `date time`, with spaces or a T between the two. */
function parseDateTime(text: string): ParsedAnswer {
  const [day, separator, timeText] = [text.slice(0, 10), text.charAt(10), text.slice(11).trim()];
  const parsedTime = parseTime(timeText);
  return isDay(day) && (separator === " " || separator === "T") && "answer" in parsedTime
    ? { answer: `${day} ${parsedTime.answer}` }
    : { error: "invalid" };
}

/** `date1;date2`, both of them. */
function parseRange(text: string): ParsedAnswer {
  const [from = "", to = "", ...extraDays] = text.split(";").map((day) => day.trim());
  if (from === "" && to === "" && extraDays.length === 0) return { answer: null };
  if (from === "" || to === "") return { error: "required" };
  if (!isDay(from) || !isDay(to) || extraDays.length > 0) return { error: "invalid" };
  return from > to ? { error: "afterEnd" } : { answer: `${from};${to}` };
}

/** Choices in the order in which they are offered. A task without options accepts any answer. */
function parseChoices({ options, answer }: AnswerableTask, values: readonly string[]): ParsedAnswer {
  const selectedChoices = new Set(values);
  const allOptions = splitSemicolons(options);
  if (allOptions.length === 0) return limitLength([...selectedChoices].join(";"));
  const allowedOptions = new Set([...allOptions, ...splitSemicolons(answer)]);
  if (![...selectedChoices].every((word) => allowedOptions.has(word))) return { error: "notAllowed" };
  return { answer: [...allowedOptions].filter((word) => selectedChoices.has(word)).join(";") || null };
}

/** One row per line, cells separated by semicolons. Empty rows are removed; a repeated person is an error (3§5). */
function parsePersons({ params }: AnswerableTask, input: string): ParsedAnswer {
  const { columns, required } = parseContactColumns(params);
  const rows = input
    .split("\n")
    .map((line) => line.split(";").map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ""));
  const requiredIndexes = columns.flatMap((name, index) => (required.has(name) ? [index] : []));
  if (rows.some((row) => requiredIndexes.some((index) => !row[index]))) return { error: "required" };
  const lines = rows.map((row) => row.join(";"));
  if (new Set(lines.map((line) => line.toLowerCase())).size < lines.length) return { error: "duplicate" };
  return { answer: lines.join("\n") || null };
}

/** An answer in its stored form; a text that is not an answer of the type is only normalised. */
export function toStoredForm(type: string, input: string): string {
  const text = normalizeAnswer(type, input);
  if (text.trim() === "" || !isOneOf(taskTypes, type) || hasOptions(type)) return text;
  // An integer written as 2,0 or compared with 2.5 is still a number.
  const result = parseByType({ ...anyTask, type: type === "INTEGER" ? "DECIMAL" : type }, text);
  return ("answer" in result && result.answer) || text;
}

const anyTask = { required: "NO", options: null, params: {}, answer: null } as const;

/** Whether an answer matches the expected one, ignoring case and surrounding spaces; if not, the console warns. */
export const isExpected = (answer: string | null, expected: string): boolean =>
  foldText(answer ?? "") === foldText(expected);

/** The display texts of checkbox answers. */
export const checkboxTexts = { en: { yes: "Yes", no: "No" }, sv: { yes: "Ja", no: "Nej" } } as const;

const foldText = (text: string): string => normalizeLine(text).toLowerCase();
