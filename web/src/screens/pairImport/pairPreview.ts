import { type IgnoredReason, maximumPairs } from "../../../../domain/endpoints/pairImport";
import { name as nameField } from "../../../../domain/fields";
import { type Pair, readPairs } from "../../../../domain/rules/pairCsv";

/** Why a line is not sent: it does not have two fields, or one of them cannot be what it is to be. */
export type LeftOut = Exclude<IgnoredReason, "unknownCustomer"> | "fields" | "tooMany";

export interface PreviewLine {
  /** From 1, as an editor counts. */
  line: number;
  name?: string;
  value?: string;
  /** Absent for a line that is taken. */
  reason?: LeftOut;
}

const text = nameField();

/** What of a file will be sent, in the order of its lines. `same` says what makes two lines the same. */
export function previewOf(file: string, same: (pair: Pair) => string): PreviewLine[] {
  const { pairs, skipped } = readPairs(file);
  const seen = new Set<string>();
  let taken = 0;
  const reasonOf = (pair: Pair): LeftOut | undefined => {
    const { name, value } = pair;
    if (name === "" || value === "") return "empty";
    if (!text.safeParse(name).success || !text.safeParse(value).success) return "invalid";
    if (seen.has(same(pair))) return "duplicate";
    if (taken === maximumPairs) return "tooMany";
    seen.add(same(pair));
    taken += 1;
    return undefined;
  };
  const read = pairs.map((pair): PreviewLine => {
    const reason = reasonOf(pair);
    return { ...pair, ...(reason && { reason }) };
  });
  return [...read, ...skipped.map((line): PreviewLine => ({ line, reason: "fields" }))].sort(
    (one, other) => one.line - other.line,
  );
}
