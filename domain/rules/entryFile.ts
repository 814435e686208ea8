import type { FieldFault } from "../problem";
import { cutText } from "./text";
import { numberedLines } from "./textLines";

/** Files of entries, one a line (3§5): suggestions, expected answers. */

/** Bytes of a file. */
export const maximumEntryFile = 10_000_000;
/** Entries of a file: twice what a list is made for. */
export const maximumEntries = 200_000;
/** A name, and so a documentation's, is at most this long; any other entry is an answer (3§9). */
export const maximumNameLength = 255;
export const maximumEntryLength = 2000;
/** Faults that are told one by one; of more, only how many. */
const toldFaults = 1000;

export interface LineFault {
  /** Counted from 1, empty lines included: what an editor shows. */
  line: number;
  /** What of the line: `text`, `lat`, `lng`, or the name of a column. */
  field: string;
  fault: FieldFault;
  given: string;
}

export interface ReadFile<E> {
  /** Lines that are not empty. */
  lines: number;
  /** Each text once; of lines with the same text the last. */
  entries: E[];
  /** Lines whose text a later line has as well. */
  repeated: number;
  faults: LineFault[];
  faultCount: number;
}

export type ReadLine<E> = (line: string) => { entry: E } | { field: string; fault: FieldFault };

/** Reads all of a file's lines; a faulty one stands in the way of no other. Null for a file of more than `maximumEntries` entries. */
export function readEntries<E extends { text: string }>(
  text: string,
  readLine: ReadLine<E>,
): ReadFile<E> | null {
  const byText = new Map<string, E>();
  const faults: LineFault[] = [];
  let [lines, faultCount] = [0, 0];
  for (const [line, given] of numberedLines(text)) {
    lines += 1;
    const read = readLine(given);
    if ("entry" in read) byText.set(read.entry.text, read.entry);
    else {
      faultCount += 1;
      if (faults.length < toldFaults)
        faults.push({ line, field: read.field, fault: read.fault, given: cutText(given, 200) });
    }
    if (byText.size > maximumEntries) return null;
  }
  return {
    lines,
    entries: [...byText.values()],
    repeated: lines - faultCount - byText.size,
    faults,
    faultCount,
  };
}
