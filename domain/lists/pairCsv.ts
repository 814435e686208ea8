import { numberedLines } from "#domain/core/text/decodeText.ts";

export interface Pair {
  /** The line number, from 1. */
  line: number;
  name: string;
  value: string;
}

/**
 * Parses the `name;value` lines of a CSV file of aliases or tags (3§5). `skipped` has the numbers of lines that do not have exactly
 * two fields. Empty lines are ignored.
 */
export function parsePairs(text: string): { pairs: Pair[]; skipped: number[] } {
  const pairs: Pair[] = [];
  const skipped: number[] = [];
  for (const [line, content] of numberedLines(text)) {
    const [name, value, ...extraFields] = content.split(";").map((field) => field.trim());
    if (name === undefined || value === undefined || extraFields.length > 0) skipped.push(line);
    else pairs.push({ line, name, value });
  }
  return { pairs, skipped };
}
