import type { Segment } from "../segments.ts";
import { ExcelBook } from "./excelBook.ts";
import { addPictureProperties, photoFrames } from "./excelPictures.ts";
import { addAnswersSheet, addContentsSheet, addDocumentationSheet, addPhotosSheet } from "./excelSheets.ts";
import type { DocumentModel } from "./model.ts";
import { createOfficePackage, partsOf, setXml, xmlOf } from "./officePackage.ts";
import { replacePlaceholders } from "./placeholder.ts";
import { corePropertiesXml, propertiesOf } from "./properties.ts";

/** A photo documentation as a workbook: facts, contents with missing items, answers, one row per photo. */
export const createExcel = (model: DocumentModel, modified: number): Promise<Segment[]> =>
  createWorkbook(model, modified, (book) => {
    addDocumentationSheet(book, model);
    addContentsSheet(book, model);
    addAnswersSheet(book, model);
    addPhotosSheet(book, model);
  });

/** A workbook of the given sheets, with the photos spliced in. */
export async function createWorkbook(
  model: DocumentModel,
  modified: number,
  fill: (book: ExcelBook) => void,
): Promise<Segment[]> {
  const book = await ExcelBook.create(model);
  fill(book);
  const parts = partsOf(await book.write());
  setXml(parts, "docProps/core.xml", corePropertiesXml(propertiesOf(model)));
  setXml(parts, "xl/styles.xml", orderFontProperties(xmlOf(parts, "xl/styles.xml")));
  for (const name of parts.keys()) {
    if (!/^xl\/drawings\/drawing\d+\.xml$/.test(name)) continue;
    setXml(parts, name, addPictureProperties(xmlOf(parts, name), photoFrames(model)));
  }
  replacePlaceholders(parts, model);
  return createOfficePackage(parts, modified);
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
export const orderFontProperties = (styles: string): string =>
  styles.replace(/<font>(.*?)<\/font>/gs, (_, properties: string) => {
    const indexOfProperty = (property: string) =>
      fontProperties.findIndex((name) => property.startsWith(`${name} `) || property.startsWith(`${name}/`));
    const orderedProperties = properties
      .split("<")
      .slice(1)
      .sort((a, b) => indexOfProperty(a) - indexOfProperty(b));
    return `<font>${orderedProperties.map((property) => `<${property}`).join("")}</font>`;
  });
