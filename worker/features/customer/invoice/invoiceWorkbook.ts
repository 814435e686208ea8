import { statusTexts } from "#domain/documentation/texts.ts";
import { zipDate } from "#worker/export/dates.ts";
import { maxSheetRows } from "#worker/export/excelLimits.ts";
import {
  cellStyle,
  contentTypesXml,
  formulaCell,
  instantCell,
  type NamedSheet,
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
} from "#worker/export/sheetXml.ts";
import { type Sink, ZipStream } from "#worker/export/zipStream.ts";
import type { InvoiceRequest, InvoiceRow } from "./invoiceRows.ts";
import { type InvoiceTexts, invoiceTexts } from "./invoiceTexts.ts";
import { InvoiceTotals, noSums } from "./invoiceTotals.ts";
import { documentationColumns, documentationWidths, summaryXml } from "./summary.ts";

export interface InvoiceSource {
  customerName: string;
  request: InvoiceRequest;
  madeAt: string;
  licenses: ReadonlyMap<string, string>;
  templates: ReadonlyMap<string, string>;
  pages: AsyncIterable<InvoiceRow[]>;
  /** Called after each page with the number of documentations written so far. */
  report?: (written: number) => Promise<void>;
  /** Rows per sheet; defaults to Excel's limit and is lowered only in tests. */
  sheetRows?: number;
}

/**
 * Writes the workbook while its rows are read.
 * @returns the number of documentations written
 */
export async function writeInvoice(sink: Sink, source: InvoiceSource): Promise<number> {
  const { request, madeAt, licenses, templates } = source;
  const texts = invoiceTexts[request.language];
  const zip = new ZipStream(sink, zipDate(madeAt));
  await zip.text("[Content_Types].xml", contentTypesXml);
  await zip.text("_rels/.rels", packageRelationsXml);
  await zip.text("xl/styles.xml", stylesXml);
  const totals = new InvoiceTotals();
  const { written, sheets } = await writeDocumentations(zip, texts, totals, source);
  const namesOf = (ids: readonly string[], names: ReadonlyMap<string, string>) =>
    ids.map((id) => names.get(id) ?? id);
  const facts = {
    customerName: source.customerName,
    request,
    madeAt,
    licenses: totals.licenses(licenses, templates, texts.noLicense, request.language),
    selectedLicenses: namesOf(request.licenses, licenses),
    selectedTemplates: namesOf(request.templates, templates),
  };
  await zip.text("xl/worksheets/sheet1.xml", summaryXml(texts, facts));
  const all: NamedSheet[] = [{ name: texts.summary, part: 1 }, ...sheets];
  await zip.text("xl/workbook.xml", workbookXml(all));
  await zip.text("xl/_rels/workbook.xml.rels", workbookRelationsXml(all));
  await zip.close();
  return written;
}

async function writeDocumentations(
  zip: ZipStream,
  texts: InvoiceTexts,
  totals: InvoiceTotals,
  { request, licenses, templates, pages, report, sheetRows = maxSheetRows }: InvoiceSource,
): Promise<{ written: number; sheets: NamedSheet[] }> {
  const columns = documentationColumns(texts);
  const statuses = statusTexts[request.language];
  const lastColumn = columns.at(-1)!.letter;
  const sheets: NamedSheet[] = [];
  const rows = eachRow(pages, report);
  let next = await rows.next();
  let written = 0;
  // An empty period still gets one sheet.
  do {
    const number = sheets.length + 1;
    const name = number === 1 ? texts.documentations : `${texts.documentations} ${number}`;
    sheets.push({ name, part: number + 1, repeated: "1:1" });
    await zip.part(`xl/worksheets/sheet${number + 1}.xml`, async (write) => {
      const headerCells = columns.map(({ title, letter, number: isNumber }) =>
        textCell(`${letter}1`, title, isNumber ? cellStyle.headNumber : cellStyle.head),
      );
      let text =
        sheetStart(
          columns.map(({ width }) => width),
          1,
        ) + row(1, headerCells, 30);
      const sums = noSums();
      let rowNumber = 1;
      // The last row is reserved for the totals.
      for (; !next.done && rowNumber < sheetRows - 1; next = await rows.next()) {
        const documentation = next.value;
        rowNumber += 1;
        text += documentationRow(rowNumber, documentation, {
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
        written += 1;
        if (text.length > 256 * 1024) {
          await write(text);
          text = "";
        }
      }
      await write(text + totalsRow(rowNumber, columns, texts.total, sums));
      await write(sheetEnd(`A1:${lastColumn}${rowNumber}`));
    });
  } while (!next.done);
  return { written, sheets };
}

/** Yields the rows of all pages. A page is reported after its last row. */
async function* eachRow(
  pages: AsyncIterable<InvoiceRow[]>,
  report: InvoiceSource["report"],
): AsyncGenerator<InvoiceRow, undefined> {
  let written = 0;
  for await (const page of pages) {
    yield* page;
    written += page.length;
    await report?.(written);
  }
  return undefined;
}

function documentationRow(
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
    instantCell(`E${rowNumber}`, dateCreated),
    instantCell(`F${rowNumber}`, dateUploaded),
    textCell(`G${rowNumber}`, status),
    numberCell(`H${rowNumber}`, photos, cellStyle.integer),
    numberCell(`I${rowNumber}`, bytes, cellStyle.integer),
    numberCell(`J${rowNumber}`, bytes / 1_000_000, cellStyle.decimal),
  ]);
}

/** The totals row, outside the filter range: SUBTOTAL sums only the rows that the filter shows. */
function totalsRow(
  last: number,
  columns: readonly { letter: string; number: boolean }[],
  label: string,
  { photos, bytes }: { photos: number; bytes: number },
): string {
  const rowNumber = last + 1;
  const values: Record<string, number> = { H: photos, I: bytes, J: bytes / 1_000_000 };
  const cells = columns.map(({ letter, number }, index) => {
    if (!number) return textCell(`${letter}${rowNumber}`, index === 0 ? label : "", cellStyle.totalText);
    const style = letter === "J" ? cellStyle.totalDecimal : cellStyle.totalInteger;
    return last === 1
      ? numberCell(`${letter}${rowNumber}`, 0, style)
      : formulaCell(
          `${letter}${rowNumber}`,
          `SUBTOTAL(9,${letter}2:${letter}${last})`,
          values[letter]!,
          style,
        );
  });
  return row(rowNumber, cells);
}
