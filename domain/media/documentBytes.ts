import { maxSmallPhotoBytes, type PhotoSize } from "./photoSize.ts";

/**
 * Photos of each size in most documents (docs/measured.md): the longer side in pixels, the bytes per pixel relative to the
 * original, and the maximum bytes.
 */
const typicalPhotos: Readonly<
  Record<Exclude<PhotoSize, "ORIGINAL">, { side: number; ratio: number; maxBytes: number }>
> = {
  SMALL: { side: 800, ratio: 0.9, maxBytes: maxSmallPhotoBytes },
  NORMAL: { side: 1600, ratio: 1, maxBytes: Number.POSITIVE_INFINITY },
  PRINT: { side: 1600, ratio: 1.15, maxBytes: Number.POSITIVE_INFINITY },
};

/** A photo whose original has arrived. */
interface MeasuredPhoto {
  /** Bytes of the original. */
  dataSize: number;
  /** Pixels; null if they are not known. */
  width: number | null;
  height: number | null;
}

/**
 * Estimates the bytes of a document with these photos. Their size in a layout is unknown. Their detail is judged by the bytes per pixel
 * of the original; no photo counts more than its original.
 */
export const estimateDocumentBytes = (photos: readonly MeasuredPhoto[], size: PhotoSize): number =>
  photos.reduce((sum, photo) => sum + estimatePhotoBytes(photo, size), 0);

function estimatePhotoBytes({ dataSize, width, height }: MeasuredPhoto, size: PhotoSize): number {
  if (size === "ORIGINAL" || !width || !height) return dataSize;
  const { side, ratio, maxBytes } = typicalPhotos[size];
  const scale = Math.min(side / Math.max(width, height), 1);
  return Math.min(dataSize * scale * scale * ratio, dataSize, maxBytes);
}
