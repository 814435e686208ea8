import { jpegMarker } from "#domain/media/jpegMarkers.ts";

/** The segments of a JPEG that determine how its samples become colours. */
export interface ColourSegments {
  /** The ICC profile, joined from its parts. */
  profile: Uint8Array | null;
  /** Adobe's flag: 0 for RGB or CMYK, 1 for YCbCr, 2 for YCCK. */
  adobe: number | null;
}

/** "ICC_PROFILE", a zero, the part's number and their count. */
const iccHeaderBytes = 14;

/** Reads the segments before the first scan. @param jpeg a whole JPEG that has passed inspection */
export function colourSegments(jpeg: Uint8Array): ColourSegments {
  const parts: Uint8Array[] = [];
  let adobe: number | null = null;
  let offset = 2;
  while (offset + 4 <= jpeg.length && jpeg[offset] === 0xff) {
    const marker = jpeg[offset + 1]!;
    // Fill bytes before a marker.
    if (marker === 0xff) {
      offset++;
      continue;
    }
    if (marker === jpegMarker.startOfScan) break;
    const end = offset + 2 + ((jpeg[offset + 2]! << 8) | jpeg[offset + 3]!);
    const payload = jpeg.subarray(offset + 4, end);
    if (marker === jpegMarker.app2 && begins(payload, "ICC_PROFILE\0")) parts.push(payload);
    if (marker === jpegMarker.app14 && begins(payload, "Adobe") && payload.length >= 12) adobe = payload[11]!;
    offset = end;
  }
  parts.sort((a, b) => a[12]! - b[12]!);
  const profile = parts.length > 0 ? Buffer.concat(parts.map((part) => part.subarray(iccHeaderBytes))) : null;
  return { profile, adobe };
}

const begins = (bytes: Uint8Array, text: string): boolean =>
  bytes.length >= text.length && [...text].every((sign, index) => bytes[index] === sign.charCodeAt(0));
