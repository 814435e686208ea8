import { normalizeLine } from "#domain/core/text/normalizeText.ts";
import { statusTexts } from "#domain/documentation/texts.ts";
import type { FormMonthColumn, FormMonthData } from "#domain/endpoints/documentation/formMonth.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import { rowPoints, splitCellText, widthInInches } from "#worker/export/cellText.ts";
import { formatLocalMinute, zipDate } from "#worker/export/dates.ts";
import { formatAnswer } from "#worker/export/documents/answerText.ts";
import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import { createOfficePackage, type Part } from "#worker/export/documents/officePackage.ts";
import { estimateLines } from "#worker/export/documents/textFit.ts";
import { type NumberValue, parseAnswerNumber } from "#worker/export/numberValue.ts";
import { type ReplacementTexts, replaceAnswerTexts, replaceTaskTexts } from "#worker/export/replacement.ts";
import { suffixedName, toSafeName } from "#worker/export/safeNames.ts";
import { type ExportFile, exportFileOf } from "#worker/export/segments.ts";
import {
  cellStyle,
  contentTypesXml,
  dateCellXml,
  decimalCellXml,
  instantCellXml,
  numberCellXml,
  packageRelationshipsXml,
  row,
  sheetEndXml,
  sheetStart,
  stylesXml,
  textCellXml,
  toColumnLetters,
  workbookRelationshipsXml,
  workbookXml,
  wrappedCell,
  xlsxContentType,
} from "#worker/export/sheetXml.ts";
import { formMonthTexts } from "./formMonthTexts.ts";

export interface FormWorkbook {
  name: string;
  alias: string | null;
  customerName: string;
  templateName: string;
  startDate: string;
  endDate: string;
  language: "en" | "sv";
  /** Time of the newest change: the same state yields the same bytes. */
  asOf: string;
  columns: readonly FormMonthColumn[];
  rows: FormMonthData["documentations"];
  /** The replacement texts of the template. */
  codes: ReplacementTexts;
  /** Documentations of the period that are handed over or fetched. */
  unfinishedDocumentations: readonly Pick<DocumentationSummary, "dateCreated" | "creator" | "status">[];
}

/** A workbook with a row for each form of a period, and a sheet that describes it. Text is always written as text, and number answers as numbers. */
export function createFormMonthFile(workbook: FormWorkbook): ExportFile {
  const texts = formMonthTexts[workbook.language];
  const parts = new Map<string, Part>();
  const sheets = [
    { name: texts.forms, part: 1, repeated: "1:1" },
    { name: texts.contents, part: 2 },
  ];
  const addPart = (name: string, xml: string) => parts.set(name, { name, xml });
  addPart("[Content_Types].xml", contentTypesXml);
  addPart("_rels/.rels", packageRelationshipsXml);
  addPart("xl/workbook.xml", workbookXml(sheets));
  addPart("xl/_rels/workbook.xml.rels", workbookRelationshipsXml(sheets));
  addPart("xl/styles.xml", stylesXml);
  addPart("xl/worksheets/sheet1.xml", createFormsXml(workbook));
  addPart("xl/worksheets/sheet2.xml", createContentsXml(workbook));
  const period = `${workbook.startDate}–${workbook.endDate}`;
  const form = toSafeName(workbook.templateName, texts.forms, 36);
  const fileName = `${suffixedName(workbook.alias || workbook.name, `${form} ${period}`, texts.forms)}.xlsx`;
  return exportFileOf(createOfficePackage(parts, zipDate(workbook.asOf)), {
    fileName,
    contentType: xlsxContentType,
  });
}

/** In characters. */
const widths = { date: 17, signature: 22, status: 18 } as const;
/** Widths of a column of answers: the first at which the longest one takes the fewest rows. */
const answerWidths = [26, 40, 60, 90] as const;
const answerSize = 10;

/** The answers of a column as texts; numbers stay numbers. */
type Answer = string | NumberValue;

function createFormsXml({ columns: formColumns, rows, codes, language }: FormWorkbook): string {
  const texts = formMonthTexts[language];
  const columns = formColumns.map((column) => replaceTaskTexts({ ...column, answer: null }, codes));
  const words = documentTexts[language];
  const statuses: Record<string, string> = statusTexts[language];
  const fixedHeadings = [texts.date, texts.signature, texts.status];
  const headings = [...fixedHeadings, ...createHeadings(columns, fixedHeadings)];
  const lastColumn = toColumnLetters(headings.length - 1);
  const cellAnswers = rows.map(({ answers }) =>
    columns.map(({ id, type }): Answer => {
      const answer = answers[id];
      if (answer === undefined) return "";
      if (mediaTypes.has(type) && /^\d+$/.test(answer)) return { value: Number(answer), decimals: 0 };
      const number = parseAnswerNumber(type, answer);
      return number ?? formatAnswer({ type, answer: replaceAnswerTexts({ type, answer }, codes) }, words);
    }),
  );
  const taskWidths = columns.map((_, index) => widthFor(cellAnswers.map((answers) => answers[index]!)));
  const columnWidths = [widths.date, widths.signature, widths.status, ...taskWidths];
  const headerLineCounts = headings.map((heading, index) => linesOf(heading, columnWidths[index]!));
  const xml = [
    row(
      1,
      headings.map((heading, index) =>
        textCellXml(`${toColumnLetters(index)}1`, heading, cellStyle.wrappedHead),
      ),
      Math.max(30, rowPoints(Math.max(...headerLineCounts), answerSize)),
    ),
  ];
  rows.forEach(({ dateCreated, creator, status }, index) => {
    const parts = cellAnswers[index]!.map((answer, column) =>
      typeof answer === "string"
        ? splitCellText(answer, answerSize, widthInInches(taskWidths[column]!))
        : [answer],
    );
    const count = Math.max(1, ...parts.map(({ length }) => length));
    for (let part = 0; part < count; part++) {
      const rowNumber = xml.length + 1;
      const statusText = `${statuses[status] ?? status}${part === 0 ? "" : ` (${words.continued})`}`;
      const cells = parts.map((column) => column[part] ?? "");
      const lines = [creator, statusText, ...cells].map((cell, column) =>
        typeof cell === "string" ? linesOf(cell, columnWidths[column + 1]!) : 1,
      );
      xml.push(
        row(
          rowNumber,
          [
            instantCellXml(`A${rowNumber}`, dateCreated),
            wrappedCell(`B${rowNumber}`, creator, widths.signature),
            wrappedCell(`C${rowNumber}`, statusText, widths.status),
            ...cells.map((cell, column) => {
              const ref = `${toColumnLetters(column + 3)}${rowNumber}`;
              if (typeof cell === "string") return wrappedCell(ref, cell, taskWidths[column]!);
              return mediaTypes.has(columns[column]!.type)
                ? numberCellXml(ref, cell.value, cellStyle.integer)
                : decimalCellXml(ref, cell);
            }),
          ],
          rowPoints(Math.max(...lines), answerSize),
        ),
      );
    }
  });
  const filter = rows.length > 0 ? `A1:${lastColumn}${xml.length}` : null;
  return `${sheetStart(columnWidths, 1, { frozenColumns: 2 })}${xml.join("")}${sheetEndXml(filter)}`;
}

const linesOf = (text: string, width: number): number =>
  estimateLines(text, answerSize, widthInInches(width));

function widthFor(answers: readonly Answer[]): number {
  const rowsAt = (width: number) =>
    Math.max(
      1,
      ...answers.map((answer) =>
        typeof answer === "string" ? splitCellText(answer, answerSize, widthInInches(width)).length : 1,
      ),
    );
  const rowCounts = answerWidths.map(rowsAt);
  return answerWidths[rowCounts.indexOf(Math.min(...rowCounts))]!;
}

/** Task types whose columns show the number of photos or files. */
const mediaTypes = new Set(["PHOTO", "FILE", "DRAWING"]);

/**
 * The titles of the columns, all different: equal ones, and those equal to a fixed column's, carry their groups. If they are still
 * equal, they are numbered.
 */
function createHeadings(columns: readonly FormMonthColumn[], fixedHeadings: readonly string[]): string[] {
  const keyOf = (heading: string) => normalizeLine(heading).toLocaleLowerCase();
  const headingsByKey = Map.groupBy([...fixedHeadings, ...columns.map(({ name }) => name)], keyOf);
  const usedKeys = new Set(fixedHeadings.map(keyOf));
  return columns.map(({ name, path }) => {
    const heading = headingsByKey.get(keyOf(name))!.length > 1 ? [...path, name].join(" › ") : name;
    let uniqueHeading = heading;
    for (let number = 2; usedKeys.has(keyOf(uniqueHeading)); number++)
      uniqueHeading = `${heading} (${number})`;
    usedKeys.add(keyOf(uniqueHeading));
    return uniqueHeading;
  });
}

/** A label and the cell beside it. */
type ContentsFact = [string, (ref: string) => string];

/** In characters. */
const contentsWidths = { label: 24, value: 70 } as const;

function createContentsXml(workbook: FormWorkbook): string {
  const texts = formMonthTexts[workbook.language];
  const words = documentTexts[workbook.language];
  const textCellAt = (value: string) => (ref: string) => wrappedCell(ref, value, contentsWidths.value);
  const statuses: Record<string, string> = statusTexts[workbook.language];
  const { unfinishedDocumentations } = workbook;
  const facts: ContentsFact[] = [
    [words.name, textCellAt(workbook.name)],
    [words.alias, textCellAt(workbook.alias ?? "")],
    [words.customer, textCellAt(workbook.customerName)],
    [words.template, textCellAt(workbook.templateName)],
    [texts.from, (ref) => dateCellXml(ref, workbook.startDate)],
    [texts.to, (ref) => dateCellXml(ref, workbook.endDate)],
    [texts.documentations, (ref) => numberCellXml(ref, workbook.rows.length, cellStyle.integer)],
    [texts.leftOut, textCellAt(texts.notIncludedText)],
    ...unfinishedDocumentations
      .slice(0, 1)
      .map(
        (): ContentsFact => [
          texts.inField,
          (ref) => numberCellXml(ref, unfinishedDocumentations.length, cellStyle.integer),
        ],
      ),
    ...unfinishedDocumentations.map(({ dateCreated, creator, status }): ContentsFact => {
      return [statuses[status] ?? status, textCellAt(`${formatLocalMinute(dateCreated)} ${creator}`)];
    }),
  ];
  const rows = [
    row(1, [textCellXml("A1", workbook.alias || workbook.name, cellStyle.title)], 30),
    ...facts.map(([label, cell], index) =>
      row(index + 2, [textCellXml(`A${index + 2}`, label, cellStyle.label), cell(`B${index + 2}`)]),
    ),
  ];
  return `${sheetStart([contentsWidths.label, contentsWidths.value], 0)}${rows.join("")}${sheetEndXml(null)}`;
}
