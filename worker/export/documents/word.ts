import type { Segment } from "../segments.ts";
import type { DocumentModel } from "./model.ts";
import { createOfficePackage } from "./officePackage.ts";
import { WordBlocks } from "./wordBlocks.ts";
import { createDocumentParts } from "./wordPackage.ts";
import { WordPhotos } from "./wordPhotos.ts";

/** A photo documentation on A4: facts, contents, answers, photos by task, files, missing items, the list of photos. */
export async function createWord(model: DocumentModel, modified: number): Promise<Segment[]> {
  // Imported here because only exports need this megabyte of code.
  const docx = await import("docx");
  const blocks = new WordBlocks(docx, model);
  const photos = new WordPhotos(docx, blocks, model);
  photos.addPhotos();
  const document = blocks.document([
    ...blocks.titleBlock(),
    ...photos.contents(),
    ...blocks.answers(),
    ...photos.templateBlocks(),
    ...blocks.files(),
    ...blocks.missing(),
    ...photos.list(),
  ]);
  const skeleton = new Uint8Array(await docx.Packer.toArrayBuffer(document));
  return createOfficePackage(createDocumentParts(skeleton, photos, model), modified);
}
