import { statusTexts } from "#domain/documentation/texts.ts";
import { zipDate } from "#worker/export/dates.ts";
import { maxSheetRows } from "#worker/export/excelLimits.ts";
import {
  cellStyle,
  contentTypesXml,
  formulaCellXml,
  instantCellXml,
  numberCellXml,
  packageRelationshipsXml,
  row,
  type SheetReference,
  sheetEndXml,
  sheetStart,
  stylesXml,
  textCellXml,
  workbookRelationshipsXml,
  workbookXml,
  wrappedCell,
} from "#worker/export/sheetXml.ts";
import { type ByteSink, ZipWriter } from "#worker/export/zipStream.ts";
import type { InvoiceRequest, InvoiceRow } from "./invoiceRows.ts";
import { type InvoiceTexts, invoiceTexts } from "./invoiceTexts.ts";
import { createZeroSums, InvoiceTotals } from "./invoiceTotals.ts";
import { createSummaryXml, documentationColumns, documentationWidths } from "./summary.ts";

export interface InvoiceSource {
  customerName: string;
  request: InvoiceRequest;
  madeAt: string;
  licenses: ReadonlyMap<string, string>;
  templates: ReadonlyMap<string, string>;
  pages: AsyncIterable<InvoiceRow[]>;
  /** Called after each page with the number of documentations written so far. */
  report?: (writtenRowCount: number) => Promise<void>;
  /** Rows per sheet; defaults to Excel's limit and is lowered only in tests. */
  sheetRows?: number;
}

/**
 * Writes the workbook while its rows are read.
 * @returns the number of documentations written
 */
export async function writeInvoiceWorkbook(sink: ByteSink, source: InvoiceSource): Promise<number> {
  const { request, madeAt, licenses, templates } = source;
  const texts = invoiceTexts[request.language];
  const zip = new ZipWriter(sink, zipDate(madeAt));
  await zip.writeText("[Content_Types].xml", contentTypesXml);
  await zip.writeText("_rels/.rels", packageRelationshipsXml);
  await zip.writeText("xl/styles.xml", stylesXml);
  const totals = new InvoiceTotals();
  const { writtenRowCount, sheets } = await writeDocumentations(zip, texts, totals, source);
  const listNames = (ids: readonly string[], names: ReadonlyMap<string, string>) =>
    ids.map((id) => names.get(id) ?? id);
  const summaryData = {
    customerName: source.customerName,
    request,
    madeAt,
    licenses: totals.licenses(licenses, templates, texts.noLicense, request.language),
    selectedLicenses: listNames(request.licenses, licenses),
    selectedTemplates: listNames(request.templates, templates),
  };
  await zip.writeText("xl/worksheets/sheet1.xml", createSummaryXml(texts, summaryData));
  const allSheets: SheetReference[] = [{ name: texts.summary, part: 1 }, ...sheets];
  await zip.writeText("xl/workbook.xml", workbookXml(allSheets));
  await zip.writeText("xl/_rels/workbook.xml.rels", workbookRelationshipsXml(allSheets));
  await zip.close();
  return writtenRowCount;
}

async function writeDocumentations(
  zip: ZipWriter,
  texts: InvoiceTexts,
  totals: InvoiceTotals,
  { request, licenses, templates, pages, report, sheetRows = maxSheetRows }: InvoiceSource,
): Promise<{ writtenRowCount: number; sheets: SheetReference[] }> {
  const columns = documentationColumns(texts);
  const statuses = statusTexts[request.language];
  const lastColumn = columns.at(-1)!.letter;
  const sheets: SheetReference[] = [];
  const rowIterator = listRows(pages, report);
  let nextRow = await rowIterator.next();
  let writtenRowCount = 0;
  // An empty period still gets one sheet.
  do {
    const number = sheets.length + 1;
    const name = number === 1 ? texts.documentations : `${texts.documentations} ${number}`;
    sheets.push({ name, part: number + 1, repeated: "1:1" });
    await zip.writePart(`xl/worksheets/sheet${number + 1}.xml`, async (write) => {
      const headerCells = columns.map(({ title, letter, number: isNumber }) =>
        textCellXml(`${letter}1`, title, isNumber ? cellStyle.numericHeader : cellStyle.head),
      );
      let xml =
        sheetStart(
          columns.map(({ width }) => width),
          1,
        ) + row(1, headerCells, 30);
      const sums = createZeroSums();
      let rowNumber = 1;
      // The last row is reserved for the totals.
      for (; !nextRow.done && rowNumber < sheetRows - 1; nextRow = await rowIterator.next()) {
        const documentation = nextRow.value;
        rowNumber += 1;
        xml += documentationRowXml(rowNumber, documentation, {
          license:
            documentation.licenseId === null
              ? texts.noLicense
              : (licenses.get(documentation.licenseId) ?? documentation.licenseId),
          template: templates.get(documentation.templateId) ?? documentation.templateId,
          status: statuses[documentation.status] ?? documentation.status,
        });
        totals.add(documentation);
        sums.photos += documentation.photos;
        sums.bytes += documentation.bytes;
        writtenRowCount += 1;
        if (xml.length > 256 * 1024) {
          await write(xml);
          xml = "";
        }
      }
      await write(xml + totalsRowXml(rowNumber, columns, texts.total, sums));
      await write(sheetEndXml(`A1:${lastColumn}${rowNumber}`));
    });
  } while (!nextRow.done);
  return { writtenRowCount, sheets };
}

/** Yields the rows of all pages. A page is reported after its last row. */
async function* listRows(
  pages: AsyncIterable<InvoiceRow[]>,
  report: InvoiceSource["report"],
): AsyncGenerator<InvoiceRow, undefined> {
  let writtenRowCount = 0;
  for await (const page of pages) {
    yield* page;
    writtenRowCount += page.length;
    await report?.(writtenRowCount);
  }
  return undefined;
}

function documentationRowXml(
  rowNumber: number,
  documentation: InvoiceRow,
  { license, template, status }: { license: string; template: string; status: string },
): string {
  const { name, creator, dateCreated, dateUploaded, photos, bytes } = documentation;
  return row(rowNumber, [
    wrappedCell(`A${rowNumber}`, license, documentationWidths.A),
    wrappedCell(`B${rowNumber}`, template, documentationWidths.B),
    wrappedCell(`C${rowNumber}`, name, documentationWidths.C),
    wrappedCell(`D${rowNumber}`, creator, documentationWidths.D),
    instantCellXml(`E${rowNumber}`, dateCreated),
    instantCellXml(`F${rowNumber}`, dateUploaded),
    textCellXml(`G${rowNumber}`, status),
    numberCellXml(`H${rowNumber}`, photos, cellStyle.integer),
    numberCellXml(`I${rowNumber}`, bytes, cellStyle.integer),
    numberCellXml(`J${rowNumber}`, bytes / 1_000_000, cellStyle.decimal),
  ]);
}

/** The totals row, outside the filter range: SUBTOTAL sums only the rows that the filter shows. */
function totalsRowXml(
  lastRowNumber: number,
  columns: readonly { letter: string; number: boolean }[],
  label: string,
  { photos, bytes }: { photos: number; bytes: number },
): string {
  const rowNumber = lastRowNumber + 1;
  const values: Record<string, number> = { H: photos, I: bytes, J: bytes / 1_000_000 };
  const cells = columns.map(({ letter, number }, index) => {
    if (!number) return textCellXml(`${letter}${rowNumber}`, index === 0 ? label : "", cellStyle.totalText);
    const style = letter === "J" ? cellStyle.totalDecimal : cellStyle.totalInteger;
    return lastRowNumber === 1
      ? numberCellXml(`${letter}${rowNumber}`, 0, style)
      : formulaCellXml(
          `${letter}${rowNumber}`,
          `SUBTOTAL(9,${letter}2:${letter}${lastRowNumber})`,
          values[letter]!,
          style,
        );
  });
  return row(rowNumber, cells);
}
