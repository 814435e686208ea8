import { exifOf, isHeic, isJpeg, isWhole, upright, withExif } from "./exif.ts";

/** Default limits of a reduced photo; the form names them. */
export const maxSidePx = 2048;
export const jpegQuality = 0.85;

/** Bytes to read for EXIF: it lies in the first segments of a file, each at most 64 kB. */
const headBytes = 1 << 18;

/** The content is not a JPEG, whatever the name says (2§5). */
export class NotJpeg extends Error {}
/** An iPhone's default format. */
export class HeicPhoto extends NotJpeg {}
/** Begins like a JPEG but is truncated, or the browser cannot decode it. */
export class UnreadablePhoto extends Error {}

interface PreparedPhoto {
  bytes: Blob;
  /** The photo contains when and where it was taken. */
  hasExif: boolean;
}

/** Prepares a chosen photo for sending. @throws NotJpeg, HeicPhoto, UnreadablePhoto */
export async function preparePhoto(file: Blob, smaller: boolean): Promise<PreparedPhoto> {
  const exif = await readExif(file);
  const original = { bytes: file, hasExif: exif !== null };
  if (!isWhole(new Uint8Array(await file.arrayBuffer()))) throw new UnreadablePhoto();
  // Decodes unreduced photos too: a damaged one must be reported while its subject is still there.
  const image = await createImageBitmap(file).catch(() => {
    throw new UnreadablePhoto();
  });
  try {
    if (!smaller) return original;
    const canvas = scaleToFit(image);
    const bytes = withExif(await jpegOf(canvas), exif && upright(exif));
    // Reducing a small photo would only lose quality.
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

/** Draws an image on a canvas, reduced to the longest side or enlarged until the longer one has so many pixels. */
export function scaleToFit(image: ImageBitmap, min = 0): HTMLCanvasElement {
  const longer = Math.max(image.width, image.height);
  const scale = Math.min(Math.max(1, min / longer), maxSidePx / longer);
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
