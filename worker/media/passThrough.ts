import { jpegMarker } from "#domain/media/jpegMarkers.ts";
import { renditionSpec, type Size } from "./size.ts";
import { stripMetadata } from "./stripMetadata.ts";

const { app0, app2, app14, app15, comment, endOfImage, startOfScan } = jpegMarker;
const tables = new Set<number>([
  jpegMarker.huffmanTables,
  jpegMarker.quantizationTables,
  jpegMarker.restartInterval,
]);

/** Bytes per pixel of a rendition of a very detailed picture. */
const maxBytesPerPixel = 0.35;

/**
 * Returns a photo that already qualifies as a rendition, without its metadata: upright, small enough in pixels and bytes, a
 * single scan, no colour profile, and nothing to remove but whole segments. Null for any other.
 * @param jpeg a whole JPEG that has passed inspection; may be returned as it is
 */
export function passThroughRendition(
  jpeg: Uint8Array,
  { width, height, orientation }: Size & { orientation: number },
  quarterTurns: number,
): Uint8Array | null {
  if (orientation !== 1 || quarterTurns !== 0 || Math.max(width, height) > renditionSpec.side) return null;
  if (jpeg.length > width * height * maxBytesPerPixel) return null;
  let offset = 2;
  while (offset + 4 <= jpeg.length && jpeg[offset] === 0xff) {
    const marker = jpeg[offset + 1]!;
    const end = offset + 2 + ((jpeg[offset + 2]! << 8) | jpeg[offset + 3]!);
    if (marker === startOfScan) return isSingleScan(jpeg, end) ? stripMetadata(jpeg) : null;
    if (!isHarmlessSegment(marker, jpeg.subarray(offset + 4, end))) return null;
    offset = end;
  }
  return null;
}

/** Whether a segment is needed for decoding and carries nothing else, or is removed with the metadata. */
function isHarmlessSegment(marker: number, payload: Uint8Array): boolean {
  if (marker === jpegMarker.baselineFrame || marker === jpegMarker.extendedFrame) return isYcbcr(payload);
  // Without an embedded thumbnail, which would show the photo before it was edited.
  if (marker === app0) return payload.length === 14 && isNamed(payload, "JFIF\0");
  if (marker === app14) return payload.length === 12 && isNamed(payload, "Adobe") && payload[11] === 1;
  return tables.has(marker) || marker === comment || (marker > app0 && marker <= app15 && marker !== app2);
}

/** Grey, or three components with the ids 1 to 3: programs that store RGB use the letters as ids. */
function isYcbcr(frame: Uint8Array): boolean {
  const ids = Array.from({ length: frame[5] ?? 0 }, (_, index) => frame[6 + index * 3]);
  return ids.length === 1 || (ids.length === 3 && ids.every((id, index) => id === index + 1));
}

const isNamed = (payload: Uint8Array, name: string): boolean =>
  [...name].every((sign, index) => payload[index] === sign.charCodeAt(0));

/** Whether the first scan is directly followed by EOI, and EOI by nothing. */
function isSingleScan(jpeg: Uint8Array, from: number): boolean {
  for (let index = jpeg.indexOf(0xff, from); index >= 0; index = jpeg.indexOf(0xff, index + 1)) {
    const code = jpeg[index + 1];
    if (code === 0 || (code !== undefined && code >= 0xd0 && code <= 0xd7)) continue;
    return code === endOfImage && index + 2 === jpeg.length;
  }
  return false;
}
