import { jpegMarker, startsJpeg } from "#domain/media/jpegMarkers.ts";

/** EXIF, XMP and IPTC are copied from a JPEG to its reduced version: time and position are evidence. */

const { app1, app13, startOfScan } = jpegMarker;
/** Whether a length follows the marker. None follows stand-alone markers, stray bytes or fill bytes. */
const hasLength = (marker: number): boolean =>
  marker > 0x01 && marker < 0xff && !(marker >= 0xd0 && marker <= 0xd9);
const orientationTag = 0x0112;
const exifIdentifier = "Exif\0\0";
/** The segments that describe a photo: their markers, and how they begin. */
const descriptions = [
  [app1, exifIdentifier],
  [app1, "http://ns.adobe.com/xap/1.0/\0"],
  [app13, "Photoshop 3.0\0"],
] as const;
/** Bytes of a segment before its content: the marker and the length. */
const headerBytes = 4;

const beginsWith = (segment: Uint8Array, text: string): boolean =>
  String.fromCharCode(...segment.subarray(headerBytes, headerBytes + text.length)) === text;
export const isExif = (segment: Uint8Array): boolean => beginsWith(segment, exifIdentifier);

export const isJpeg = startsJpeg;

/** Whether this is an ISO media file with a HEIF brand. */
export const isHeic = (bytes: Uint8Array): boolean =>
  /^ftyp(hei|hev|mif|msf)/.test(String.fromCharCode(...bytes.slice(4, 12)));

/** The segments with EXIF, XMP and IPTC, each with its marker and length. `bytes` may be the start of a file. */
export function findDescriptions(bytes: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const segments: Uint8Array<ArrayBuffer>[] = [];
  if (!isJpeg(bytes)) return segments;
  // Stray bytes between segments are skipped, as decoders do.
  for (let offset = bytes.indexOf(0xff, 2); offset >= 0 && offset + 4 <= bytes.length; ) {
    const marker = bytes[offset + 1]!;
    if (marker === startOfScan) break;
    if (!hasLength(marker)) {
      offset = bytes.indexOf(0xff, offset + 1);
      continue;
    }
    const length = (bytes[offset + 2]! << 8) | bytes[offset + 3]!;
    const end = offset + 2 + length;
    const segment = bytes.slice(offset, end);
    const isWhole = length >= 2 && end <= bytes.length;
    if (isWhole && descriptions.some(([kind, text]) => kind === marker && beginsWith(segment, text)))
      segments.push(segment);
    offset = bytes.indexOf(0xff, end);
  }
  return segments;
}

/** A copy of the segment with upright orientation, if it is EXIF: for an image already rotated, which viewers must not rotate again. */
export function withUprightOrientation(segment: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = segment.slice();
  const tiff = headerBytes + exifIdentifier.length;
  const view = new DataView(copy.buffer, copy.byteOffset, copy.byteLength);
  if (!isExif(copy) || copy.length < tiff + 8) return copy;
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

/** Inserts the segments of an upright photo at the start of a JPEG; the canvas writes none. */
export const withDescriptions = (jpeg: Blob, segments: readonly Uint8Array<ArrayBuffer>[]): Blob =>
  new Blob([jpeg.slice(0, 2), ...segments.map(withUprightOrientation), jpeg.slice(2)], {
    type: "image/jpeg",
  });
