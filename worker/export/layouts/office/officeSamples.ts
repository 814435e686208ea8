import type { Language } from "#domain/core/language.ts";
import type { OfficeFileType } from "#domain/layout/officeFile.ts";
import { createOfficePackage, partsOf, setXml, xmlOf } from "#worker/export/documents/officePackage.ts";
import { documentFileName } from "#worker/export/fileNames.ts";
import { concatBytes, createInlineSegment, type ExportFile, exportFileOf } from "#worker/export/segments.ts";
import { sampleTexts } from "./sampleTexts.ts";

/** A light grey PNG of 4 × 3 pixels. */
const greyPng =
  "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAAAAACRn/EaAAAADklEQVR42mO4CwQMcAIATcEKXToAjAwAAAAASUVORK5CYII=";

/** A sample file for a customer's own layout, with loops, conditions, a photo, a header and a footer, each explained in a line. */
export async function createSampleFile(type: OfficeFileType, language: Language): Promise<ExportFile> {
  const bytes = type === "WORD" ? await createWordSample(language) : await createExcelSample(language);
  const name = documentFileName(sampleTexts[language].fileName, type, { number: 1, count: 1 }, { language });
  return exportFileOf([createInlineSegment(bytes)], name);
}

/** The library is imported on demand, because it is a megabyte that only samples need. */
async function createWordSample(language: Language): Promise<Uint8Array> {
  const {
    Document,
    Footer,
    Header,
    HeadingLevel,
    ImageRun,
    Packer,
    Paragraph,
    Table,
    TableCell,
    TableRow,
    TextRun,
  } = await import("docx");
  const texts = sampleTexts[language];
  const heading = (text: string) => new Paragraph({ text, heading: HeadingLevel.HEADING_1 });
  const hint = (text: string) =>
    new Paragraph({ children: [new TextRun({ text, italics: true, color: "666666" })] });
  const row = (cells: readonly string[], isHeader = false) =>
    new TableRow({
      tableHeader: isHeader,
      children: cells.map(
        (text) =>
          new TableCell({ children: [new Paragraph({ children: [new TextRun({ text, bold: isHeader })] })] }),
      ),
    });
  const photo = new Paragraph({
    children: [
      new ImageRun({
        type: "png",
        data: Buffer.from(greyPng, "base64"),
        transformation: { width: 400, height: 300 },
        altText: { name: texts.pictureText, title: "", description: "photo" },
      }),
    ],
  });
  const document = new Document({
    creator: "Siteproof",
    title: texts.fileName,
    sections: [
      {
        headers: { default: new Header({ children: [new Paragraph("{CUSTOMER_NAME}")] }) },
        footers: { default: new Footer({ children: [new Paragraph(texts.page)] }) },
        children: [
          new Paragraph({ text: texts.title, heading: HeadingLevel.TITLE }),
          new Paragraph(texts.created),
          hint(texts.intro),
          heading(texts.conditionsTitle),
          new Paragraph(`{#if status == APPROVED}${texts.approved}{else}${texts.notApproved}{/if}`),
          new Paragraph(`{#if TASK_ANSWER:comment}${texts.answered}{/if}`),
          heading(texts.tasksTitle),
          hint(texts.tasksHint),
          new Table({
            width: { size: 100, type: "pct" },
            rows: [
              row([texts.task, texts.answer], true),
              row(["{#each tasks ANSWERED CHILDREN}{TASK_NAME}", "{TASK_ANSWER}{/each}"]),
            ],
          }),
          heading(texts.groupsTitle),
          hint(texts.groupsHint),
          new Paragraph("{#each groups}"),
          new Paragraph({ text: "{GROUP_NAME}", heading: HeadingLevel.HEADING_2 }),
          new Paragraph("{#each tasks ANSWERED}"),
          new Paragraph("{TASK_NAME}: {TASK_ANSWER}"),
          new Paragraph("{/each}"),
          new Paragraph("{/each}"),
          heading(texts.photosTitle),
          hint(texts.photosHint),
          new Paragraph("{#if photos}"),
          new Paragraph("{#each photos}"),
          photo,
          new Paragraph("{PHOTO_NAME}, {PHOTO_DATE_TIME}{#if PHOTO_COMMENT}: {PHOTO_COMMENT}{/if}"),
          new Paragraph("{/each}"),
          new Paragraph("{else}"),
          new Paragraph(texts.noPhotos),
          new Paragraph("{/if}"),
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toArrayBuffer(document));
}

async function createExcelSample(language: Language): Promise<Uint8Array> {
  const { default: ExcelJs } = await import("exceljs");
  const texts = sampleTexts[language];
  const workbook = new ExcelJs.Workbook();
  // Without fixed dates the library writes the current time.
  workbook.created = new Date(0);
  workbook.modified = new Date(0);
  const sheet = workbook.addWorksheet(texts.sheetName, {
    pageSetup: { paperSize: 9, orientation: "portrait", fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  });
  sheet.columns = [{ width: 40 }, { width: 40 }];
  sheet.headerFooter.oddFooter = "&P / &N";
  const addRow = (
    values: readonly string[],
    font: { bold?: boolean; italic?: boolean; size?: number } = {},
  ) => {
    const row = sheet.addRow([...values]);
    row.font = { name: "Calibri", size: 11, ...font };
    row.alignment = { wrapText: true, vertical: "top" };
    return row;
  };
  addRow([texts.title], { bold: true, size: 16 });
  sheet.mergeCells("A1:B1");
  addRow([texts.created]);
  sheet.mergeCells("A2:B2");
  addRow([`{#if status == APPROVED}${texts.approved}{else}${texts.notApproved}{/if}`]);
  addRow([]);
  addRow([texts.task, texts.answer], { bold: true });
  addRow(["{#each tasks ANSWERED CHILDREN}{TASK_NAME}", "{TASK_ANSWER}{/each}"]);
  const hintRow = addRow([texts.sheetHint], { italic: true });
  sheet.mergeCells(hintRow.number, 1, hintRow.number, 2);
  hintRow.height = 32;
  addRow([]);
  addRow([texts.photosTitle], { bold: true });
  const photoRow = addRow(["{#each photos}", "{PHOTO_NAME}{#if PHOTO_COMMENT}: {PHOTO_COMMENT}{/if}{/each}"]);
  photoRow.height = 160;
  const picture = workbook.addImage({ base64: greyPng, extension: "png" });
  sheet.addImage(picture, { tl: { col: 0, row: photoRow.number - 1 }, ext: { width: 266, height: 200 } });
  sheet.pageSetup.printTitlesRow = "5:5";
  const parts = partsOf(new Uint8Array(await workbook.xlsx.writeBuffer()));
  // The library writes no alternative texts, and writes an attribute that the schema does not have.
  const drawing = "xl/drawings/drawing1.xml";
  const drawingXml = xmlOf(parts, drawing).replace(/<xdr:cNvPr /, '<xdr:cNvPr descr="photo" ');
  setXml(parts, drawing, drawingXml.replace(/(<xdr:oneCellAnchor) editAs="[^"]*"/, "$1"));
  setXml(parts, "xl/styles.xml", orderFontProperties(xmlOf(parts, "xl/styles.xml")));
  return concatBytes(
    createOfficePackage(parts, 0).flatMap((segment) => (segment.kind === "inline" ? [segment.bytes] : [])),
  );
}

/** The properties of a font in the order of the schema, as far as exceljs writes them. */
const fontProperties = [
  "b",
  "i",
  "strike",
  "u",
  "vertAlign",
  "sz",
  "color",
  "name",
  "family",
  "charset",
  "scheme",
];

/** Puts the properties of fonts into the order of the schema: exceljs writes colours before sizes, which strict readers refuse. */
const orderFontProperties = (styles: string): string =>
  styles.replace(/<font>(.*?)<\/font>/gs, (_, properties: string) => {
    const indexOfProperty = (property: string) =>
      fontProperties.findIndex((name) => property.startsWith(`${name} `) || property.startsWith(`${name}/`));
    const orderedProperties = properties
      .split("<")
      .slice(1)
      .sort((a, b) => indexOfProperty(a) - indexOfProperty(b));
    return `<font>${orderedProperties.map((property) => `<${property}`).join("")}</font>`;
  });
