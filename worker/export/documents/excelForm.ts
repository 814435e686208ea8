import type { Segment } from "../segments.ts";
import { createWorkbook } from "./excel.ts";
import { argb, type Cell, type ExcelBook, fillTable, solidFill } from "./excelBook.ts";
import { addContentsSheet, addDocumentationSheet, addPhotosSheet } from "./excelSheets.ts";
import { type FormItem, formatRanges } from "./form.ts";
import type { DocumentModel } from "./model.ts";
import { themeColors } from "./theme.ts";

/** A form as a workbook: facts, contents with missing items, the form in reading order, contact persons, photos. */
export const createFormExcel = (documentModel: DocumentModel, modified: number): Promise<Segment[]> => {
  const model = { ...documentModel, overline: documentModel.texts.form };
  return createWorkbook(model, modified, (book) => {
    addDocumentationSheet(book, model);
    addContentsSheet(book, model);
    addFormSheet(book, model);
    addContactsSheet(book, model);
    addPhotosSheet(book, model);
  });
};

/** Adds a sheet with a row for every group, heading and task. */
function addFormSheet(book: ExcelBook, { form, texts }: DocumentModel): void {
  const rows: Cell[][] = [];
  const groups: number[] = [];
  for (const { heading, number, items } of form) {
    if (heading) {
      groups.push(rows.length);
      rows.push([number, heading, "", ""]);
    }
    for (const item of items) {
      if (item.kind === "header") groups.push(rows.length);
      rows.push(["", ...itemCells(item, texts.file, texts.photo)]);
    }
  }
  if (rows.length === 0) return;
  const sheet = book.addSheet(texts.form, "portrait");
  const rowNumbers = fillTable(
    sheet,
    [
      { title: texts.number, width: 8 },
      { title: texts.task, width: 44, label: true },
      { title: texts.answer, width: 62 },
      { title: texts.photos, width: 18 },
    ],
    rows,
    { continued: texts.continued },
  );
  for (const group of groups) {
    sheet.getRow(rowNumbers[group]!).eachCell({ includeEmpty: true }, (cell) => {
      // A separate style: the column's is shared.
      const font = { ...cell.font, bold: true, color: argb(themeColors.navy) };
      cell.style = { ...cell.style, fill: solidFill(themeColors.shade), font };
    });
  }
}

function itemCells(item: FormItem, file: string, photo: string): [string, Cell, string] {
  switch (item.kind) {
    case "header":
    case "text":
      return [item.text, "", ""];
    case "answer":
      // A cell holds either a number or a text, so notes on a number are beside its task.
      return item.number
        ? [[item.task, ...item.notes].join("\n"), item.number, ""]
        : [item.task, [item.answer, ...item.notes].join("\n"), ""];
    case "contacts":
      return [item.task, item.rows.map((row) => row.filter(Boolean).join(", ")).join("\n"), ""];
    case "photos":
      return [item.task, "", `${photo} ${formatRanges(item.entries.map(({ number }) => number))}`];
    case "files":
      return [item.task, item.files.map(({ name }) => `${file}: ${name}`).join("\n"), ""];
  }
}

/** Adds a sheet of contact persons with a column for every column name of the lists. */
function addContactsSheet(book: ExcelBook, { form, texts }: DocumentModel): void {
  const lists = form.flatMap(({ heading, items }) =>
    items.flatMap((item) => (item.kind === "contacts" ? [{ ...item, group: heading }] : [])),
  );
  if (lists.length === 0) return;
  const columns = [...new Set(lists.flatMap((list) => list.columns.map(columnName)))];
  fillTable(
    book.addSheet(texts.contactPersons, "landscape"),
    [
      { title: texts.group, width: 24 },
      { title: texts.task, width: 28, label: true },
      ...columns.map((title) => ({ title: title.trim(), width: 24 })),
    ],
    lists.flatMap((list) =>
      list.rows.map((row): Cell[] => {
        const cells = new Map(row.map((cell, index) => [columnName(list.columns[index] ?? "", index), cell]));
        return [list.group, list.task, ...columns.map((name) => cells.get(name) ?? "")];
      }),
    ),
    { continued: texts.continued },
  );
}

/** The name of a column; unnamed ones are identified by their position. */
const columnName = (name: string, index: number): string => name || " ".repeat(index + 1);
