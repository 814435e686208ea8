/** Separated values as in RFC 4180 and as written by spreadsheets. */

export interface CsvRecord {
  /** The line on which the record begins, from 1. */
  line: number;
  cells: string[];
  /** Whether a cell is quoted. */
  hasQuotedCell: boolean;
  /** Whether a quote is not closed, or text follows a closing quote. Such a cell is read as written, with its quotes. */
  isMalformed: boolean;
}

/** Parses a text into records, without blank lines. `separator` null: one cell per line. */
export const parseCsv = (text: string, separator: string | null): CsvRecord[] => [
  ...readCsvRecords(text, separator),
];

/** Yields the records of a text, so that a text with millions of lines needs no list of them. */
export function* readCsvRecords(text: string, separator: string | null): Generator<CsvRecord> {
  let offset = text.startsWith("\ufeff") ? 1 : 0;
  let line = 1;
  // After an unclosed quote, later quotes must be closed on their line; searching all of the text for each would be quadratic.
  let hasUnclosedQuote = false;
  const endsCell = (index: number) =>
    index >= text.length || text[index] === separator || text[index] === "\n" || text[index] === "\r";
  const skipSpaces = (index: number) => {
    let end = index;
    while (text[end] === " ") end += 1;
    return end;
  };

  /** The quoted cell that begins at an index, and where it ends; null if its quote is not closed or text follows it. */
  function readQuotedCell(start: number): { cell: string; end: number } | null {
    const limit = hasUnclosedQuote ? findLineEnd(text, start) : text.length;
    let cell = "";
    for (let position = start + 1; ; ) {
      const quoteIndex = text.indexOf('"', position);
      if (quoteIndex < 0 || quoteIndex >= limit) {
        hasUnclosedQuote = true;
        return null;
      }
      cell += text.slice(position, quoteIndex);
      position = quoteIndex + 1;
      if (text[position] === '"') {
        cell += '"';
        position += 1;
        continue;
      }
      const end = skipSpaces(position);
      return endsCell(end) ? { cell, end } : null;
    }
  }

  while (offset < text.length) {
    const record: CsvRecord = { line, cells: [], hasQuotedCell: false, isMalformed: false };
    for (;;) {
      const cellStart = skipSpaces(offset);
      // Some programs write ="007", so that Excel keeps the zeros.
      const quote = text.startsWith('="', cellStart) ? cellStart + 1 : cellStart;
      const quotedMatch = text[quote] === '"' ? readQuotedCell(quote) : null;
      if (quotedMatch) {
        record.hasQuotedCell = true;
        record.cells.push(quotedMatch.cell);
        line += quotedMatch.cell.match(/\n|\r(?!\n)/g)?.length ?? 0;
        offset = quotedMatch.end;
      } else {
        if (text[cellStart] === '"') record.isMalformed = true;
        const start = offset;
        while (!endsCell(offset)) offset += 1;
        record.cells.push(text.slice(start, offset));
      }
      if (separator === null || text[offset] !== separator) break;
      offset += 1;
    }
    if (text[offset] === "\r") offset += 1;
    if (text[offset] === "\n") offset += 1;
    line += 1;
    if (record.cells.some((cell) => cell.trim() !== "")) yield record;
  }
}

function findLineEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return end;
}

/**
 * Formats records, with a byte order mark so that spreadsheets read UTF-8. Formulas are not escaped: the cells must be the caller's
 * own.
 */
export const formatCsv = (records: readonly (readonly string[])[], separator: string): string =>
  `\ufeff${records
    .map((cells) =>
      cells
        .map((cell) =>
          cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
        )
        .join(separator),
    )
    .join("\r\n")}\r\n`;
