import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import { parseContactColumns } from "#domain/lists/suggestion.ts";

/** Contact persons as a table: rows separated by newlines, cells by semicolons (2§3). */
interface Contacts {
  columns: string[];
  requiredColumns: ReadonlySet<string>;
  rows: string[][];
}

/** Pads every row to the width of the table. Cells beyond the named columns are kept: they may hold a phone number. */
export function contactsOf(
  task: Pick<DocumentationTask, "params">,
  answer: string,
  defaultColumnName: string,
): Contacts {
  const { columns, required: requiredColumns } = parseContactColumns(task.params);
  const cells = answer === "" ? [] : answer.split("\n").map((line) => line.split(";"));
  const width = Math.max(1, columns.length, ...cells.map((row) => row.length));
  const paddedColumns = Array.from(
    { length: width },
    (_, index) => columns[index] ?? `${defaultColumnName} ${index + 1}`,
  );
  return {
    columns: paddedColumns,
    requiredColumns,
    rows: cells.map((row) => paddedColumns.map((_, index) => row[index] ?? "")),
  };
}

export const toContactsAnswer = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => cell.replace(/[;\n]/g, " ")).join(";")).join("\n");

const personKeyOf = (row: readonly string[]): string =>
  row.map((cell) => cell.trim().toLowerCase()).join(";");

/** Whether a person is already listed, ignoring case and spaces around the cells (3§5). */
export const hasPerson = (rows: readonly (readonly string[])[], person: readonly string[]): boolean =>
  rows.some((row) => personKeyOf(row) === personKeyOf(person));

/** Finds the indexes of rows equal to an earlier row; empty rows are ignored. */
export function findRepeatedRowIndexes(rows: readonly (readonly string[])[]): ReadonlySet<number> {
  const seenKeys = new Set<string>();
  const repeatedIndexes = new Set<number>();
  rows.forEach((row, index) => {
    if (row.every((cell) => cell.trim() === "")) return;
    const person = personKeyOf(row);
    if (seenKeys.has(person)) repeatedIndexes.add(index);
    seenKeys.add(person);
  });
  return repeatedIndexes;
}
