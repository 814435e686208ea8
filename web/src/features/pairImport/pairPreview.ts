import { name as nameField } from "#domain/core/fields.ts";
import { type IgnoredReason, maxPairs } from "#domain/endpoints/configuration/pairImport.ts";
import { type Pair, parsePairs } from "#domain/lists/pairCsv.ts";

/** Why a line is not sent; `fields`: it does not have two fields. */
export type SkipReason = Exclude<IgnoredReason, "unknownCustomer"> | "fields" | "tooMany";

export interface PreviewLine {
  /** From 1, as in an editor. */
  line: number;
  name?: string;
  value?: string;
  /** Absent for a line that is sent. */
  reason?: SkipReason;
}

const text = nameField();

/** The lines of a file in order, with those that will be sent. `same` is the key that makes two lines equal. */
export function previewPairs(file: string, same: (pair: Pair) => string): PreviewLine[] {
  const { pairs, skipped } = parsePairs(file);
  const seen = new Set<string>();
  let taken = 0;
  const reasonOf = (pair: Pair): SkipReason | undefined => {
    const { name, value } = pair;
    if (name === "" || value === "") return "empty";
    if (!text.safeParse(name).success || !text.safeParse(value).success) return "invalid";
    if (seen.has(same(pair))) return "duplicate";
    if (taken === maxPairs) return "tooMany";
    seen.add(same(pair));
    taken += 1;
    return undefined;
  };
  const read = pairs.map((pair): PreviewLine => {
    const reason = reasonOf(pair);
    return { ...pair, ...(reason && { reason }) };
  });
  return [...read, ...skipped.map((line): PreviewLine => ({ line, reason: "fields" }))].sort(
    (a, b) => a.line - b.line,
  );
}
