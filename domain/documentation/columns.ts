import { isOneOf } from "#domain/core/objects.ts";
import {
  documentationFields,
  type FieldWith,
  listFieldsWith,
  type ReportedField,
  reportedFields,
} from "./documentationFields.ts";

/*
 * The columns of the documentation list: its headings, its sort orders, its text filters and the columns of its workbook (2§2), derived
 * from the fields that have a column.
 */

export type DocumentationColumn = FieldWith<{ column: unknown }>;
export const documentationColumns = listFieldsWith("column");

const listColumnsWith = <P extends string>(property: P) =>
  documentationColumns.filter(
    (field): field is FieldWith<{ column: Record<P, unknown> }> =>
      property in documentationFields[field].column,
  );

const sortableColumns = listColumnsWith("sorts");
export type DocumentationSort = (typeof sortableColumns)[number] | "id";
// No column shows the id, but every list sorts by it.
export const documentationSorts: readonly DocumentationSort[] = [...sortableColumns, "id"];

/** The columns with a filter for one exact text. */
export const textFilterColumns = listColumnsWith("filter");
export type TextFilterColumn = (typeof textFilterColumns)[number];

/** Columns of texts that are shown as devices report them, and those with a filter. */
export const reportedColumns = documentationColumns.filter(
  (field): field is DocumentationColumn & ReportedField => isOneOf(reportedFields, field),
);
export const reportedFilterColumns = textFilterColumns.filter(
  (field): field is TextFilterColumn & ReportedField => isOneOf(reportedFields, field),
);

/** The columns that are shown in the cell of the status. */
export const columnsInStatus = listColumnsWith("isInStatus");

const exportedFields = listColumnsWith("workbook");
export type WorkbookField = (typeof exportedFields)[number];
const positionOf = (field: WorkbookField) => documentationFields[field].column.workbook.position;
/** The fields of the workbook's columns in order. */
export const workbookFields = exportedFields.toSorted((a, b) => positionOf(a) - positionOf(b));

type NamedField = FieldWith<{ column: { workbook: { option: string } } }>;
const hasOption = (field: WorkbookField): field is NamedField =>
  "option" in documentationFields[field].column.workbook;

/** The workbook's columns in order, with their names in exports (2§2) and their widths in characters. */
export const workbookColumns = workbookFields.map((field) => ({
  option: hasOption(field) ? documentationFields[field].column.workbook.option : field,
  field,
  width: documentationFields[field].column.workbook.width,
}));
export const exportColumns = workbookColumns.map(({ option }) => option);
export type ExcelOption = (typeof exportColumns)[number];
