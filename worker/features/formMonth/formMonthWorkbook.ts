import { statusTexts } from "#domain/documentation/texts.ts";
import type { FormMonthColumn, FormMonthData } from "#domain/endpoints/documentation/formMonth.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import { localMinute, zipDate } from "#worker/export/dates.ts";
import { readableAnswer } from "#worker/export/documents/answerText.ts";
import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import { cellPieces, rowPoints, widthInInches } from "#worker/export/documents/excelBook.ts";
import { officePackage, type Part } from "#worker/export/documents/officePackage.ts";
import { estimateLines } from "#worker/export/documents/textFit.ts";
import { answerNumber, type NumberValue } from "#worker/export/numberValue.ts";
import { type Codes, replacedAnswer, replacedTask } from "#worker/export/replacement.ts";
import { safeName, suffixedName } from "#worker/export/safeNames.ts";
import { type ExportFile, exportFileOf } from "#worker/export/segments.ts";
import {
  cellStyle,
  columnName,
  contentTypesXml,
  dayCell,
  decimalCell,
  instantCell,
  numberCell,
  packageRelationsXml,
  row,
  sheetEnd,
  sheetStart,
  stylesXml,
  textCell,
  workbookRelationsXml,
  workbookXml,
  wrappedCell,
  xlsxType,
} from "#worker/export/sheetXml.ts";
import { formMonthTexts } from "./formMonthTexts.ts";

export interface Workbook {
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
  codes: Codes;
  /** Documentations of the period that are with the field. */
  unfinished: readonly Pick<DocumentationSummary, "dateCreated" | "creator" | "status">[];
}

/** A workbook with a row for each form of a period, and a sheet that describes it. Text is always written as text, and number answers as numbers. */
export function formMonthFile(book: Workbook): ExportFile {
  const texts = formMonthTexts[book.language];
  const parts = new Map<string, Part>();
  const sheets = [
    { name: texts.forms, part: 1, repeated: "1:1" },
    { name: texts.contents, part: 2 },
  ];
  const put = (name: string, xml: string) => parts.set(name, { name, xml });
  put("[Content_Types].xml", contentTypesXml);
  put("_rels/.rels", packageRelationsXml);
  put("xl/workbook.xml", workbookXml(sheets));
  put("xl/_rels/workbook.xml.rels", workbookRelationsXml(sheets));
  put("xl/styles.xml", stylesXml);
  put("xl/worksheets/sheet1.xml", formsXml(book));
  put("xl/worksheets/sheet2.xml", contentsXml(book));
  const period = `${book.startDate}–${book.endDate}`;
  const form = safeName(book.templateName, texts.forms, 36);
  const fileName = `${suffixedName(book.alias || book.name, `${form} ${period}`, texts.forms)}.xlsx`;
  return exportFileOf(officePackage(parts, zipDate(book.asOf)), { fileName, contentType: xlsxType });
}

/** In characters. */
const widths = { date: 17, signature: 22, status: 18 } as const;
/** Widths of a column of answers: the first at which the longest one takes the fewest rows. */
const answerWidths = [26, 40, 60, 90] as const;
const answerSize = 10;

/** The answers of a column as texts; numbers stay numbers. */
type Answer = string | NumberValue;

function formsXml({ columns: captured, rows, codes, language }: Workbook): string {
  const texts = formMonthTexts[language];
  const columns = captured.map((column) => replacedTask({ ...column, answer: null }, codes));
  const words = documentTexts[language];
  const statuses: Record<string, string> = statusTexts[language];
  const headings = [texts.date, texts.signature, texts.status, ...headingsOf(columns)];
  const lastColumn = columnName(headings.length - 1);
  const written = rows.map(({ answers }) =>
    columns.map(({ id, type }): Answer => {
      const answer = answers[id];
      if (answer === undefined) return "";
      if (countedTypes.has(type) && /^\d+$/.test(answer)) return { value: Number(answer), decimals: 0 };
      const number = answerNumber(type, answer);
      return number ?? readableAnswer({ type, answer: replacedAnswer({ type, answer }, codes) }, words);
    }),
  );
  const taskWidths = columns.map((_, index) => widthFor(written.map((answers) => answers[index]!)));
  const sized = [widths.date, widths.signature, widths.status, ...taskWidths];
  const headLines = headings.map((text, index) => linesOf(text, sized[index]!));
  const xml = [
    row(
      1,
      headings.map((text, index) => textCell(`${columnName(index)}1`, text, cellStyle.wrappedHead)),
      Math.max(30, rowPoints(Math.max(...headLines), answerSize)),
    ),
  ];
  rows.forEach(({ dateCreated, creator, status }, index) => {
    const pieces = written[index]!.map((answer, column) =>
      typeof answer === "string"
        ? cellPieces(answer, answerSize, widthInInches(taskWidths[column]!))
        : [answer],
    );
    const count = Math.max(1, ...pieces.map(({ length }) => length));
    for (let part = 0; part < count; part++) {
      const rowNumber = xml.length + 1;
      const shownStatus = `${statuses[status] ?? status}${part === 0 ? "" : ` (${words.continued})`}`;
      const cells = pieces.map((column) => column[part] ?? "");
      const lines = [creator, shownStatus, ...cells].map((text, column) =>
        typeof text === "string" ? linesOf(text, sized[column + 1]!) : 1,
      );
      xml.push(
        row(
          rowNumber,
          [
            instantCell(`A${rowNumber}`, dateCreated),
            wrappedCell(`B${rowNumber}`, creator, widths.signature),
            wrappedCell(`C${rowNumber}`, shownStatus, widths.status),
            ...cells.map((cell, column) => {
              const ref = `${columnName(column + 3)}${rowNumber}`;
              if (typeof cell === "string") return wrappedCell(ref, cell, taskWidths[column]!);
              return countedTypes.has(columns[column]!.type)
                ? numberCell(ref, cell.value, cellStyle.integer)
                : decimalCell(ref, cell);
            }),
          ],
          rowPoints(Math.max(...lines), answerSize),
        ),
      );
    }
  });
  const filter = rows.length > 0 ? `A1:${lastColumn}${xml.length}` : null;
  return `${sheetStart(sized, 1, { frozenColumns: 2 })}${xml.join("")}${sheetEnd(filter)}`;
}

const linesOf = (text: string, width: number): number =>
  estimateLines(text, answerSize, widthInInches(width));

function widthFor(answers: readonly Answer[]): number {
  const rowsAt = (width: number) =>
    Math.max(
      1,
      ...answers.map((answer) =>
        typeof answer === "string" ? cellPieces(answer, answerSize, widthInInches(width)).length : 1,
      ),
    );
  const needed = answerWidths.map(rowsAt);
  return answerWidths[needed.indexOf(Math.min(...needed))]!;
}

/** Their columns show the number of photos or files. */
const countedTypes = new Set(["PHOTO", "FILE", "DRAWING"]);

/** Duplicate names are prefixed with their groups. */
function headingsOf(columns: readonly FormMonthColumn[]): string[] {
  const times = Map.groupBy(columns, ({ name }) => name);
  return columns.map(({ name, path }) =>
    times.get(name)!.length > 1 && path.length > 0 ? `${path.join(" › ")} › ${name}` : name,
  );
}

/** A label and the cell beside it. */
type Fact = [string, (ref: string) => string];

/** In characters. */
const contentsWidths = { label: 24, value: 70 } as const;

function contentsXml(book: Workbook): string {
  const texts = formMonthTexts[book.language];
  const words = documentTexts[book.language];
  const text = (value: string) => (ref: string) => wrappedCell(ref, value, contentsWidths.value);
  const statuses: Record<string, string> = statusTexts[book.language];
  const { unfinished } = book;
  const facts: Fact[] = [
    [words.name, text(book.name)],
    [words.alias, text(book.alias ?? "")],
    [words.customer, text(book.customerName)],
    [words.template, text(book.templateName)],
    [texts.from, (ref) => dayCell(ref, book.startDate)],
    [texts.to, (ref) => dayCell(ref, book.endDate)],
    [texts.documentations, (ref) => numberCell(ref, book.rows.length, cellStyle.integer)],
    [texts.leftOut, text(texts.leftOutText)],
    ...unfinished
      .slice(0, 1)
      .map((): Fact => [texts.withTheField, (ref) => numberCell(ref, unfinished.length, cellStyle.integer)]),
    ...unfinished.map(({ dateCreated, creator, status }): Fact => {
      return [statuses[status] ?? status, text(`${localMinute(dateCreated)} ${creator}`)];
    }),
  ];
  const rows = [
    row(1, [textCell("A1", book.alias || book.name, cellStyle.title)], 30),
    ...facts.map(([label, cell], index) =>
      row(index + 2, [textCell(`A${index + 2}`, label, cellStyle.label), cell(`B${index + 2}`)]),
    ),
  ];
  return `${sheetStart([contentsWidths.label, contentsWidths.value], 0)}${rows.join("")}${sheetEnd(null)}`;
}
