import type { Language } from "#domain/core/language.ts";
import { type Progress, reviewGroupings } from "#domain/endpoints/documentation/progress.ts";
import { zipDate } from "#worker/export/dates.ts";
import {
  cellStyle,
  contentTypesXml,
  dateCellXml,
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
} from "#worker/export/sheetXml.ts";
import { type ByteSink, ZipWriter } from "#worker/export/zipStream.ts";
import { progressTexts } from "./progressTexts.ts";

/** A value and how it is written; null is an empty cell. */
type Value =
  | { text: string }
  | { integer: number }
  | { hours: number | null }
  | { day: string }
  | { instant: string | null };

interface Sheet {
  name: string;
  /** The labels of the columns; null for facts, whose labels are in the first column. */
  header: readonly string[] | null;
  rows: readonly (readonly Value[])[];
}

const firstColumnWidth = 44;
const columnWidth = 24;

function cellXml(ref: string, value: Value, width: number): string {
  if ("text" in value) return wrappedCell(ref, value.text, width);
  if ("integer" in value) return numberCellXml(ref, value.integer, cellStyle.integer);
  if ("day" in value) return dateCellXml(ref, value.day);
  if ("instant" in value) return instantCellXml(ref, value.instant);
  return value.hours === null
    ? textCellXml(ref, "")
    : numberCellXml(ref, Math.round(value.hours * 100) / 100, cellStyle.decimal);
}

function sheetXml({ header, rows }: Sheet): string {
  const columnCount = Math.max(header?.length ?? 0, ...rows.map((values) => values.length));
  const widths = Array.from({ length: columnCount }, (_, index) =>
    index === 0 ? firstColumnWidth : columnWidth,
  );
  const headerRows = header
    ? [
        row(
          1,
          header.map((label, index) =>
            textCellXml(`${toColumnLetters(index)}1`, label, cellStyle.wrappedHead),
          ),
          30,
        ),
      ]
    : [];
  const valueRows = rows.map((values, index) => {
    const rowNumber = headerRows.length + index + 1;
    return row(
      rowNumber,
      values.map((value, column) =>
        cellXml(`${toColumnLetters(column)}${rowNumber}`, value, widths[column]!),
      ),
    );
  });
  const range = `A1:${toColumnLetters(columnCount - 1)}${rows.length + 1}`;
  return (
    sheetStart(widths, headerRows.length) +
    [...headerRows, ...valueRows].join("") +
    sheetEndXml(header && rows.length > 0 ? range : null)
  );
}

const toHours = (seconds: number | null) => ({ hours: seconds === null ? null : seconds / 3600 });

function createSheets(progress: Progress, language: Language): Sheet[] {
  const texts = progressTexts[language];
  const { queue, reviews, sentBack, deliveries, findings } = progress;
  const facts: (readonly [string, Value])[] = [
    [texts.title, { text: progress.customerName }],
    [texts.period, { text: `${progress.startDate} – ${progress.endDate}` }],
    ...(queue
      ? ([
          [texts.queue, { integer: queue.documentations }],
          [texts.oldest, { instant: queue.oldest }],
        ] as const)
      : []),
    [texts.reviewsSince, { day: reviews.startDate }],
    [texts.reviews, { integer: reviews.documentations }],
    [texts.medianHours, toHours(reviews.medianSeconds)],
    [texts.maxHours, toHours(reviews.maxSeconds)],
    [texts.sentBackItems, { integer: sentBack.items }],
    [texts.sentBackDocumentations, { integer: sentBack.documentations }],
    [texts.open, { integer: sentBack.open }],
    [texts.answered, { integer: sentBack.answered }],
    [texts.withdrawn, { integer: sentBack.withdrawn }],
    [texts.deliveriesDone, { integer: deliveries.done }],
    [texts.deliveriesFailed, { integer: deliveries.failed }],
    [texts.deliveriesUnderWay, { integer: deliveries.inProgress }],
    [texts.deliveriesCancelled, { integer: deliveries.cancelled }],
    [texts.unexpectedAnswers, { integer: findings.answers }],
  ];
  return [
    { name: texts.facts, header: null, rows: facts.map(([label, value]) => [{ text: label }, value]) },
    {
      name: texts.weeks,
      header: [texts.week, texts.created, texts.reviewed, texts.sentBack, texts.medianHours],
      rows: progress.weeks.map((week) => [
        { day: week.startDate },
        { integer: week.created },
        { integer: week.reviewed },
        { integer: week.sentBack },
        toHours(week.medianSeconds),
      ]),
    },
    ...reviewGroupings.map((grouping) => ({
      name: texts.groupings[grouping],
      header: [texts.groupings[grouping], texts.reviewed, texts.medianHours, texts.maxHours],
      rows: progress.groupings[grouping].items.map((group) => [
        { text: group.name || texts.none },
        { integer: group.documentations },
        toHours(group.medianSeconds),
        toHours(group.maxSeconds),
      ]),
    })),
    {
      name: texts.sentBack,
      header: [texts.reason, texts.count],
      rows: sentBack.reasons.map(({ reason, items }) => [{ text: reason }, { integer: items }]),
    },
  ];
}

/** Writes the figures as a workbook: the totals, the weeks, and a sheet for each table of the page. */
export async function writeProgressWorkbook(
  sink: ByteSink,
  progress: Progress,
  { language, madeAt }: { language: Language; madeAt: string },
): Promise<void> {
  const sheets = createSheets(progress, language);
  const references = sheets.map(({ name, header }, index) => ({
    name,
    part: index + 1,
    ...(header && { repeated: "1:1" }),
  }));
  const zip = new ZipWriter(sink, zipDate(madeAt));
  await zip.writeText("[Content_Types].xml", contentTypesXml);
  await zip.writeText("_rels/.rels", packageRelationshipsXml);
  await zip.writeText("xl/styles.xml", stylesXml);
  for (const [index, sheet] of sheets.entries())
    await zip.writeText(`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet));
  await zip.writeText("xl/workbook.xml", workbookXml(references));
  await zip.writeText("xl/_rels/workbook.xml.rels", workbookRelationshipsXml(references));
  await zip.close();
}
