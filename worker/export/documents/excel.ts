import type { Segment } from "../segments";
import { ExcelBook } from "./excel-book";
import { photoFrames, pictureXml } from "./excel-pictures";
import { answersSheet, contentsSheet, documentationSheet, photosSheet } from "./excel-sheets";
import type { DocumentModel } from "./model";
import { coreProperties } from "./properties";
import { splice } from "./splice";
import { photosById } from "./stored-photos";

/** A photo documentation as a workbook: facts, answers, one row per photo, contents with what is missing. */
export async function excel(model: DocumentModel, modified: number): Promise<Segment[]> {
  const book = await ExcelBook.create(model);
  documentationSheet(book, model);
  answersSheet(book, model);
  photosSheet(book, model);
  contentsSheet(book, model);
  return splice({
    skeleton: await book.write(),
    photos: photosById(model),
    modified,
    rewrite(name, text) {
      if (name === "docProps/core.xml") return coreProperties(model);
      if (/^xl\/drawings\/drawing\d+\.xml$/.test(name)) return pictureXml(text(), photoFrames(model));
      return undefined;
    },
  });
}
