import {
  columnTexts,
  type ExcelOption,
  type WorkbookField,
  workbookColumns,
} from "#domain/documentation/columns.ts";
import { statusTexts } from "#domain/documentation/texts.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import { zipDate } from "#worker/export/dates.ts";
import { maxSheetRows } from "#worker/export/excelLimits.ts";
import {
  cellStyle,
  columnName,
  contentTypesXml,
  instantCell,
  type NamedSheet,
  packageRelationsXml,
  row,
  sheetEnd,
  sheetStart,
  stylesXml,
  textCell,
  workbookRelationsXml,
  workbookXml,
  wrappedCell,
} from "#worker/export/sheetXml.ts";
import { type Sink, ZipStream } from "#worker/export/zipStream.ts";
import { listTexts } from "./listExcelTexts.ts";

/** The fields of a documentation in the workbook. */
export type ExportRow = Pick<
  DocumentationListRow,
  Exclude<WorkbookField, "templateId"> | "alias" | "templateName" | "uploadedPhotos" | "numberOfPhotos"
>;

export interface ListExport {
  columns: readonly ExcelOption[];
  language: "en" | "sv";
  madeAt: string;
  rows: AsyncIterable<ExportRow[]>;
  /** Rows per sheet, Excel's maximum by default. */
  sheetRows?: number;
}

const chunkCharacters = 256 * 1024;

/**
 * Streams the list as a workbook without holding it in memory. Text is always written as text, even if it looks like a formula.
 */
export async function writeList(sink: Sink, list: ListExport): Promise<void> {
  const { columns, language, madeAt, sheetRows = maxSheetRows } = list;
  const texts = listTexts[language];
  const shownColumns = columns.map((column) => workbookColumns.find(({ option }) => option === column)!);
  const cells = shownColumns.map(({ field, width }, index) =>
    cellOf(field, { letter: columnName(index), width }, language),
  );
  const headerCells = shownColumns.map(({ field }, index) =>
    textCell(`${columnName(index)}1`, columnTexts[language][field], cellStyle.head),
  );
  const start = sheetStart(
    shownColumns.map(({ width }) => width),
    1,
  );
  const zip = new ZipStream(sink, zipDate(madeAt));
  await zip.text("[Content_Types].xml", contentTypesXml);
  await zip.text("_rels/.rels", packageRelationsXml);
  await zip.text("xl/styles.xml", stylesXml);
  const sheets: NamedSheet[] = [];
  const rows = eachRow(list.rows);
  let next = await rows.next();
  // An empty list still gets a sheet.
  do {
    const part = sheets.length + 1;
    const name = part === 1 ? texts.documentations : `${texts.documentations} ${part}`;
    sheets.push({ name, part, repeated: "1:1" });
    await zip.part(`xl/worksheets/sheet${part}.xml`, async (write) => {
      let text = start + row(1, headerCells, 30);
      let rowNumber = 1;
      for (; !next.done && rowNumber < sheetRows; next = await rows.next()) {
        rowNumber += 1;
        const nextRow = next.value;
        text += row(
          rowNumber,
          cells.map((cell) => cell(nextRow, rowNumber)),
        );
        if (text.length > chunkCharacters) {
          await write(text);
          text = "";
        }
      }
      await write(text + sheetEnd(`A1:${columnName(columns.length - 1)}${rowNumber}`));
    });
  } while (!next.done);
  await zip.text("xl/workbook.xml", workbookXml(sheets));
  await zip.text("xl/_rels/workbook.xml.rels", workbookRelationsXml(sheets));
  await zip.close();
}

async function* eachRow(pages: AsyncIterable<ExportRow[]>): AsyncGenerator<ExportRow, undefined> {
  for await (const page of pages) yield* page;
  return undefined;
}

function cellOf(
  field: WorkbookField,
  { letter, width }: { letter: string; width: number },
  language: "en" | "sv",
): (row: ExportRow, at: number) => string {
  const statuses = statusTexts[language];
  switch (field) {
    case "dateUploaded":
    case "dateCreated":
      return (row, rowNumber) => instantCell(`${letter}${rowNumber}`, row[field]);
    case "status":
      return ({ status, uploadedPhotos, numberOfPhotos }, rowNumber) => {
        const text = statuses[status];
        const statusText = status === "ONGOING" ? `${text} ${uploadedPhotos}/${numberOfPhotos}` : text;
        return textCell(`${letter}${rowNumber}`, statusText);
      };
    case "name":
      return ({ alias, name }, rowNumber) => wrappedCell(`${letter}${rowNumber}`, alias ?? name, width);
    case "templateId":
      return ({ templateName }, rowNumber) => wrappedCell(`${letter}${rowNumber}`, templateName, width);
    default:
      return (row, rowNumber) => wrappedCell(`${letter}${rowNumber}`, row[field] ?? "", width);
  }
}
