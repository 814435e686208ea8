import type { PhotoSize } from "./photoSize.ts";

/** The longer side in pixels and the bytes of a pixel that photos of a size have in most documents (docs/measured.md). */
const typicalPhotos: Readonly<
  Record<Exclude<PhotoSize, "ORIGINAL">, { side: number; bytesPerPixel: number }>
> = {
  SMALL: { side: 800, bytesPerPixel: 0.15 },
  NORMAL: { side: 1600, bytesPerPixel: 0.3 },
  PRINT: { side: 1600, bytesPerPixel: 0.35 },
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
 * An estimate of the bytes of a document with these photos. How large a layout draws them is not known, and how much detail they show only
 * from their size; no photo takes more than its original.
 */
export const estimateDocumentBytes = (photos: readonly MeasuredPhoto[], size: PhotoSize): number =>
  photos.reduce((sum, photo) => sum + estimatePhotoBytes(photo, size), 0);

function estimatePhotoBytes({ dataSize, width, height }: MeasuredPhoto, size: PhotoSize): number {
  if (size === "ORIGINAL" || !width || !height) return dataSize;
  const { side, bytesPerPixel } = typicalPhotos[size];
  const scale = Math.min(side / Math.max(width, height), 1);
  return Math.min(width * height * scale * scale * bytesPerPixel, dataSize);
}
