import { exifOf, isHeic, isJpeg, isWhole, upright, withExif } from "./exif";

/** Photos are made smaller to these by default; the form says so. */
export const longestSide = 2048;
export const jpegQuality = 0.85;

/** EXIF stands in the first segments of a file, each 64 kB at most. Bytes. */
const headBytes = 1 << 18;

/** By its content it is no JPEG, whatever it is called (2§5). */
export class NotJpeg extends Error {}
/** A photo as iPhones take it unless told otherwise. */
export class HeicPhoto extends NotJpeg {}
/** It begins like a JPEG, and is cut off, or no browser can make a picture of it. */
export class UnreadablePhoto extends Error {}

interface PreparedPhoto {
  bytes: Blob;
  /** The photo itself knows when and where it was taken. */
  hasExif: boolean;
}

/** A chosen photo as it will be sent. @throws NotJpeg, HeicPhoto, UnreadablePhoto */
export async function preparePhoto(file: Blob, smaller: boolean): Promise<PreparedPhoto> {
  const exif = await readExif(file);
  const original = { bytes: file, hasExif: exif !== null };
  if (!isWhole(new Uint8Array(await file.arrayBuffer()))) throw new UnreadablePhoto();
  // Also one that is sent as it is: a damaged one must be told of while its motif is still there.
  const image = await createImageBitmap(file).catch(() => {
    throw new UnreadablePhoto();
  });
  try {
    if (!smaller) return original;
    const canvas = fitted(image);
    const bytes = withExif(await jpegOf(canvas), exif && upright(exif));
    // One that is small already would only lose by it.
    return bytes.size < file.size ? { bytes, hasExif: exif !== null } : original;
  } finally {
    image.close();
  }
}

/** The EXIF segment of a JPEG. @throws NotJpeg, HeicPhoto */
export async function readExif(file: Blob): Promise<Uint8Array | null> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  if (isHeic(head)) throw new HeicPhoto();
  if (!isJpeg(head)) throw new NotJpeg();
  return exifOf(head);
}

/** An image on a canvas, no side longer than the longest. */
export function fitted(image: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new UnreadablePhoto();
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export const jpegOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new UnreadablePhoto())),
      "image/jpeg",
      jpegQuality,
    ),
  );
