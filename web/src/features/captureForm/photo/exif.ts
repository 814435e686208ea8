/** EXIF data, copied from a JPEG to its reduced version: time and place are evidence. */

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const app1 = 0xe1;
const orientationTag = 0x0112;
const header = [0x45, 0x78, 0x69, 0x66, 0, 0] as const;

export const isJpeg = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xff && bytes[1] === startOfImage && bytes[2] === 0xff;

/** An ISO media file with a brand of HEIF. */
export const isHeic = (bytes: Uint8Array): boolean =>
  /^ftyp(hei|hev|mif|msf)/.test(String.fromCharCode(...bytes.slice(4, 12)));

/**
 * Whether the image data is complete. A truncated photo still shows its upper part and would look whole once reduced. `bytes` is
 * the whole file; data that some cameras append after the end does not matter.
 */
export function isWhole(bytes: Uint8Array): boolean {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== startOfScan)
    at += 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!);
  for (at = bytes.indexOf(0xff, at); at >= 0; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === endOfImage) return true;
  return false;
}

/** The APP1 segment with marker and length, or null. `bytes` may be the beginning of a file. */
export function exifOf(bytes: Uint8Array): Uint8Array | null {
  if (!isJpeg(bytes)) return null;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!;
    if (marker === startOfScan) return null;
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!;
    const end = at + 2 + length;
    if (marker === app1 && header.every((byte, index) => bytes[at + 4 + index] === byte))
      return length >= 2 && end <= bytes.length ? bytes.slice(at, end) : null;
    at = end;
  }
  return null;
}

/** The segment for an image that has been turned upright: viewers must not turn it again. */
export function upright(segment: Uint8Array): Uint8Array {
  const copy = segment.slice();
  const tiff = 4 + header.length;
  const view = new DataView(copy.buffer, copy.byteOffset, copy.byteLength);
  if (copy.length < tiff + 8) return copy;
  const little = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, little);
  if (directory + 2 > copy.length) return copy;
  const count = view.getUint16(directory, little);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > copy.length) break;
    if (view.getUint16(entry, little) === orientationTag) view.setUint16(entry + 8, 1, little);
  }
  return copy;
}

/** A JPEG with the segment inserted at the start; the canvas writes none. */
export function withExif(jpeg: Blob, segment: Uint8Array | null): Blob {
  if (!segment) return jpeg;
  return new Blob([jpeg.slice(0, 2), segment as Uint8Array<ArrayBuffer>, jpeg.slice(2)], {
    type: "image/jpeg",
  });
}
