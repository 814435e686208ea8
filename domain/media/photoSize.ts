/**
 * The sizes of photos in documents: SMALL fits a mail, NORMAL is the rendition (a layout may choose originals for some photos), PRINT has
 * the detail that paper shows, ORIGINAL is the captured file.
 */
export const photoSizes = ["SMALL", "NORMAL", "PRINT", "ORIGINAL"] as const;
export type PhotoSize = (typeof photoSizes)[number];

/** Maximum bytes of a SMALL photo, unless compression would become visible: 300 photos then fit a mail of 25 MB. */
export const maxSmallPhotoBytes = 80_000;
