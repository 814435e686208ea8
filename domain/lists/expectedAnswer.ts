import type { FieldError } from "#domain/core/problem.ts";
import { sanitizeListText } from "#domain/core/text/listText.ts";
import { maxEntryLength, type ParsedEntryFile, parseEntries } from "./entryFile.ts";

/** An answer as a list stores it (3§5), or what is wrong with it. */
export function expectedAnswerText(given: string): { text: string } | { field: "text"; fault: FieldError } {
  const text = sanitizeListText(given);
  if (text === "") return { field: "text", fault: "required" };
  if (text.length > maxEntryLength) return { field: "text", fault: "tooLong" };
  return { text };
}

/** The answers of a file, one a line. Null for a file of too many lines. */
export const readExpectedAnswers = (content: string): ParsedEntryFile<{ text: string }> | null =>
  parseEntries(content, (line) => {
    const read = expectedAnswerText(line);
    return "fault" in read ? read : { entry: read };
  });

/** Characters of what a warning says was expected. */
export const maxExpectedAnswerLength = 2000;

/**
 * Whether an import of expected answers is for a task (3§3): by the ids of template tasks, or by their names, both apart by semicolons.
 * Capitals of names do not matter.
 */
export function appliesToTask(
  { templateTaskIds = "", templateTaskNames = "" }: Readonly<Record<string, string>>,
  { templateTaskId, name }: { templateTaskId: string | null; name: string },
): boolean {
  const folded = (text: string) => text.normalize("NFC").trim().toLocaleLowerCase();
  const listed = (joined: string, one: string) =>
    joined.split(";").some((part) => folded(part) === folded(one));
  const isListed = (joined: string, one: string) => one.trim() !== "" && listed(joined, one);
  return isListed(templateTaskIds, templateTaskId ?? "") || isListed(templateTaskNames, name);
}
