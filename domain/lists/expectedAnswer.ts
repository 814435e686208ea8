import type { FieldError } from "#domain/core/problem.ts";
import type { DecodedText } from "#domain/core/text/decodeText.ts";
import { sanitizeListText } from "#domain/core/text/listText.ts";
import { normalizeLine } from "#domain/core/text/normalizeText.ts";
import { type EntryFormat, maxEntryLength, type ParsedEntryFile, parseEntries } from "./entryFile.ts";

/** An expected answer in its stored form (3§5), or its validation error. */
export function parseExpectedAnswer(input: string): { text: string } | { field: "text"; error: FieldError } {
  const text = sanitizeListText(input);
  if (text === "") return { field: "text", error: "required" };
  if (text.length > maxEntryLength) return { field: "text", error: "tooLong" };
  return { text };
}

/** A row of expected answers: one cell. */
export const expectedAnswerFormat: EntryFormat<{ text: string }> = {
  fields: ["text"],
  fits: (cells) => cells.length === 1,
  parseRow: ([text = "", ...extraCells]) => {
    if (extraCells.length > 0) return { field: "text", error: "extraColumns" };
    const result = parseExpectedAnswer(text);
    return "error" in result ? result : { entry: result };
  },
};

/** Parses a file with one expected answer per row. Null if the file has too many rows. */
export const readExpectedAnswers = (file: DecodedText): ParsedEntryFile<{ text: string }> | null =>
  parseEntries(file, expectedAnswerFormat);

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
  const normalize = (text: string) => normalizeLine(text).toLowerCase();
  const includesText = (joinedEntries: string, entry: string) =>
    joinedEntries.split(";").some((part) => normalize(part) === normalize(entry));
  const isListed = (joinedEntries: string, entry: string) =>
    entry.trim() !== "" && includesText(joinedEntries, entry);
  return isListed(templateTaskIds, templateTaskId ?? "") || isListed(templateTaskNames, name);
}
