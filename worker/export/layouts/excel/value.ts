import { isDay } from "#domain/task/answers.ts";
import { dateSerial } from "#worker/export/excelLimits.ts";
import { decimalFormat, numberValue } from "#worker/export/numberValue.ts";
import type { DrawnText } from "../renderTree.ts";

/** A number as a cell stores it, and the format that shows it as it was written. */
export interface CellValue {
  value: number;
  format: string;
}

const dateTime = /^(\d{4}-\d\d-\d\d)(?: ([01]\d|2[0-3]):([0-5]\d))?$/;

/**
 * The number or date that a text stands for; null for a text. Only answers of number and date tasks qualify: "007", phone numbers and
 * anything that begins with "=", "+" or "@" stay text.
 */
export function cellValue({ text, format }: DrawnText): CellValue | null {
  if (format === "number") return numberOf(text);
  return format === "date" ? dateOf(text) : null;
}

function numberOf(text: string): CellValue | null {
  const number = numberValue(text);
  return number && { value: number.value, format: decimalFormat(number.decimals) };
}

function dateOf(text: string): CellValue | null {
  const match = dateTime.exec(text);
  if (!match) return null;
  const [, day = "", hour, minute] = match;
  const value = isDay(day) ? dateSerial(Date.parse(`${day}T${hour ?? "00"}:${minute ?? "00"}:00Z`)) : null;
  if (value === null) return null;
  return { value, format: hour === undefined ? "yyyy\\-mm\\-dd" : "yyyy\\-mm\\-dd\\ hh:mm" };
}
