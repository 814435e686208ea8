import { isDay } from "#domain/task/answers.ts";
import { toDateSerial } from "#worker/export/excelLimits.ts";
import { decimalFormatOf, parseAnswerNumber } from "#worker/export/numberValue.ts";
import type { CellValue, DrawnText } from "../renderTree.ts";

const dateTimePattern = /^(\d{4}-\d\d-\d\d)(?: ([01]\d|2[0-3]):([0-5]\d))?$/;

/**
 * The number or date that a text represents; null if it represents none. Only answers of number and date tasks qualify: "007", phone numbers and
 * anything that begins with "=", "+" or "@" stay text.
 */
export function parseCellValue({ text, format, value }: DrawnText): CellValue | null {
  if (value) return value;
  if (format === "number") return parseNumber(text);
  return format === "date" ? parseDate(text) : null;
}

function parseNumber(text: string): CellValue | null {
  // The text has the decimal mark of the document's language.
  const number = parseAnswerNumber("DECIMAL", text);
  return number && { value: number.value, format: decimalFormatOf(number.decimals) };
}

function parseDate(text: string): CellValue | null {
  const match = dateTimePattern.exec(text);
  if (!match) return null;
  const [, day = "", hour, minute] = match;
  const value = isDay(day) ? toDateSerial(Date.parse(`${day}T${hour ?? "00"}:${minute ?? "00"}:00Z`)) : null;
  if (value === null) return null;
  return { value, format: hour === undefined ? "yyyy\\-mm\\-dd" : "yyyy\\-mm\\-dd\\ hh:mm" };
}
