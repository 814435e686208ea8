import type { Segment } from "../segments.ts";
import { ExcelBook } from "./excelBook.ts";
import { photoFrames, pictureXml } from "./excelPictures.ts";
import { answersSheet, contentsSheet, documentationSheet, photosSheet } from "./excelSheets.ts";
import type { DocumentModel } from "./model.ts";
import { officePackage, partsOf, setXml, xmlOf } from "./officePackage.ts";
import { splicePhotos } from "./placeholder.ts";
import { coreProperties, propertiesOf } from "./properties.ts";

/** A photo documentation as a workbook: facts, contents with what is missing, answers, one row per photo. */
export const excel = (model: DocumentModel, modified: number): Promise<Segment[]> =>
  excelOf(model, modified, (book) => {
    documentationSheet(book, model);
    contentsSheet(book, model);
    answersSheet(book, model);
    photosSheet(book, model);
  });

/** A workbook of the given sheets, with the photos spliced in. */
export async function excelOf(
  model: DocumentModel,
  modified: number,
  fill: (book: ExcelBook) => void,
): Promise<Segment[]> {
  const book = await ExcelBook.create(model);
  fill(book);
  const parts = partsOf(await book.write());
  setXml(parts, "docProps/core.xml", coreProperties(propertiesOf(model)));
  setXml(parts, "xl/styles.xml", withOrderedFonts(xmlOf(parts, "xl/styles.xml")));
  for (const name of parts.keys()) {
    if (!/^xl\/drawings\/drawing\d+\.xml$/.test(name)) continue;
    setXml(parts, name, pictureXml(xmlOf(parts, name), photoFrames(model)));
  }
  splicePhotos(parts, model);
  return officePackage(parts, modified);
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
const withOrderedFonts = (styles: string): string =>
  styles.replace(/<font>(.*?)<\/font>/gs, (_, properties: string) => {
    const placeOf = (property: string) =>
      fontProperties.findIndex((name) => property.startsWith(`${name} `) || property.startsWith(`${name}/`));
    const ordered = properties
      .split("<")
      .slice(1)
      .sort((a, b) => placeOf(a) - placeOf(b));
    return `<font>${ordered.map((property) => `<${property}`).join("")}</font>`;
  });
