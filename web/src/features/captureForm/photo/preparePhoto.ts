import { structureOf } from "#domain/media/jpeg/jpegStructure.ts";
import { findExif, isHeic, isJpeg, withExif, withUprightOrientation } from "./exif.ts";

/** Default limits of a reduced photo; the form mentions them. */
export const maxSidePx = 2048;
export const jpegQuality = 0.85;

/** Browsers may not have the memory for larger photos, which are then sent as they are. */
const surelyDecodedPixels = 40_000_000;

/** Bytes to read for EXIF: it is in the first segments of a file, each at most 64 kB. */
const headBytes = 1 << 18;

/** The content is not a JPEG, regardless of the name (2§5). */
export class NotJpeg extends Error {}
/** The default format of an iPhone. */
export class HeicPhoto extends NotJpeg {}
/** Begins like a JPEG but is truncated, or the browser cannot decode it. */
export class UnreadablePhoto extends Error {}

interface PreparedPhoto {
  bytes: Blob;
  /** Whether the photo carries when and where it was taken. */
  hasExif: boolean;
}

/** Checks a chosen photo and, if `smaller`, reduces it. @throws NotJpeg, HeicPhoto, UnreadablePhoto */
export async function preparePhoto(file: Blob, reduce: boolean): Promise<PreparedPhoto> {
  const exif = await readExif(file);
  const original = { bytes: file, hasExif: exif !== null };
  // A truncated photo still shows its upper part and would look whole once reduced. The service judges by the same rules.
  const structure = structureOf(new Uint8Array(await file.arrayBuffer()));
  if (!structure.ok) throw new UnreadablePhoto();
  // Decodes unreduced photos too: a damaged one must be reported while the user can still take another.
  const image = await createImageBitmap(file).catch(() => null);
  if (!image && structure.width * structure.height > surelyDecodedPixels) return original;
  if (!image) throw new UnreadablePhoto();
  try {
    if (!reduce) return original;
    const canvas = scaleToFit(image);
    const bytes = withExif(await jpegOf(canvas), exif && withUprightOrientation(exif));
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
  return findExif(head);
}

/** Draws an image on a canvas: reduced to `maxSidePx`, or enlarged until its longer side is `min` pixels. */
export function scaleToFit(image: ImageBitmap, min = 0): HTMLCanvasElement {
  const longerSide = Math.max(image.width, image.height);
  const scale = Math.min(Math.max(1, min / longerSide), maxSidePx / longerSide);
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
