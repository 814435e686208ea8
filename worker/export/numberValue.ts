import { toStoredForm } from "#domain/task/answers.ts";

/** A number as a cell stores it, and the number of decimals with which it was written. */
export interface NumberValue {
  value: number;
  decimals: number;
}

/** Numbers that survive storage unchanged: no leading zeros, and no more digits than a cell keeps. */
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;
const maxSignificantDigits = 15;

/** The number that a text stands for if a cell shows it exactly as written; otherwise null. */
export function parseNumberValue(text: string): NumberValue | null {
  const match = numberPattern.exec(text);
  if (!match || text.replace(/\D/g, "").length > maxSignificantDigits) return null;
  const [value, decimals] = [Number(text), match[1]?.length ?? 0];
  // "-0" would lose its sign.
  return value.toFixed(decimals) === text ? { value, decimals } : null;
}

/** Whether the answers of a task type are numbers. */
export const isNumeric = (type: string): boolean => type === "INTEGER" || type === "DECIMAL";

/** The number that an answer is, so that spreadsheets can calculate with it; null for other answers. */
export const parseAnswerNumber = (type: string, answer: string | null): NumberValue | null =>
  isNumeric(type) ? parseNumberValue(toStoredForm(type, answer ?? "").trim()) : null;

/** The number format that shows all decimals. */
export const decimalFormatOf = (decimals: number): string =>
  decimals === 0 ? "0" : `0.${"0".repeat(decimals)}`;
