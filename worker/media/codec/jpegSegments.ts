/** Of a JPEG's segments before its picture data, what says how its numbers become colours. */
export interface ColourSegments {
  /** The ICC profile, put together from its parts. */
  profile: Uint8Array | null;
  /** Adobe's flag: 0 for RGB or CMYK, 1 for YCbCr, 2 for YCCK. */
  adobe: number | null;
}

const startOfScan = 0xda;
const app2 = 0xe2;
const app14 = 0xee;
/** "ICC_PROFILE", a zero, the part's number and their count. */
const iccHeaderBytes = 14;

/** @param jpeg a whole JPEG that has passed inspection */
export function colourSegments(jpeg: Uint8Array): ColourSegments {
  const parts: Uint8Array[] = [];
  let adobe: number | null = null;
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1]!;
    // Fill bytes before a marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === startOfScan) break;
    const end = at + 2 + ((jpeg[at + 2]! << 8) | jpeg[at + 3]!);
    const payload = jpeg.subarray(at + 4, end);
    if (marker === app2 && begins(payload, "ICC_PROFILE\0")) parts.push(payload);
    if (marker === app14 && begins(payload, "Adobe") && payload.length >= 12) adobe = payload[11]!;
    at = end;
  }
  parts.sort((a, b) => a[12]! - b[12]!);
  const profile = parts.length > 0 ? Buffer.concat(parts.map((part) => part.subarray(iccHeaderBytes))) : null;
  return { profile, adobe };
}

const begins = (bytes: Uint8Array, text: string): boolean =>
  bytes.length >= text.length && [...text].every((sign, index) => bytes[index] === sign.charCodeAt(0));
