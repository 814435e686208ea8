import type { DecodedText } from "#domain/core/text/decodeText.ts";
import { readTable, type TableFormat, type TableReading } from "#domain/core/text/table.ts";

export interface Pair {
  /** The line number, from 1. */
  line: number;
  name: string;
  value: string;
}

/** Headings of spreadsheets in both languages. */
const headings: Readonly<Record<string, "name" | "value">> = {
  name: "name",
  namn: "name",
  documentation: "name",
  dokumentation: "name",
  "documentation name": "name",
  dokumentationsnamn: "name",
  alias: "value",
  tag: "value",
  tagg: "value",
};

const format: TableFormat = {
  fields: ["name", "value"],
  fieldOf: (heading) => headings[heading] ?? null,
  fits: (cells) => cells.length === 2,
};

/**
 * Parses a file of names and aliases, or of names and tags (3§5). `skipped` has the numbers of lines that do not have exactly two fields.
 * Empty rows are ignored.
 */
export function parsePairs(file: DecodedText): { pairs: Pair[]; skipped: number[]; reading: TableReading } {
  const pairs: Pair[] = [];
  const skippedLines: number[] = [];
  const { reading, rows } = readTable(file, format);
  for (const { line, cells } of rows) {
    const [name, value, ...extraCells] = cells;
    if (name === undefined || value === undefined || extraCells.length > 0) skippedLines.push(line);
    else pairs.push({ line, name, value });
  }
  return { pairs, skipped: skippedLines, reading };
}
