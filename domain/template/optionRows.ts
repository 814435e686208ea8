import { foldCase } from "#domain/core/text/foldCase.ts";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";

/** The options of a choice as editable rows. They are stored joined by semicolons (3§5). */

export interface OptionRow {
  id: string;
  text: string;
}

export const newOptionRow = (text = ""): OptionRow => ({ id: crypto.randomUUID(), text });

/** The rows of stored options; a single blank row if there are none. */
export function toOptionRows(options: string | null): OptionRow[] {
  const values = splitSemicolons(options);
  return (values.length > 0 ? values : [""]).map(newOptionRow);
}

/** Joins the rows for storage: without blank rows, null if none are left. */
export const optionsOf = (rows: readonly OptionRow[]): string | null =>
  rows
    .map(({ text }) => text.trim())
    .filter(Boolean)
    .join(";") || null;

/** The ids of rows that repeat a row above. */
export function findRepeatedOptions(rows: readonly OptionRow[]): ReadonlySet<string> {
  const seenOptions = new Set<string>();
  const repeatedIds = new Set<string>();
  for (const { id, text } of rows) {
    const option = text.trim();
    if (option && seenOptions.has(option)) repeatedIds.add(id);
    seenOptions.add(option);
  }
  return repeatedIds;
}

/** The ids of rows that differ from a row above only in case, which is right for units, as m and M. */
export function findCaseVariants(rows: readonly OptionRow[]): ReadonlySet<string> {
  const optionsByFolded = Map.groupBy(rows, ({ text }) => foldCase(text.trim()));
  return new Set(
    [...optionsByFolded.values()].flatMap(([first, ...others]) =>
      others.filter(({ text }) => text.trim() !== first?.text.trim()).map(({ id }) => id),
    ),
  );
}

/** Separators that an option cannot contain: semicolons join stored options, line breaks and tabs separate spreadsheet cells. */
const separators = /[;\n\r\t]/;

/** Whether a text contains several options. */
export const hasSeparator = (text: string): boolean => separators.test(text);

/**
 * Sets the text of a row, and adds rows below if the text contains several options.
 * @returns the rows, and the id of the row to edit next: the last
 */
export function withOptionText(
  rows: readonly OptionRow[],
  id: string,
  text: string,
): { rows: OptionRow[]; editedId: string } {
  if (!hasSeparator(text))
    return { rows: rows.map((row) => (row.id === id ? { id, text } : row)), editedId: id };
  const parts = text.split(separators).map((part) => part.trim());
  // The text after the last separator is edited next, even if it is still blank.
  const options = parts.filter((part, index) => part || index === parts.length - 1);
  const [firstOption = "", ...moreOptions] = options;
  const newRows = moreOptions.map(newOptionRow);
  return {
    rows: rows.flatMap((row) => (row.id === id ? [{ id, text: firstOption }, ...newRows] : [row])),
    editedId: newRows.at(-1)?.id ?? id,
  };
}

/** Inserts a blank row below another, unless that row or the next is already blank. */
export function withRowBelow(
  rows: readonly OptionRow[],
  id: string | null,
): { rows: readonly OptionRow[]; editedId: string } {
  const index = id === null ? rows.length - 1 : rows.findIndex((row) => row.id === id);
  const blankRow = [rows[index], rows[index + 1]].find((row) => row && !row.text.trim());
  if (blankRow) return { rows, editedId: blankRow.id };
  const row = newOptionRow();
  return { rows: rows.toSpliced(index + 1, 0, row), editedId: row.id };
}

/** Removes rows; if none are left, adds a blank one. */
export function withoutRows(rows: readonly OptionRow[], isRemoved: (row: OptionRow) => boolean): OptionRow[] {
  const remainingRows = rows.filter((row) => !isRemoved(row));
  return remainingRows.length > 0 ? remainingRows : [newOptionRow()];
}

/** Moves a row to an index among the others; returns the same array if it is already there. */
export function withRowAt(rows: readonly OptionRow[], id: string, index: number): readonly OptionRow[] {
  const from = rows.findIndex((row) => row.id === id);
  const row = rows[from];
  const to = Math.max(0, Math.min(index, rows.length - 1));
  return row && from !== to ? rows.toSpliced(from, 1).toSpliced(to, 0, row) : rows;
}
