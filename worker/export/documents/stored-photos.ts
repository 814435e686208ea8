import type { StoredObject } from "../plan";
import type { DocumentModel } from "./model";

/** The stored photos a document embeds, by the id their placeholders carry. A photo listed twice is one of them. */
export function photosById(model: DocumentModel): Map<string, StoredObject> {
  const photos = new Map<string, StoredObject>();
  for (const { entries } of model.sections) {
    for (const { photo, image } of entries) photos.set(photo.id, image);
  }
  return photos;
}
