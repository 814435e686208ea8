import { numberedLines } from "#domain/core/text/decodeText.ts";

export interface Pair {
  /** From 1, as an editor counts. */
  line: number;
  name: string;
  value: string;
}

/**
 * The `name;value` lines of a CSV file of aliases or tags (3§5), and the numbers of the lines skipped because they do not have
 * exactly two fields. Empty lines count as neither.
 */
export function parsePairs(text: string): { pairs: Pair[]; skipped: number[] } {
  const pairs: Pair[] = [];
  const skipped: number[] = [];
  for (const [line, content] of numberedLines(text)) {
    const [name, value, ...more] = content.split(";").map((field) => field.trim());
    if (name === undefined || value === undefined || more.length > 0) skipped.push(line);
    else pairs.push({ line, name, value });
  }
  return { pairs, skipped };
}
