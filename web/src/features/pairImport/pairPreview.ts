import { name as nameField } from "#domain/core/fields.ts";
import type { DecodedText } from "#domain/core/text/decodeText.ts";
import type { TableReading } from "#domain/core/text/table.ts";
import { type IgnoredReason, maxPairs } from "#domain/endpoints/configuration/pairImport.ts";
import { type Pair, parsePairs } from "#domain/lists/pairCsv.ts";

/** The reason to skip a line; `fields`: it does not have two fields. */
export type SkipReason = Exclude<IgnoredReason, "unknownCustomer"> | "fields" | "tooMany";

export interface PreviewLine {
  /** Counts from 1, as in an editor. */
  line: number;
  name?: string;
  value?: string;
  /** Absent for a line that is sent. */
  reason?: SkipReason;
}

const fieldSchema = nameField();

/** All lines of a file in order; those that will be skipped have a reason. Lines with the same `keyOf` are duplicates. */
export function previewPairs(
  file: DecodedText,
  keyOf: (pair: Pair) => string,
): { lines: PreviewLine[]; reading: TableReading } {
  const { pairs, skipped, reading } = parsePairs(file);
  const seenKeys = new Set<string>();
  let acceptedCount = 0;
  const reasonOf = (pair: Pair): SkipReason | undefined => {
    const { name, value } = pair;
    if (name === "" || value === "") return "empty";
    if (!fieldSchema.safeParse(name).success || !fieldSchema.safeParse(value).success) return "invalid";
    if (seenKeys.has(keyOf(pair))) return "duplicate";
    if (acceptedCount === maxPairs) return "tooMany";
    seenKeys.add(keyOf(pair));
    acceptedCount += 1;
    return undefined;
  };
  const pairLines = pairs.map((pair): PreviewLine => {
    const reason = reasonOf(pair);
    return { ...pair, ...(reason && { reason }) };
  });
  const skippedLines = skipped.map((line): PreviewLine => ({ line, reason: "fields" }));
  return { lines: [...pairLines, ...skippedLines].sort((a, b) => a.line - b.line), reading };
}
