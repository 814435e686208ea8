import { normalizeLine } from "#domain/core/text/normalizeText.ts";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { checkboxTexts, toStoredForm } from "./answers.ts";
import { hasOptions, takesMultiple } from "./types.ts";

/**
 * How conditions compare answers: preconditions, task filters, layouts, the form, its preview, CSV files and the service. Both sides
 * are compared in one normal form, so that it does not matter how an answer or a condition was typed.
 */

/** The fields of a task that a comparison uses. */
export interface ComparedTask {
  type: string;
  answer: string | null;
  /** Choices, separated by semicolons. */
  options?: string | null;
}

/**
 * The normal form of a value: its stored form (2§3), in lower case; numbers without leading and trailing zeros, the yes or no of a
 * tick box in either language as its stored value.
 */
export function normalizeForComparison(type: string, text: string): string {
  const storedText = toStoredForm(type, type === "CHECKBOX" ? toCheckboxValue(text) : text).trim();
  const isNumber = type === "INTEGER" || type === "DECIMAL";
  // Not toLocaleLowerCase: browsers of other languages must agree with the service.
  return (isNumber && toCanonicalNumber(storedText)) || storedText.toLowerCase();
}

/**
 * Whether an answer equals `expected`. An untouched tick box is not ticked. If an answer has several choices, one must match; with
 * several expected values, or `requiresAll`, all must match, in any order.
 */
export function isAnsweredWith(
  { type, answer, options }: ComparedTask,
  expected: string,
  { requiresAll = false } = {},
): boolean {
  const keyOf = comparisonKey(type, options);
  const expectedKey = keyOf(expected);
  if (type === "CHECKBOX" && !answer?.trim()) return expectedKey === "" || expectedKey === "false";
  if (!takesMultiple(type)) return keyOf(answer ?? "") === expectedKey;
  const values = new Set(splitSemicolons(answer).map(keyOf));
  const expectedValues = new Set(splitSemicolons(expected).map(keyOf));
  const hasAll = [...expectedValues].every((value) => values.has(value));
  return hasAll && (values.size === expectedValues.size || (!requiresAll && expectedValues.size === 1));
}

/** Case is significant only if the task has choices that differ in nothing else. */
function comparisonKey(type: string, options: string | null | undefined): (value: string) => string {
  if (!options || !hasOptions(type)) return (value) => normalizeForComparison(type, value);
  const choices = Map.groupBy(splitSemicolons(options), (choice) => normalizeForComparison(type, choice));
  return (value) => {
    const text = normalizeForComparison(type, value);
    const similarChoices = choices.get(text) ?? [];
    return (similarChoices.length > 1 && similarChoices.find((choice) => choice === value.trim())) || text;
  };
}

/**
 * Converts the answer of a condition to the stored form of the task's answers. Choices are spelled and ordered as in the task's
 * options. A text that is not an answer of the task is returned unchanged.
 */
export function normalizeConditionAnswer(
  { type, options }: { type: string; options: string | null },
  text: string,
): string {
  if (type === "CHECKBOX") return toCheckboxValue(text);
  if (!hasOptions(type)) return toStoredForm(type, text).trim();
  const offeredChoices = splitSemicolons(options);
  const choiceSet = new Set(offeredChoices);
  const choiceByKey = new Map(offeredChoices.map((choice) => [normalizeForComparison(type, choice), choice]));
  const words = takesMultiple(type) ? splitSemicolons(text) : [text.trim()];
  const choices = words.map((word) =>
    choiceSet.has(word) ? word : choiceByKey.get(normalizeForComparison(type, word)),
  );
  const selectedChoices = new Set(choices);
  return selectedChoices.has(undefined)
    ? text.trim()
    : [...choiceSet].filter((choice) => selectedChoices.has(choice)).join(";");
}

/** Whether two conditions of tasks of unknown types name the same answer. */
export const isSameConditionAnswer = (a: string, b: string): boolean =>
  (["TEXT", "DECIMAL", "CHECKBOX"] as const).some(
    (type) => normalizeForComparison(type, a) === normalizeForComparison(type, b),
  );

/** `true` or `false` for the yes or no of either language; other texts are unchanged. */
function toCheckboxValue(text: string): string {
  const word = normalizeLine(text).toLowerCase();
  const isWord = (answer: "yes" | "no") =>
    Object.values(checkboxTexts).some((texts) => texts[answer].toLowerCase() === word);
  if (word === "true" || isWord("yes")) return "true";
  return word === "false" || isWord("no") ? "false" : text.trim();
}

/** A number of any length without redundant zeros; null for other texts. */
function toCanonicalNumber(text: string): string | null {
  const [, sign = "", integerDigits = "", decimals = ""] = /^(-?)(\d+)(?:[.](\d+))?$/.exec(text) ?? [];
  if (integerDigits === "") return null;
  const digits = `${trimZeros(integerDigits, "start") || "0"}${decimals && `.${trimZeros(decimals, "end")}`}`;
  const number = digits.endsWith(".") ? digits.slice(0, -1) : digits;
  return number === "0" ? number : sign + number;
}

/** A loop, since a pattern with `0+$` would be quadratic. */
function trimZeros(digits: string, side: "start" | "end"): string {
  let [start, end] = [0, digits.length];
  if (side === "start") while (digits[start] === "0") start += 1;
  else while (digits[end - 1] === "0") end -= 1;
  return digits.slice(start, end);
}
