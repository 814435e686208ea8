/*
 * The columns of the documentation list: its headings, its sort orders, the columns of its workbook and the names of its filters
 * are derived from these (2§2). Adding a column takes one line here and its text in each language.
 */

interface ListColumn {
  /** The field of a list row that the column shows. */
  field: string;
  /** Whether the list can be sorted by it; each order has an index on the documentation table. */
  sorts?: boolean;
  /** Its position in the workbook, its width in characters, and its name in exports if that differs from the field. */
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

type SortableColumn = Extract<Column, { sorts: true }>;
export type DocumentationSort = SortableColumn["field"] | "id";
export const documentationSorts: readonly DocumentationSort[] = [
  ...documentationColumns
    .filter((column): column is SortableColumn => "sorts" in column)
    .map(({ field }) => field),
  // No column shows it, but every list sorts by it.
  "id",
];

type ExportedColumn = Extract<Column, { workbook: object }>;
type NamedColumn = Extract<ExportedColumn, { workbook: { option: string } }>;
const hasOption = (column: ExportedColumn): column is NamedColumn => "option" in column.workbook;
/** The name of a column in exports (2§2). */
export type ExcelOption = NamedColumn["workbook"]["option"] | Exclude<ExportedColumn, NamedColumn>["field"];

export type WorkbookField = ExportedColumn["field"];

export interface WorkbookColumn {
  option: ExcelOption;
  field: WorkbookField;
  /** In characters. */
  width: number;
}

/** The workbook's columns in order. */
export const workbookColumns: readonly WorkbookColumn[] = documentationColumns
  .filter((column): column is ExportedColumn => "workbook" in column)
  .toSorted((a, b) => a.workbook.place - b.workbook.place)
  .map((column) => ({
    option: hasOption(column) ? column.workbook.option : column.field,
    field: column.field,
    width: column.workbook.width,
  }));
export const workbookFields: readonly WorkbookField[] = workbookColumns.map(({ field }) => field);
export const exportColumns: readonly ExcelOption[] = workbookColumns.map(({ option }) => option);

/** The label of a column on the screen, in the workbook and as a filter. */
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
