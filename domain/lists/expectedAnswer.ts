import type { FieldError } from "#domain/core/problem.ts";
import { sanitizeListText } from "#domain/core/text/listText.ts";
import { normalizeLine } from "#domain/core/text/normalizeText.ts";
import { maxEntryLength, type ParsedEntryFile, parseEntries } from "./entryFile.ts";

/** An expected answer in its stored form (3§5), or its validation error. */
export function expectedAnswerText(input: string): { text: string } | { field: "text"; error: FieldError } {
  const text = sanitizeListText(input);
  if (text === "") return { field: "text", error: "required" };
  if (text.length > maxEntryLength) return { field: "text", error: "tooLong" };
  return { text };
}

/** Parses a file with one expected answer per line. Null if it has too many lines. */
export const readExpectedAnswers = (content: string): ParsedEntryFile<{ text: string }> | null =>
  parseEntries(content, (line) => {
    const result = expectedAnswerText(line);
    return "error" in result ? result : { entry: result };
  });

/** Maximum length of the expected answer shown in a warning, in characters. */
export const maxExpectedAnswerLength = 2000;

/**
 * Whether an import of expected answers applies to a task (3§3): by template task ids or names, both separated by semicolons. Names
 * ignore case.
 */
export function appliesToTask(
  { templateTaskIds = "", templateTaskNames = "" }: Readonly<Record<string, string>>,
  { templateTaskId, name }: { templateTaskId: string | null; name: string },
): boolean {
  const normalize = (text: string) => normalizeLine(text).toLocaleLowerCase();
  const includesText = (joined: string, entry: string) =>
    joined.split(";").some((part) => normalize(part) === normalize(entry));
  const isListed = (joined: string, entry: string) => entry.trim() !== "" && includesText(joined, entry);
  return isListed(templateTaskIds, templateTaskId ?? "") || isListed(templateTaskNames, name);
}
