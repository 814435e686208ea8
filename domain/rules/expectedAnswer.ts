import type { FieldFault } from "../problem";
import { maximumEntryLength, type ReadFile, readEntries } from "./entryFile";
import { strippedText } from "./strippedText";

/** An answer as a list stores it (3§5), or what is wrong with it. */
export function expectedAnswerText(given: string): { text: string } | { field: "text"; fault: FieldFault } {
  const text = strippedText(given);
  if (text === "") return { field: "text", fault: "required" };
  if (text.length > maximumEntryLength) return { field: "text", fault: "tooLong" };
  return { text };
}

/** The answers of a file, one a line. Null for a file of too many lines. */
export const readExpectedAnswers = (content: string): ReadFile<{ text: string }> | null =>
  readEntries(content, (line) => {
    const read = expectedAnswerText(line);
    return "fault" in read ? read : { entry: read };
  });
