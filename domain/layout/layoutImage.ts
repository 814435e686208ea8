import { type ImageType, maxImagePixels, maxLayoutImageBytes, maxLayoutPixels } from "./types.ts";

/** The picture of an IMAGE, decoded. */
export interface LayoutImage {
  bytes: Uint8Array;
  /** Pixels. */
  size: { width: number; height: number };
  type: ImageType;
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

/** Decodes the picture of an IMAGE. Its type is read from the bytes; null unless they are a whole PNG or JPEG. */
export function layoutImage(base64: string): LayoutImage | null {
  const bytes = decoded(base64);
  if (bytes === null) return null;
  const png = pngSignature.every((byte, index) => bytes[index] === byte);
  const size = png ? pngSize(bytes) : jpegSize(bytes);
  if (size === null || size.width < 1 || size.height < 1) return null;
  if (!(png ? isWholePng(bytes) : isWholeJpeg(bytes))) return null;
  return { bytes, size, type: png ? "image/png" : "image/jpeg" };
}

/** What the service alone can judge of a picture: whether its pixels can be decoded. */
export type IsDecodable = (image: LayoutImage) => boolean;

type ImageFault = "tooLarge" | "invalid";

/** Judges the pictures of a layout one after another; the same one is decoded and counted once. */
export class LayoutImages {
  readonly #isDecodable: IsDecodable;
  readonly #judged = new Map<string, ImageFault | ImageType>();
  #pixels = 0;

  constructor(isDecodable: IsDecodable) {
    this.#isDecodable = isDecodable;
  }

  /** What is wrong with the picture of an IMAGE: too many bytes or pixels, or with those before it too many, or no picture. */
  fault(base64: string, type: string | undefined): ImageFault | null {
    if (base64.length > Math.ceil(maxLayoutImageBytes / 3) * 4) return "tooLarge";
    let judged = this.#judged.get(base64);
    if (judged === undefined) {
      judged = this.#judge(base64);
      this.#judged.set(base64, judged);
    }
    if (judged === "tooLarge" || judged === "invalid") return judged;
    return type && type !== judged ? "invalid" : null;
  }

  #judge(base64: string): ImageFault | ImageType {
    const image = layoutImage(base64);
    if (!image) return "invalid";
    const pixels = image.size.width * image.size.height;
    if (image.bytes.length > maxLayoutImageBytes || pixels > maxImagePixels) return "tooLarge";
    if (this.#pixels + pixels > maxLayoutPixels) return "tooLarge";
    this.#pixels += pixels;
    return this.#isDecodable(image) ? image.type : "invalid";
  }
}

function decoded(base64: string): Uint8Array | null {
  // Decoders disagree about what follows the padding.
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return null;
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = letters.charCodeAt(index);
  return bytes;
}

const u16 = (bytes: Uint8Array, at: number) => (bytes[at]! << 8) | bytes[at + 1]!;
const u32 = (bytes: Uint8Array, at: number) => u16(bytes, at) * 0x10000 + u16(bytes, at + 2);

function pngSize(bytes: Uint8Array): LayoutImage["size"] | null {
  return bytes.length < 24 ? null : { width: u32(bytes, 16), height: u32(bytes, 20) };
}

/** Whether its chunks are complete up to IEND, with an IDAT among them. */
function isWholePng(bytes: Uint8Array): boolean {
  let pixels = false;
  for (let at = pngSignature.length; at + 12 <= bytes.length; at += 12 + u32(bytes, at)) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    pixels ||= type === "IDAT";
    if (type === "IEND") return pixels;
  }
  return false;
}

/** Whether it has an end marker; cameras may write anything after it. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  for (let index = bytes.length - 2; index > 0; index--)
    if (bytes[index] === 0xff && bytes[index + 1] === 0xd9) return true;
  return false;
}

/** From the first frame header; null where none is found. */
function jpegSize(bytes: Uint8Array): LayoutImage["size"] | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  for (let index = 2; index + 9 <= bytes.length; ) {
    if (bytes[index] !== 0xff) return null;
    const marker = bytes[index + 1]!;
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) {
      index++;
      continue;
    }
    // Every SOFn; DHT (c4), JPG (c8) and DAC (cc) share the range.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { width: u16(bytes, index + 7), height: u16(bytes, index + 5) };
    index += 2 + u16(bytes, index + 2);
  }
  return null;
}
