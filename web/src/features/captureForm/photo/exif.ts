import { jpegMarker, startsJpeg } from "#domain/media/jpegMarkers.ts";

/** EXIF data is copied from a JPEG to its reduced version: time and position are evidence. */

const { app1, startOfScan } = jpegMarker;
/** Whether a length follows the marker. None follows stand-alone markers, stray bytes or fill bytes. */
const hasLength = (marker: number): boolean =>
  marker > 0x01 && marker < 0xff && !(marker >= 0xd0 && marker <= 0xd9);
const orientationTag = 0x0112;
const exifIdentifier = [0x45, 0x78, 0x69, 0x66, 0, 0] as const;

export const isJpeg = startsJpeg;

/** Whether this is an ISO media file with a HEIF brand. */
export const isHeic = (bytes: Uint8Array): boolean =>
  /^ftyp(hei|hev|mif|msf)/.test(String.fromCharCode(...bytes.slice(4, 12)));

/** The APP1 segment including marker and length, or null. `bytes` may be the start of a file. */
export function findExif(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (!isJpeg(bytes)) return null;
  // Stray bytes between segments are skipped, as decoders do.
  for (let offset = bytes.indexOf(0xff, 2); offset >= 0 && offset + 4 <= bytes.length; ) {
    const marker = bytes[offset + 1]!;
    if (marker === startOfScan) return null;
    if (!hasLength(marker)) {
      offset = bytes.indexOf(0xff, offset + 1);
      continue;
    }
    const length = (bytes[offset + 2]! << 8) | bytes[offset + 3]!;
    const end = offset + 2 + length;
    if (marker === app1 && exifIdentifier.every((byte, index) => bytes[offset + 4 + index] === byte))
      return length >= 2 && end <= bytes.length ? bytes.slice(offset, end) : null;
    offset = bytes.indexOf(0xff, end);
  }
  return null;
}

/** A copy of the segment with upright orientation, for an image already rotated: viewers must not rotate it again. */
export function withUprightOrientation(segment: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = segment.slice();
  const tiff = 4 + exifIdentifier.length;
  const view = new DataView(copy.buffer, copy.byteOffset, copy.byteLength);
  if (copy.length < tiff + 8) return copy;
  const isLittleEndian = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, isLittleEndian);
  if (directory + 2 > copy.length) return copy;
  const count = view.getUint16(directory, isLittleEndian);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > copy.length) break;
    if (view.getUint16(entry, isLittleEndian) === orientationTag)
      view.setUint16(entry + 8, 1, isLittleEndian);
  }
  return copy;
}

/** Inserts the segment at the start of a JPEG; the canvas writes none. */
export function withExif(jpeg: Blob, segment: Uint8Array<ArrayBuffer> | null): Blob {
  if (!segment) return jpeg;
  return new Blob([jpeg.slice(0, 2), segment, jpeg.slice(2)], {
    type: "image/jpeg",
  });
}
