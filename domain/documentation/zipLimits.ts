/** What one zip of several documentations holds at most; a larger one would not fit into the memory of an isolate. */
export const maxZipDocumentations = 2000;
export const maxZipPhotos = 20_000;
