import type { TaskType } from "#domain/core/documentationTypes.ts";
import { statusTexts } from "#domain/documentation/texts.ts";
import type { FormMonthColumn, FormMonthData } from "#domain/endpoints/documentation/formMonth.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import { localMinute, zipDate } from "#worker/export/dates.ts";
import { readableAnswer } from "#worker/export/documents/answerText.ts";
import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import { officePackage, type Part } from "#worker/export/documents/officePackage.ts";
import { answerNumber } from "#worker/export/numberValue.ts";
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

/** In characters; multi-line answers are wrapped. */
const widths = { date: 17, signature: 22, status: 18, task: 26 } as const;

function formsXml({ columns: captured, rows, codes, language }: Workbook): string {
  const texts = formMonthTexts[language];
  const columns = captured.map((column) => replacedTask({ ...column, answer: null }, codes));
  const words = documentTexts[language];
  const statuses: Record<string, string> = statusTexts[language];
  const headings = [texts.date, texts.signature, texts.status, ...headingsOf(columns)];
  const lastColumn = columnName(headings.length - 1);
  const written = (type: TaskType, answer: string) => ({
    type,
    answer: replacedAnswer({ type, answer }, codes),
  });
  const head = row(
    1,
    headings.map((text, index) => textCell(`${columnName(index)}1`, text, cellStyle.head)),
    30,
  );
  const body = rows.map(({ dateCreated, creator, status, answers }, index) => {
    const rowNumber = index + 2;
    return row(rowNumber, [
      instantCell(`A${rowNumber}`, dateCreated),
      textCell(`B${rowNumber}`, creator),
      textCell(`C${rowNumber}`, statuses[status] ?? status),
      ...columns.map((column, index) => {
        const ref = `${columnName(index + 3)}${rowNumber}`;
        const answer = answers[column.id];
        if (answer === undefined) return textCell(ref, "");
        if (countedTypes.has(column.type) && /^\d+$/.test(answer))
          return numberCell(ref, Number(answer), cellStyle.integer);
        const number = answerNumber(column.type, answer);
        return number
          ? decimalCell(ref, number)
          : textCell(ref, readableAnswer(written(column.type, answer), words));
      }),
    ]);
  });
  const sized = [widths.date, widths.signature, widths.status, ...columns.map(() => widths.task)];
  return `${sheetStart(sized, 1)}${head}${body.join("")}${sheetEnd(rows.length > 0 ? `A1:${lastColumn}${rows.length + 1}` : null)}`;
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

function contentsXml(book: Workbook): string {
  const texts = formMonthTexts[book.language];
  const words = documentTexts[book.language];
  const text = (value: string) => (ref: string) => textCell(ref, value);
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
  return `${sheetStart([24, 70], 0)}${rows.join("")}${sheetEnd(null)}`;
}
