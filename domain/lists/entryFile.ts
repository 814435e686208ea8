import type { FieldError } from "#domain/core/problem.ts";
import type { DecodedText } from "#domain/core/text/decodeText.ts";
import { foldCase } from "#domain/core/text/foldCase.ts";
import { readTable, type TableFormat, type TableReading } from "#domain/core/text/table.ts";
import { truncate } from "#domain/core/text/trim.ts";

/** Files with one entry per row (3§5): suggestions, expected answers. */

/** Maximum file size, in bytes. */
export const maxEntryFileBytes = 10_000_000;
/** Maximum number of entries in a file. */
export const maxEntries = 200_000;
/** Maximum length of an entry that is an answer, in characters; names are shorter (3§9). */
export const maxEntryLength = 2000;
/** Maximum number of errors listed; further errors are only counted. */
const maxReportedErrors = 1000;
const maxReportedCaseVariants = 20;

export interface LineError {
  /** The line number, from 1 and including empty lines, as in an editor. */
  line: number;
  /** The part with the error: `text`, `lat`, `lng`, or the name of a column. */
  field: string;
  error: FieldError;
  text: string;
}

export interface ParsedEntryFile<E> {
  /** How the file was read. */
  reading: TableReading;
  /** Number of non-empty lines. */
  lineCount: number;
  /** One entry per text; if several lines have the same text, the last one is used. */
  entries: E[];
  /** Number of lines whose text is repeated by a later line. */
  repeatedLineCount: number;
  /** The first texts that differ from an earlier one only in case: crews could not tell them apart, unless they are units, as mW and MW. */
  caseVariants: string[];
  errors: LineError[];
  errorCount: number;
}

export type RowParser<E> = (cells: readonly string[]) => { entry: E } | { field: string; error: FieldError };

/** What a file of entries may contain, and how a row becomes an entry. */
export interface EntryFormat<E> extends TableFormat {
  parseRow: RowParser<E>;
}

/** Parses a file; a row with an error does not affect the others. Null if the file has more than `maxEntries` entries. */
export function parseEntries<E extends { text: string }>(
  file: DecodedText,
  format: EntryFormat<E>,
): ParsedEntryFile<E> | null {
  const { reading, rows } = readTable(file, format);
  const entryByText = new Map<string, E>();
  const errors: LineError[] = [];
  let [lineCount, errorCount] = [0, 0];
  for (const { line, cells, text } of rows) {
    lineCount += 1;
    const result = format.parseRow(cells);
    if ("entry" in result) entryByText.set(result.entry.text, result.entry);
    else {
      errorCount += 1;
      if (errors.length < maxReportedErrors)
        errors.push({ line, field: result.field, error: result.error, text: truncate(text, 200) });
    }
    if (entryByText.size > maxEntries) return null;
  }
  return {
    reading,
    lineCount,
    entries: [...entryByText.values()],
    repeatedLineCount: lineCount - errorCount - entryByText.size,
    caseVariants: findCaseVariants([...entryByText.keys()]),
    errors,
    errorCount,
  };
}

function findCaseVariants(texts: readonly string[]): string[] {
  const foldedTexts = new Set<string>();
  const variants: string[] = [];
  for (const text of texts) {
    const foldedText = foldCase(text);
    if (foldedTexts.has(foldedText)) variants.push(text);
    foldedTexts.add(foldedText);
  }
  return variants.slice(0, maxReportedCaseVariants);
}
