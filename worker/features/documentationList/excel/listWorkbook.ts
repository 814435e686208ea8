import { type ExcelOption, type WorkbookField, workbookColumns } from "#domain/documentation/columns.ts";
import { fieldNames } from "#domain/documentation/documentationFields.ts";
import { statusTexts } from "#domain/documentation/texts.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import { zipDate } from "#worker/export/dates.ts";
import { maxSheetRows } from "#worker/export/excelLimits.ts";
import {
  cellStyle,
  contentTypesXml,
  instantCellXml,
  packageRelationshipsXml,
  row,
  type SheetReference,
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
export async function writeListWorkbook(sink: ByteSink, list: ListExport): Promise<void> {
  const { columns, language, madeAt, sheetRows = maxSheetRows } = list;
  const texts = listTexts[language];
  const selectedColumns = columns.map((column) => workbookColumns.find(({ option }) => option === column)!);
  const cellWriters = selectedColumns.map(({ field, width }, index) =>
    createCellWriter(field, { letter: toColumnLetters(index), width }, language),
  );
  const headerCells = selectedColumns.map(({ field }, index) =>
    textCellXml(`${toColumnLetters(index)}1`, fieldNames[language][field], cellStyle.head),
  );
  const sheetStartXml = sheetStart(
    selectedColumns.map(({ width }) => width),
    1,
  );
  const zip = new ZipWriter(sink, zipDate(madeAt));
  await zip.writeText("[Content_Types].xml", contentTypesXml);
  await zip.writeText("_rels/.rels", packageRelationshipsXml);
  await zip.writeText("xl/styles.xml", stylesXml);
  const sheets: SheetReference[] = [];
  const rows = listRows(list.rows);
  let nextRowResult = await rows.next();
  // An empty list still gets a sheet.
  do {
    const partNumber = sheets.length + 1;
    const name = partNumber === 1 ? texts.documentations : `${texts.documentations} ${partNumber}`;
    sheets.push({ name, part: partNumber, repeated: "1:1" });
    await zip.writePart(`xl/worksheets/sheet${partNumber}.xml`, async (write) => {
      let xml = sheetStartXml + row(1, headerCells, 30);
      let rowNumber = 1;
      for (; !nextRowResult.done && rowNumber < sheetRows; nextRowResult = await rows.next()) {
        rowNumber += 1;
        const nextRow = nextRowResult.value;
        xml += row(
          rowNumber,
          cellWriters.map((writeCell) => writeCell(nextRow, rowNumber)),
        );
        if (xml.length > chunkCharacters) {
          await write(xml);
          xml = "";
        }
      }
      await write(xml + sheetEndXml(`A1:${toColumnLetters(columns.length - 1)}${rowNumber}`));
    });
  } while (!nextRowResult.done);
  await zip.writeText("xl/workbook.xml", workbookXml(sheets));
  await zip.writeText("xl/_rels/workbook.xml.rels", workbookRelationshipsXml(sheets));
  await zip.close();
}

async function* listRows(pages: AsyncIterable<ExportRow[]>): AsyncGenerator<ExportRow, undefined> {
  for await (const page of pages) yield* page;
  return undefined;
}

function createCellWriter(
  field: WorkbookField,
  { letter, width }: { letter: string; width: number },
  language: "en" | "sv",
): (row: ExportRow, rowNumber: number) => string {
  const statuses = statusTexts[language];
  switch (field) {
    case "dateUploaded":
    case "dateCreated":
      return (row, rowNumber) => instantCellXml(`${letter}${rowNumber}`, row[field]);
    case "status":
      return ({ status, uploadedPhotos, numberOfPhotos }, rowNumber) => {
        const statusName = statuses[status];
        const statusText =
          status === "ONGOING" ? `${statusName} ${uploadedPhotos}/${numberOfPhotos}` : statusName;
        return textCellXml(`${letter}${rowNumber}`, statusText);
      };
    case "name":
      return ({ alias, name }, rowNumber) => wrappedCell(`${letter}${rowNumber}`, alias ?? name, width);
    case "templateId":
      return ({ templateName }, rowNumber) => wrappedCell(`${letter}${rowNumber}`, templateName, width);
    default:
      return (row, rowNumber) => wrappedCell(`${letter}${rowNumber}`, row[field] ?? "", width);
  }
}
