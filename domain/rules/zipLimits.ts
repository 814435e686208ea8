/** What one zip of several documentations holds at most; a larger one would not fit into the memory of an isolate. */
export const mostZippedDocumentations = 2000;
export const mostZippedPhotos = 20_000;
