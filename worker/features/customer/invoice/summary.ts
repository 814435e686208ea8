import { cellPieces, widthInInches } from "#worker/export/documents/excelBook.ts";
import {
  cellStyle,
  columnName,
  dayCell,
  formulaCell,
  instantCell,
  numberCell,
  row,
  sheetEnd,
  sheetStart,
  textCell,
  wrappedCell,
} from "#worker/export/sheetXml.ts";
import type { InvoiceRequest } from "./invoiceRows.ts";
import type { InvoiceTexts } from "./invoiceTexts.ts";
import { type LicenseSums, type Sums, sumOf } from "./invoiceTotals.ts";

export interface SummaryFacts {
  customerName: string;
  request: InvoiceRequest;
  madeAt: string;
  licenses: readonly LicenseSums[];
  /** Names of the selected licences and templates; empty for all. */
  selectedLicenses: readonly string[];
  selectedTemplates: readonly string[];
}

const widths = [34, 40, 18, 14, 18] as const;
const megabytes = (bytes: number) => bytes / 1_000_000;
/** Columns of the counts, photos and megabytes. */
const measures = ["C", "D", "E"] as const;
const valuesOf = ({ documentations, photos, bytes }: Sums) => [documentations, photos, megabytes(bytes)];

/**
 * The summary sheet: the sum of each licence and the total at the top, and below them the rows they sum, per licence and
 * template. Sums are formulas, so that they can be traced and stay correct when a row is edited.
 */
export function summaryXml(texts: InvoiceTexts, facts: SummaryFacts): string {
  const { request, licenses } = facts;
  const rows: string[] = [];
  const next = (cells: (number: number) => string[], height?: number) => {
    const number = rows.length + 1;
    rows.push(row(number, cells(number), height));
    return number;
  };
  const fact = (label: string, cell: (ref: string) => string) =>
    next((rowNumber) => [textCell(`A${rowNumber}`, label, cellStyle.label), cell(`B${rowNumber}`)]);
  const heading = (text: string) => {
    next(() => []);
    next((rowNumber) => [textCell(`A${rowNumber}`, text, cellStyle.heading)], 22);
  };
  const header = (first: string, second: string) =>
    next(
      (rowNumber) => [
        textCell(`A${rowNumber}`, first, cellStyle.head),
        textCell(`B${rowNumber}`, second, cellStyle.head),
        ...[texts.count, texts.photos, texts.megabytes].map((text, index) =>
          textCell(`${measures[index]}${rowNumber}`, text, cellStyle.headNumber),
        ),
      ],
      24,
    );
  const joinNames = (names: readonly string[]) => (names.length === 0 ? texts.all : names.join("; "));

  // A list that is longer than the highest row continues in the next one.
  const listed = (label: string, names: readonly string[]) => {
    for (const [index, piece] of cellPieces(joinNames(names), 10, widthInInches(widths[1])).entries())
      fact(index === 0 ? label : "", (ref) => wrappedCell(ref, piece, widths[1]));
  };

  next((rowNumber) => [textCell(`A${rowNumber}`, texts.title, cellStyle.title)], 30);
  fact(texts.customer, (ref) => wrappedCell(ref, facts.customerName, widths[1]));
  fact(texts.from, (ref) => dayCell(ref, request.startDate));
  fact(texts.to, (ref) => dayCell(ref, request.endDate));
  listed(texts.licenses, facts.selectedLicenses);
  listed(texts.templates, facts.selectedTemplates);
  fact(texts.madeAt, (ref) => instantCell(ref, facts.madeAt));

  heading(texts.perLicense);
  const firstLicense = header(texts.license, "") + 1;
  const total = firstLicense + licenses.length;
  // An empty row, a heading and a header row separate them from the total.
  let firstTemplate = total + 4;
  for (const license of licenses) {
    const from = firstTemplate;
    firstTemplate += license.templates.length;
    next((rowNumber) => [
      wrappedCell(`A${rowNumber}`, license.license, widths[0]),
      textCell(`B${rowNumber}`, ""),
      ...sums(rowNumber, `${from}`, `${firstTemplate - 1}`, license, [
        cellStyle.integer,
        cellStyle.integer,
        cellStyle.decimal,
      ]),
    ]);
  }
  next((rowNumber) => [
    textCell(`A${rowNumber}`, texts.total, cellStyle.totalText),
    textCell(`B${rowNumber}`, "", cellStyle.totalText),
    ...sums(rowNumber, `${firstLicense}`, `${total - 1}`, licenses.length > 0 ? sumOf(licenses) : null, [
      cellStyle.totalInteger,
      cellStyle.totalInteger,
      cellStyle.totalDecimal,
    ]),
  ]);

  heading(texts.perTemplate);
  header(texts.license, texts.template);
  for (const { license, templates } of licenses)
    for (const part of templates)
      next((rowNumber) => [
        wrappedCell(`A${rowNumber}`, license, widths[0]),
        wrappedCell(`B${rowNumber}`, part.template, widths[1]),
        ...valuesOf(part).map((value, index) =>
          numberCell(
            `${measures[index]}${rowNumber}`,
            value,
            index < 2 ? cellStyle.integer : cellStyle.decimal,
          ),
        ),
      ]);
  return sheetStart(widths, 0) + rows.join("") + sheetEnd(null);
}

/** The three sums over rows. Without rows they are plain zeros, because a formula would include its own cell. */
const sums = (
  rowNumber: number,
  from: string,
  to: string,
  values: Sums | null,
  styles: readonly [
    typeof cellStyle.integer | typeof cellStyle.totalInteger,
    typeof cellStyle.integer | typeof cellStyle.totalInteger,
    typeof cellStyle.decimal | typeof cellStyle.totalDecimal,
  ],
): string[] =>
  measures.map((column, index) =>
    values
      ? formulaCell(
          `${column}${rowNumber}`,
          `SUM(${column}${from}:${column}${to})`,
          valuesOf(values)[index]!,
          styles[index]!,
        )
      : numberCell(`${column}${rowNumber}`, 0, styles[index]!),
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
  ].map((column, index) => ({ number: false, ...column, letter: columnName(index) }));
