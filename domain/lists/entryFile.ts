import type { FieldError } from "#domain/core/problem.ts";
import { numberedLines } from "#domain/core/text/decodeText.ts";
import { truncate } from "#domain/core/text/trim.ts";

/** Files with one entry a line (3§5): suggestions, expected answers. */

/** Bytes of a file at most. */
export const maxEntryFileBytes = 10_000_000;
/** Entries of a file at most. */
export const maxEntries = 200_000;
/** Characters of a name; other entries are answers and may be longer (3§9). */
export const maxNameLength = 255;
export const maxEntryLength = 2000;
/** Faults that are listed; beyond them only the count goes on. */
const maxReportedErrors = 1000;

export interface LineError {
  /** Counted from 1, empty lines included: what an editor shows. */
  line: number;
  /** The faulty part: `text`, `lat`, `lng`, or the name of a column. */
  field: string;
  fault: FieldError;
  given: string;
}

export interface ParsedEntryFile<E> {
  /** Lines that are not empty. */
  lines: number;
  /** One entry for each text; the last line with a text counts. */
  entries: E[];
  /** Lines whose text is repeated by a later line. */
  repeated: number;
  faults: LineError[];
  faultCount: number;
}

export type LineParser<E> = (line: string) => { entry: E } | { field: string; fault: FieldError };

/** Reads every line of a file; a faulty line does not affect the others. Null for a file of more than `maxEntries` entries. */
export function parseEntries<E extends { text: string }>(
  text: string,
  readLine: LineParser<E>,
): ParsedEntryFile<E> | null {
  const byText = new Map<string, E>();
  const faults: LineError[] = [];
  let [lines, faultCount] = [0, 0];
  for (const [line, given] of numberedLines(text)) {
    lines += 1;
    const read = readLine(given);
    if ("entry" in read) byText.set(read.entry.text, read.entry);
    else {
      faultCount += 1;
      if (faults.length < maxReportedErrors)
        faults.push({ line, field: read.field, fault: read.fault, given: truncate(given, 200) });
    }
    if (byText.size > maxEntries) return null;
  }
  return {
    lines,
    entries: [...byText.values()],
    repeated: lines - faultCount - byText.size,
    faults,
    faultCount,
  };
}
