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
  for (const name of parts.keys()) {
    if (!/^xl\/drawings\/drawing\d+\.xml$/.test(name)) continue;
    setXml(parts, name, pictureXml(xmlOf(parts, name), photoFrames(model)));
  }
  splicePhotos(parts, model);
  return officePackage(parts, modified);
}
