/** Comma-separated values as RFC 4180 and spreadsheets write them. */

export interface CsvRecord {
  /** The line of the file the record begins on, from 1. */
  line: number;
  cells: string[];
  /** Whether a quote is never closed, or text follows a closing one. */
  broken: boolean;
}

/** The records of a text, blank lines left out. A quoted cell may hold separators, line breaks and doubled quotes. */
export function parseCsv(text: string, separator: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let at = text.startsWith("\ufeff") ? 1 : 0;
  let line = 1;
  const endsCell = (index: number) =>
    index >= text.length || text[index] === separator || text[index] === "\n" || text[index] === "\r";
  while (at < text.length) {
    const record: CsvRecord = { line, cells: [], broken: false };
    for (;;) {
      let cell = "";
      if (text[at] === '"') {
        at += 1;
        for (;;) {
          const quote = text.indexOf('"', at);
          const part = text.slice(at, quote < 0 ? text.length : quote);
          cell += part;
          line += part.match(/\n|\r(?!\n)/g)?.length ?? 0;
          at = quote < 0 ? text.length : quote + 1;
          if (quote < 0) record.broken = true;
          if (quote >= 0 && text[at] === '"') {
            cell += '"';
            at += 1;
          } else break;
        }
        if (!endsCell(at)) record.broken = true;
      }
      const begun = at;
      while (!endsCell(at)) at += 1;
      record.cells.push(cell + text.slice(begun, at));
      if (text[at] !== separator) break;
      at += 1;
    }
    if (text[at] === "\r") at += 1;
    if (text[at] === "\n") at += 1;
    line += 1;
    if (record.cells.some((cell) => cell.trim() !== "")) records.push(record);
  }
  return records;
}

/** Records as text, with a byte order mark so that spreadsheets read UTF-8. Formulas are not escaped: the cells are the caller's own. */
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
