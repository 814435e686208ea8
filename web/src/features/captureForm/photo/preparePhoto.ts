import { isCanvasReadable } from "#lib/canvas.ts";
import { findDescriptions, isExif, isHeic, isJpeg, withDescriptions } from "./exif.ts";

/** Default limits of a reduced photo; the form mentions them. */
export const maxSidePx = 2048;
export const jpegQuality = 0.85;

/** Browsers may not have the memory for larger photos, which are therefore sent unchanged. */
const maxSafePixels = 40_000_000;

/** Bytes to read for EXIF, XMP and IPTC: they are in the first segments of a file, each at most 64 kB. */
const headBytes = 1 << 18;

/** The content is not a JPEG, regardless of the name (2§5). */
export class NotJpegError extends Error {}
/** The default format of an iPhone. */
export class HeicPhotoError extends NotJpegError {}
/** Without content, as photos of a cloud that were not downloaded. */
export class EmptyPhotoError extends NotJpegError {}
/** Begins like a JPEG but is truncated, or the browser cannot decode it. */
export class UnreadablePhotoError extends Error {}

interface PreparedPhoto {
  bytes: Blob;
  /** Whether the photo itself contains its time and position. */
  hasExif: boolean;
}

/** Loads with the first photo, because the form is shown sooner without it. Null if it cannot be loaded: the service checks too. */
const loadStructureCheck = () => import("#domain/media/jpeg/jpegStructure.ts").catch(() => null);

/** Checks a chosen photo and, if `shouldReduce`, reduces it. @throws NotJpegError, UnreadablePhotoError */
export async function preparePhoto(file: Blob, shouldReduce: boolean): Promise<PreparedPhoto> {
  const descriptions = await readDescriptions(file);
  const hasExif = descriptions.some(isExif);
  const original = { bytes: file, hasExif };
  // A truncated photo still shows its upper part and would look whole once reduced. The service applies the same rules.
  const check = await loadStructureCheck();
  const structure = check?.structureOf(new Uint8Array(await file.arrayBuffer()));
  if (structure?.ok === false) throw new UnreadablePhotoError();
  // Decodes unreduced photos too: a damaged one must be reported while the user can still take another.
  const image = await createImageBitmap(file).catch(() => null);
  if (!image && structure && structure.width * structure.height > maxSafePixels) return original;
  if (!image) throw new UnreadablePhotoError();
  try {
    if (!shouldReduce || !isCanvasReadable()) return original;
    const canvas = scaleToFit(image);
    const bytes = withDescriptions(await jpegOf(canvas), descriptions);
    // Reducing a small photo would only lose quality.
    return bytes.size < file.size ? { bytes, hasExif } : original;
  } finally {
    image.close();
  }
}

/** The segments of a JPEG with EXIF, XMP and IPTC. @throws NotJpegError, also of its own kinds */
export async function readDescriptions(file: Blob): Promise<Uint8Array<ArrayBuffer>[]> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  if (file.size === 0) throw new EmptyPhotoError();
  if (isHeic(head)) throw new HeicPhotoError();
  if (!isJpeg(head)) throw new NotJpegError();
  return findDescriptions(head);
}

/** Draws an image on a canvas: reduced to `maxSidePx`, or enlarged until its longer side is `minSidePx` pixels. */
export function scaleToFit(image: ImageBitmap, minSidePx = 0): HTMLCanvasElement {
  const longerSide = Math.max(image.width, image.height);
  const scale = Math.min(Math.max(1, minSidePx / longerSide), maxSidePx / longerSide);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new UnreadablePhotoError();
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export const jpegOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new UnreadablePhotoError())),
      "image/jpeg",
      jpegQuality,
    ),
  );
