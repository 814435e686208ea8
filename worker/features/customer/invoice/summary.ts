import { splitCellText, widthInInches } from "#worker/export/cellText.ts";
import {
  cellStyle,
  dateCellXml,
  formulaCellXml,
  instantCellXml,
  numberCellXml,
  row,
  sheetEndXml,
  sheetStart,
  textCellXml,
  toColumnLetters,
  wrappedCell,
} from "#worker/export/sheetXml.ts";
import type { InvoiceRequest } from "./invoiceRows.ts";
import type { InvoiceTexts } from "./invoiceTexts.ts";
import { addUp, type LicenseSums, type Sums } from "./invoiceTotals.ts";

export interface SummaryData {
  customerName: string;
  request: InvoiceRequest;
  madeAt: string;
  licenses: readonly LicenseSums[];
  /** Names of the selected licences and templates; empty for all. */
  selectedLicenses: readonly string[];
  selectedTemplates: readonly string[];
}

const columnWidths = [34, 40, 18, 14, 18] as const;
const toMegabytes = (bytes: number) => bytes / 1_000_000;
/** Columns of the counts, photos and megabytes. */
const sumColumns = ["C", "D", "E"] as const;
const sumValuesOf = ({ documentations, photos, bytes }: Sums) => [documentations, photos, toMegabytes(bytes)];

/**
 * The summary sheet: at the top the sums per licence and the total, below them the rows that they add up, per licence and template.
 * Sums are formulas, so that they can be traced and stay correct when a row is edited.
 */
export function createSummaryXml(texts: InvoiceTexts, data: SummaryData): string {
  const { request, licenses } = data;
  const rows: string[] = [];
  const addRow = (cells: (number: number) => string[], height?: number) => {
    const number = rows.length + 1;
    rows.push(row(number, cells(number), height));
    return number;
  };
  const addFact = (label: string, cell: (ref: string) => string) =>
    addRow((rowNumber) => [textCellXml(`A${rowNumber}`, label, cellStyle.label), cell(`B${rowNumber}`)]);
  const addHeading = (text: string) => {
    addRow(() => []);
    addRow((rowNumber) => [textCellXml(`A${rowNumber}`, text, cellStyle.heading)], 22);
  };
  const addHeader = (firstLabel: string, secondLabel: string) =>
    addRow(
      (rowNumber) => [
        textCellXml(`A${rowNumber}`, firstLabel, cellStyle.head),
        textCellXml(`B${rowNumber}`, secondLabel, cellStyle.head),
        ...[texts.count, texts.photos, texts.megabytes].map((text, index) =>
          textCellXml(`${sumColumns[index]}${rowNumber}`, text, cellStyle.numericHeader),
        ),
      ],
      24,
    );
  const joinNames = (names: readonly string[]) => (names.length === 0 ? texts.all : names.join("; "));

  // A list that is too long for the highest possible row continues in the next row.
  const addList = (label: string, names: readonly string[]) => {
    for (const [index, text] of splitCellText(joinNames(names), 10, widthInInches(columnWidths[1])).entries())
      addFact(index === 0 ? label : "", (ref) => wrappedCell(ref, text, columnWidths[1]));
  };

  addRow((rowNumber) => [textCellXml(`A${rowNumber}`, texts.title, cellStyle.title)], 30);
  addFact(texts.customer, (ref) => wrappedCell(ref, data.customerName, columnWidths[1]));
  addFact(texts.from, (ref) => dateCellXml(ref, request.startDate));
  addFact(texts.to, (ref) => dateCellXml(ref, request.endDate));
  addList(texts.licenses, data.selectedLicenses);
  addList(texts.templates, data.selectedTemplates);
  addFact(texts.madeAt, (ref) => instantCellXml(ref, data.madeAt));

  addHeading(texts.perLicense);
  const firstLicenseRow = addHeader(texts.license, "") + 1;
  const totalRow = firstLicenseRow + licenses.length;
  // An empty row, a heading and a header row separate the templates from the total.
  let firstTemplateRow = totalRow + 4;
  for (const license of licenses) {
    const fromRow = firstTemplateRow;
    firstTemplateRow += license.templates.length;
    addRow((rowNumber) => [
      wrappedCell(`A${rowNumber}`, license.license, columnWidths[0]),
      textCellXml(`B${rowNumber}`, ""),
      ...sumCells(rowNumber, `${fromRow}`, `${firstTemplateRow - 1}`, license, [
        cellStyle.integer,
        cellStyle.integer,
        cellStyle.decimal,
      ]),
    ]);
  }
  addRow((rowNumber) => [
    textCellXml(`A${rowNumber}`, texts.total, cellStyle.totalText),
    textCellXml(`B${rowNumber}`, "", cellStyle.totalText),
    ...sumCells(
      rowNumber,
      `${firstLicenseRow}`,
      `${totalRow - 1}`,
      licenses.length > 0 ? addUp(licenses) : null,
      [cellStyle.totalInteger, cellStyle.totalInteger, cellStyle.totalDecimal],
    ),
  ]);

  addHeading(texts.perTemplate);
  addHeader(texts.license, texts.template);
  for (const { license, templates } of licenses)
    for (const templateSums of templates)
      addRow((rowNumber) => [
        wrappedCell(`A${rowNumber}`, license, columnWidths[0]),
        wrappedCell(`B${rowNumber}`, templateSums.template, columnWidths[1]),
        ...sumValuesOf(templateSums).map((value, index) =>
          numberCellXml(
            `${sumColumns[index]}${rowNumber}`,
            value,
            index < 2 ? cellStyle.integer : cellStyle.decimal,
          ),
        ),
      ]);
  return sheetStart(columnWidths, 0) + rows.join("") + sheetEndXml(null);
}

/** The three sums over rows. Without rows they are plain zeros, because a formula would include its own cell. */
const sumCells = (
  rowNumber: number,
  fromRow: string,
  toRow: string,
  values: Sums | null,
  styles: readonly [
    typeof cellStyle.integer | typeof cellStyle.totalInteger,
    typeof cellStyle.integer | typeof cellStyle.totalInteger,
    typeof cellStyle.decimal | typeof cellStyle.totalDecimal,
  ],
): string[] =>
  sumColumns.map((column, index) =>
    values
      ? formulaCellXml(
          `${column}${rowNumber}`,
          `SUM(${column}${fromRow}:${column}${toRow})`,
          sumValuesOf(values)[index]!,
          styles[index]!,
        )
      : numberCellXml(`${column}${rowNumber}`, 0, styles[index]!),
  );

/** Widths of the columns with names. */
export const documentationWidths = { A: 26, B: 30, C: 40, D: 20 } as const;

/** Columns of the sheet of documentations, in order. */
export const documentationColumns = (texts: InvoiceTexts) =>
  [
    { title: texts.license, width: documentationWidths.A },
    { title: texts.template, width: documentationWidths.B },
    { title: texts.documentation, width: documentationWidths.C },
    { title: texts.creator, width: documentationWidths.D },
    { title: texts.created, width: 18 },
    { title: texts.uploaded, width: 18 },
    { title: texts.status, width: 20 },
    { title: texts.photos, width: 12, number: true },
    { title: texts.bytes, width: 18, number: true },
    { title: texts.megabytes, width: 16, number: true },
  ].map((column, index) => ({ number: false, ...column, letter: toColumnLetters(index) }));
