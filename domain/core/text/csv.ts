/** Comma-separated values as in RFC 4180 and as written by spreadsheets. */

export interface CsvRecord {
  /** The line on which the record begins, from 1. */
  line: number;
  cells: string[];
  /** Whether a quote is not closed, or text follows a closing one. */
  broken: boolean;
}

/** Parses a text into records, without blank lines. A quoted cell can contain separators, line breaks and doubled quotes. */
export function parseCsv(text: string, separator: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let offset = text.startsWith("\ufeff") ? 1 : 0;
  let line = 1;
  const endsCell = (index: number) =>
    index >= text.length || text[index] === separator || text[index] === "\n" || text[index] === "\r";
  while (offset < text.length) {
    const record: CsvRecord = { line, cells: [], broken: false };
    for (;;) {
      let cell = "";
      if (text[offset] === '"') {
        offset += 1;
        for (;;) {
          const quote = text.indexOf('"', offset);
          const part = text.slice(offset, quote < 0 ? text.length : quote);
          cell += part;
          line += part.match(/\n|\r(?!\n)/g)?.length ?? 0;
          offset = quote < 0 ? text.length : quote + 1;
          if (quote < 0) record.broken = true;
          if (quote >= 0 && text[offset] === '"') {
            cell += '"';
            offset += 1;
          } else break;
        }
        if (!endsCell(offset)) record.broken = true;
      }
      const start = offset;
      while (!endsCell(offset)) offset += 1;
      record.cells.push(cell + text.slice(start, offset));
      if (text[offset] !== separator) break;
      offset += 1;
    }
    if (text[offset] === "\r") offset += 1;
    if (text[offset] === "\n") offset += 1;
    line += 1;
    if (record.cells.some((cell) => cell.trim() !== "")) records.push(record);
  }
  return records;
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
