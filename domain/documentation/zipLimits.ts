/** Limits of a zip of several documentations; a larger one would not fit into the memory of an isolate. */
export const maxZipDocumentations = 2000;
export const maxZipPhotos = 20_000;
