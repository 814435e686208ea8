/*
 * The columns of the documentation list, said once: the list's headings, its sort orders, the columns of its workbook and the
 * names of its filters come from here (2§2). A new one is one line, and its text in each language.
 */

interface ListColumn {
  /** The field of a list row that the column shows. */
  field: string;
  /** Whether the list can be sorted by it; an index of the documentation's table serves each order. */
  sorts?: boolean;
  /** Its place in the workbook, its width in characters, and what an export calls it where that is not its field. */
  workbook?: { place: number; width: number; option?: string };
}

export const documentationColumns = [
  { field: "name", sorts: true, workbook: { place: 2, width: 42 } },
  { field: "customerName", sorts: true },
  { field: "templateId", sorts: true, workbook: { place: 1, width: 30, option: "template" } },
  { field: "creator", sorts: true, workbook: { place: 5, width: 24 } },
  { field: "dateUploaded", sorts: true, workbook: { place: 3, width: 17 } },
  { field: "dateCreated", sorts: true, workbook: { place: 4, width: 17 } },
  { field: "status", sorts: true, workbook: { place: 6, width: 22 } },
  { field: "exportEvents" },
] as const satisfies readonly ListColumn[];

type Column = (typeof documentationColumns)[number];
export type DocumentationColumn = Column["field"];

type Sorting = Extract<Column, { sorts: true }>;
export type DocumentationSort = Sorting["field"];
export const documentationSorts = documentationColumns
  .filter((column): column is Sorting => "sorts" in column)
  .map(({ field }) => field);

type Exported = Extract<Column, { workbook: object }>;
type OptionOf<C> = C extends { workbook: { option: infer O } } ? O : C extends { field: infer F } ? F : never;
/** What an export calls a column (2§2). */
export type ExcelOption = OptionOf<Exported>;

export type WorkbookField = Exported["field"];

export interface WorkbookColumn {
  option: ExcelOption;
  field: WorkbookField;
  /** Characters. */
  width: number;
}

/** The columns of the workbook in their order. */
export const workbookColumns: readonly WorkbookColumn[] = documentationColumns
  .filter((column): column is Exported => "workbook" in column)
  .toSorted((a, b) => a.workbook.place - b.workbook.place)
  .map(({ field, workbook }) => ({
    option: ("option" in workbook ? workbook.option : field) as ExcelOption,
    field,
    width: workbook.width,
  }));
export const workbookFields: readonly WorkbookField[] = workbookColumns.map(({ field }) => field);
export const exportColumns: readonly ExcelOption[] = workbookColumns.map(({ option }) => option);

/** What a column is called on the screen, in the workbook and as a filter. */
export const columnTexts: Record<"en" | "sv", Record<DocumentationColumn, string>> = {
  en: {
    name: "Name",
    customerName: "Customer",
    templateId: "Template",
    creator: "Created by",
    dateUploaded: "Uploaded",
    dateCreated: "Created",
    status: "Status",
    exportEvents: "Exported to",
  },
  sv: {
    name: "Namn",
    customerName: "Kund",
    templateId: "Mall",
    creator: "Skapad av",
    dateUploaded: "Uppladdad",
    dateCreated: "Skapad",
    status: "Status",
    exportEvents: "Exporterad till",
  },
};
