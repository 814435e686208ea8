import { splitSemicolons } from "#domain/core/text/separatedList.ts";

/** The options of a choice while they are edited as rows. They are stored joined by semicolons (3§5). */

export interface OptionRow {
  id: string;
  text: string;
}

export const newOptionRow = (text = ""): OptionRow => ({ id: crypto.randomUUID(), text });

/** The rows of stored options; one that is blank where there are none, to begin in. */
export function optionRows(options: string | null): OptionRow[] {
  const words = splitSemicolons(options);
  return (words.length > 0 ? words : [""]).map(newOptionRow);
}

/** As they are stored: without blank rows, null without any. */
export const optionsOf = (rows: readonly OptionRow[]): string | null =>
  rows
    .map(({ text }) => text.trim())
    .filter(Boolean)
    .join(";") || null;

/** The rows that say what one above says already. */
export function repeatedOptions(rows: readonly OptionRow[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { id, text } of rows) {
    const word = text.trim();
    if (word && seen.has(word)) repeated.add(id);
    seen.add(word);
  }
  return repeated;
}

/** What cannot stand in one option: semicolons keep options apart, lines and tabs are cells of a spreadsheet. */
const between = /[;\n\r\t]/;

/** Whether a text is several options. */
export const hasSeparator = (text: string): boolean => between.test(text);

/**
 * A row with a new text, and more rows below where the text is several options.
 * @returns the rows, and the id of the one that the writer goes on in: the last.
 */
export function withOptionText(
  rows: readonly OptionRow[],
  id: string,
  text: string,
): { rows: OptionRow[]; at: string } {
  if (!hasSeparator(text)) return { rows: rows.map((row) => (row.id === id ? { id, text } : row)), at: id };
  const words = text.split(between).map((word) => word.trim());
  // What follows the last separator is written next, also when it is still blank.
  const kept = words.filter((word, index) => word || index === words.length - 1);
  const [first = "", ...rest] = kept;
  const added = rest.map(newOptionRow);
  return {
    rows: rows.flatMap((row) => (row.id === id ? [{ id, text: first }, ...added] : [row])),
    at: added.at(-1)?.id ?? id,
  };
}

/** Inserts a blank row below another. The one below takes its place if it is blank already. */
export function withRowBelow(
  rows: readonly OptionRow[],
  id: string | null,
): { rows: readonly OptionRow[]; at: string } {
  const index = id === null ? rows.length - 1 : rows.findIndex((row) => row.id === id);
  const blank = [rows[index], rows[index + 1]].find((row) => row && !row.text.trim());
  if (blank) return { rows, at: blank.id };
  const row = newOptionRow();
  return { rows: rows.toSpliced(index + 1, 0, row), at: row.id };
}

/** Without some rows; never without any. */
export function withoutRows(rows: readonly OptionRow[], gone: (row: OptionRow) => boolean): OptionRow[] {
  const left = rows.filter((row) => !gone(row));
  return left.length > 0 ? left : [newOptionRow()];
}

/** Moves a row to an index among the others; the rows as they are where it stands there already. */
export function withRowAt(rows: readonly OptionRow[], id: string, index: number): readonly OptionRow[] {
  const from = rows.findIndex((row) => row.id === id);
  const row = rows[from];
  const to = Math.max(0, Math.min(index, rows.length - 1));
  return row && from !== to ? rows.toSpliced(from, 1).toSpliced(to, 0, row) : rows;
}
