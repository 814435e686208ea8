import { isApplePng } from "#domain/media/applePng.ts";
import { isFrameMarker, jpegMarker, startsJpeg } from "#domain/media/jpegMarkers.ts";
import { type ImageType, maxImagePixels, maxLayoutImageBytes, maxLayoutPixels } from "./types.ts";

/** The decoded image of an IMAGE node. */
export interface LayoutImage {
  bytes: Uint8Array;
  /** In pixels. */
  size: { width: number; height: number };
  type: ImageType;
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

/** Decodes the image of an IMAGE node. Its type is detected from the bytes; null unless they are a complete PNG or JPEG. */
export function decodeLayoutImage(base64: string): LayoutImage | null {
  const bytes = decodeBase64(base64);
  if (bytes === null) return null;
  const isPng = pngSignature.every((byte, index) => bytes[index] === byte);
  const size = isPng ? readPngSize(bytes) : readJpegSize(bytes);
  if (size === null || size.width < 1 || size.height < 1) return null;
  if (!(isPng ? isCompletePng(bytes) : isCompleteJpeg(bytes))) return null;
  return { bytes, size, type: isPng ? "image/png" : "image/jpeg" };
}

/** Whether the pixels of an image can be decoded; only the service can check it. */
export type IsDecodable = (image: LayoutImage) => boolean;

type ImageError = "tooLarge" | "invalid" | "applePng";

/** Validates the images of a layout one after another; repeated images are decoded and counted once. */
export class LayoutImages {
  readonly #isDecodable: IsDecodable;
  readonly #results = new Map<string, ImageError | ImageType>();
  #pixelCount = 0;

  constructor(isDecodable: IsDecodable) {
    this.#isDecodable = isDecodable;
  }

  /**
   * The error of an IMAGE node's image: too many bytes or pixels, too many pixels together with earlier images, or not an image.
   */
  validate(base64: string, type: string | undefined): ImageError | null {
    if (base64.length > Math.ceil(maxLayoutImageBytes / 3) * 4) return "tooLarge";
    let result = this.#results.get(base64);
    if (result === undefined) {
      result = this.#inspect(base64);
      this.#results.set(base64, result);
    }
    if (result === "tooLarge" || result === "invalid" || result === "applePng") return result;
    return type && type !== result ? "invalid" : null;
  }

  #inspect(base64: string): ImageError | ImageType {
    const bytes = decodeBase64(base64);
    if (bytes && isApplePng(bytes)) return "applePng";
    const image = decodeLayoutImage(base64);
    if (!image) return "invalid";
    const pixelCount = image.size.width * image.size.height;
    if (image.bytes.length > maxLayoutImageBytes || pixelCount > maxImagePixels) return "tooLarge";
    if (this.#pixelCount + pixelCount > maxLayoutPixels) return "tooLarge";
    this.#pixelCount += pixelCount;
    return this.#isDecodable(image) ? image.type : "invalid";
  }
}

function decodeBase64(base64: string): Uint8Array | null {
  // Decoders disagree about what follows the padding.
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return null;
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

const readUint16 = (bytes: Uint8Array, offset: number) => (bytes[offset]! << 8) | bytes[offset + 1]!;
const readUint32 = (bytes: Uint8Array, offset: number) =>
  readUint16(bytes, offset) * 0x10000 + readUint16(bytes, offset + 2);

function readPngSize(bytes: Uint8Array): LayoutImage["size"] | null {
  return bytes.length < 24 || isApplePng(bytes)
    ? null
    : { width: readUint32(bytes, 16), height: readUint32(bytes, 20) };
}

/** Whether the chunks are complete up to IEND and include an IDAT. */
function isCompletePng(bytes: Uint8Array): boolean {
  let hasPixels = false;
  for (
    let offset = pngSignature.length;
    offset + 12 <= bytes.length;
    offset += 12 + readUint32(bytes, offset)
  ) {
    const type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
    hasPixels ||= type === "IDAT";
    if (type === "IEND") return hasPixels;
  }
  return false;
}

/** Whether the JPEG has an EOI marker; cameras may append anything after it. */
function isCompleteJpeg(bytes: Uint8Array): boolean {
  for (let index = bytes.length - 2; index > 0; index--)
    if (bytes[index] === 0xff && bytes[index + 1] === jpegMarker.endOfImage) return true;
  return false;
}

/** The size in the first frame header; null if there is none. */
function readJpegSize(bytes: Uint8Array): LayoutImage["size"] | null {
  if (!startsJpeg(bytes)) return null;
  for (let index = 2; index + 9 <= bytes.length; ) {
    if (bytes[index] !== 0xff) return null;
    const marker = bytes[index + 1]!;
    // Any number of fill bytes can precede a marker.
    if (marker === 0xff) {
      index++;
      continue;
    }
    if (isFrameMarker(marker))
      return { width: readUint16(bytes, index + 7), height: readUint16(bytes, index + 5) };
    index += 2 + readUint16(bytes, index + 2);
  }
  return null;
}
