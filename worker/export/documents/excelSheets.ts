import { hasPosition } from "#domain/core/fields.ts";
import { localMinute, wallClockDate } from "../dates.ts";
import { cellText, dateSerial } from "../excelLimits.ts";
import {
  argb,
  type Cell,
  type ExcelBook,
  fillTable,
  rowPoints,
  solidFill,
  splitCellText,
  widthInInches,
} from "./excelBook.ts";
import { addPicture, photoColumnWidth, photoRowHeight } from "./excelPictures.ts";
import type { DocumentModel } from "./model.ts";
import { crewCommentText, reviewCommentText } from "./photoComments.ts";
import { estimateLines } from "./textFit.ts";
import { themeColors, themeFont } from "./theme.ts";

/** Columns of the first sheet, in characters. */
const labelWidth = 22;
const valueWidth = 70;

const dateFormat = "yyyy-mm-dd hh:mm";
const degreesFormat = "0.000000";

/** The facts of the documentation as label and value, and a summary of missing items. */
export function addDocumentationSheet(book: ExcelBook, model: DocumentModel): void {
  const {
    texts,
    overline,
    title,
    subtitle,
    part,
    facts,
    summary,
    unnamed: neverReceivedText,
    missing,
  } = model;
  const sheet = book.addSheet(texts.documentation, "portrait");
  sheet.views = [{ showGridLines: false }];
  sheet.columns = [{ width: labelWidth }, { width: valueWidth }];
  const addLine = (text: string, font: { size: number; bold?: boolean; color: string }) => {
    const row = sheet.addRow([cellText(text)]);
    sheet.mergeCells(row.number, 1, row.number, 2);
    row.height = rowPoints(estimateLines(text, font.size, widthInInches(labelWidth + valueWidth)), font.size);
    const cell = row.getCell(1);
    cell.font = { name: themeFont, size: font.size, bold: font.bold ?? false, color: argb(font.color) };
    cell.alignment = { vertical: "middle", wrapText: true };
  };
  const kind = [overline, part?.label].filter(Boolean).join(" · ");
  addLine(kind.toLocaleUpperCase(texts.locale), { size: 9, bold: true, color: themeColors.accent });
  addLine(title, { size: title.length > 60 ? 14 : 20, bold: true, color: themeColors.navy });
  if (subtitle) addLine(subtitle, { size: 11, color: themeColors.muted });
  sheet.addRow([]);
  const addFact = (label: string, value: string) => {
    const row = sheet.addRow([cellText(label), cellText(value)]);
    row.height = rowPoints(estimateLines(value, 10, widthInInches(valueWidth)), 10);
    row.getCell(1).font = { name: themeFont, size: 10, color: argb(themeColors.muted) };
    row.getCell(2).font = { name: themeFont, size: 10, color: argb(themeColors.ink) };
    for (const column of [1, 2]) {
      row.getCell(column).alignment = { vertical: "middle", horizontal: "left", wrapText: true };
      row.getCell(column).border = { bottom: { style: "thin", color: argb(themeColors.rule) } };
    }
  };
  for (const { label, value } of facts)
    for (const [index, text] of splitCellText(value, 10, widthInInches(valueWidth)).entries())
      addFact(index === 0 ? label : `${label} (${texts.continued})`, text);
  sheet.addRow([]);
  const alarm = missing.length > 0 || neverReceivedText !== "" ? themeColors.alarm : themeColors.accent;
  addLine([summary, part?.photos].filter(Boolean).join(" "), { size: 10, bold: true, color: alarm });
  if (neverReceivedText) addLine(neverReceivedText, { size: 10, color: themeColors.alarm });
  for (const { name, kind, task, reason } of missing) {
    const context = [kind, task].filter(Boolean).join(", ");
    addLine(`${texts.missing}: ${name} (${context}) – ${reason}`, { size: 10, color: themeColors.alarm });
  }
}

/** A date if Excel can represent it, otherwise its text. */
function dateCell(instant: string): Date | string | null {
  const date = wallClockDate(instant);
  return date && dateSerial(date.getTime()) === null ? localMinute(instant) : date;
}

export function addAnswersSheet(book: ExcelBook, model: DocumentModel): void {
  if (model.answers.length === 0) return;
  const { texts } = model;
  fillTable(
    book.addSheet(texts.answers, "portrait"),
    [
      { title: texts.group, width: 30 },
      { title: texts.task, width: 40, label: true },
      { title: texts.answer, width: 60 },
    ],
    model.answers.map(({ group, task, answer, number }) => [group, task, number ?? answer]),
    { continued: texts.continued },
  );
}

/** One row per photo, with the photo in it. */
export function addPhotosSheet(book: ExcelBook, model: DocumentModel): void {
  const { texts } = model;
  const sheet = book.addSheet(texts.photos, "landscape");
  const entries = model.sections.flatMap((section) => section.entries);
  const rowNumbers = fillTable(
    sheet,
    [
      { title: texts.number, width: 6, align: "center" },
      { title: texts.photo, width: photoColumnWidth },
      { title: texts.name, width: 20, label: true },
      { title: texts.alias, width: 16 },
      { title: texts.comment, width: 34 },
      { title: texts.task, width: 22 },
      { title: texts.creator, width: 15 },
      { title: texts.takenAt, width: 17, format: dateFormat },
      { title: texts.latitude, width: 12, format: degreesFormat, align: "right" },
      { title: texts.longitude, width: 12, format: degreesFormat, align: "right" },
      { title: texts.bytes, width: 13, format: "#,##0", align: "right" },
      { title: "SHA-256", width: 24, size: 7 },
      { title: texts.reviewComment, width: 28 },
    ],
    entries.map(({ number, photo, task }) => {
      const isPositioned = hasPosition(photo);
      return [
        number,
        null,
        photo.name,
        photo.alias ?? "",
        crewCommentText(photo),
        task,
        photo.creator,
        photo.dateSource === "ARRIVAL" ? texts.unknownTime : dateCell(photo.dateCreated),
        isPositioned ? photo.lat : null,
        isPositioned ? photo.lng : null,
        photo.original.size,
        photo.sha256,
        reviewCommentText(photo),
      ] satisfies Cell[];
    }),
    { rowHeight: photoRowHeight, continued: texts.continued },
  );
  entries.forEach((entry, index) => {
    addPicture(book, sheet, entry, { column: 1, row: rowNumbers[index]! - 1 });
  });
}

/** Lists the photos and files, and missing items with their reasons. */
export function addContentsSheet(book: ExcelBook, model: DocumentModel): void {
  const { texts } = model;
  const sheet = book.addSheet(texts.contents, "landscape");
  const photos = model.sections.flatMap(({ entries }) =>
    entries.map(({ number, title, task, photo }): Cell[] => [
      number,
      texts.photo,
      title,
      task,
      texts.included,
      photo.original.size,
      photo.sha256,
    ]),
  );
  const files = model.files.map(({ name, task, size, sha256 }): Cell[] => [
    null,
    texts.file,
    name,
    task,
    texts.inArchiveOnly,
    size,
    sha256,
  ]);
  const missing = model.missing.map(({ name, kind, task, reason }): Cell[] => [
    null,
    kind,
    name,
    task,
    `${texts.missing}: ${reason}`,
    null,
    "",
  ]);
  const rowNumbers = fillTable(
    sheet,
    [
      { title: texts.number, width: 6, align: "center" },
      { title: texts.kind, width: 10 },
      { title: texts.name, width: 36, label: true },
      { title: texts.task, width: 36 },
      { title: texts.state, width: 34 },
      { title: texts.bytes, width: 14, format: "#,##0", align: "right" },
      { title: "SHA-256", width: 62, size: 8 },
    ],
    [...photos, ...files, ...missing],
    { continued: texts.continued },
  );
  const firstMissing = rowNumbers[photos.length + files.length] ?? sheet.rowCount + 1;
  for (let row = firstMissing; row <= sheet.rowCount; row++) {
    sheet.getRow(row).eachCell({ includeEmpty: true }, (cell) => {
      // A separate style: the column's is shared.
      const font = { ...cell.font, color: argb(themeColors.alarm) };
      cell.style = { ...cell.style, fill: solidFill(themeColors.alarmShade), font };
    });
  }
  const summaryRow = sheet.addRow([
    null,
    null,
    cellText([model.summary, model.unnamed].filter(Boolean).join(" ")),
  ]);
  sheet.mergeCells(summaryRow.number, 3, summaryRow.number, 7);
  summaryRow.height = 32;
  summaryRow.getCell(3).font = { name: themeFont, size: 10, bold: true, color: argb(themeColors.ink) };
  summaryRow.getCell(3).alignment = { vertical: "middle", wrapText: true };
}
