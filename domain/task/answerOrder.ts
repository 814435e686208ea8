import { type ComparedTask, normalizeForComparison } from "./answerComparison.ts";
import { isDay, toStoredForm } from "./answers.ts";

/** The order of answers that are numbers, dates or times. */

type OrderedValue = { number: number } | { kind: "day" | "time"; text: string };

function toOrderedValue(text: string): OrderedValue | null {
  const value = text.trim();
  const storedNumber = toStoredForm("DECIMAL", value);
  if (/^-?\d+(\.\d+)?$/.test(storedNumber)) return { number: Number(storedNumber) };
  if (isDay(value.slice(0, 10))) return { kind: "day", text: toStoredForm("DATE_TIME", value) };
  const storedTime = toStoredForm("TIME", value);
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(storedTime) ? { kind: "time", text: storedTime } : null;
}

/** Whether a text is a number, a date or a time. */
export const isOrdered = (text: string): boolean => toOrderedValue(text) !== null;

/**
 * Compares an answer with a value: below 0 if the answer is less or earlier, above 0 if it is greater or later. Null unless both are
 * numbers, both dates or both times. A date without a time is earlier than any time of that day.
 */
export function compareAnswer({ type, answer }: ComparedTask, value: string): number | null {
  const [a, b] = [answer ?? "", value].map((text) => toOrderedValue(normalizeForComparison(type, text)));
  if (!a || !b) return null;
  if ("number" in a) return "number" in b ? a.number - b.number : null;
  if ("number" in b || a.kind !== b.kind) return null;
  return a.text === b.text ? 0 : a.text < b.text ? -1 : 1;
}
