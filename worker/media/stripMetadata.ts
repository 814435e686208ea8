import { jpegMarker } from "#domain/media/jpegMarkers.ts";

/**
 * Removes EXIF, XMP, IPTC and comments from a JPEG. The segments that decoders need for correct colours (JFIF, ICC profile,
 * Adobe's transform flag) and the picture data are unchanged.
 * @param jpeg a whole JPEG that has passed inspection
 * @returns the same array when there is nothing to remove
 */
export function stripMetadata(jpeg: Uint8Array): Uint8Array {
  const segments: Uint8Array[] = [jpeg.subarray(0, 2)];
  let offset = 2;
  let hasRemoved = false;
  while (offset + 4 <= jpeg.length && jpeg[offset] === 0xff) {
    const marker = jpeg[offset + 1]!;
    if (marker === startOfScan) break;
    const end = offset + 2 + ((jpeg[offset + 2]! << 8) | jpeg[offset + 3]!);
    if (isMetadata(marker)) hasRemoved = true;
    else segments.push(jpeg.subarray(offset, end));
    offset = end;
  }
  if (!hasRemoved) return jpeg;
  segments.push(jpeg.subarray(offset));
  return Buffer.concat(segments);
}

const { app0, app2, app14, app15, comment, startOfScan } = jpegMarker;
const colorSegments = new Set<number>([app0, app2, app14]);

function isMetadata(marker: number): boolean {
  return marker === comment || (marker >= app0 && marker <= app15 && !colorSegments.has(marker));
}
