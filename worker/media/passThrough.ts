import { renditionSpec, type Size } from "./size.ts";
import { stripMetadata } from "./stripMetadata.ts";

const baseline = 0xc0;
const extended = 0xc1;
const tables = new Set([0xc4, 0xdb, 0xdd]);
const startOfScan = 0xda;
const endOfImage = 0xd9;
const comment = 0xfe;
const app0 = 0xe0;
const app2 = 0xe2;
const app14 = 0xee;
const app15 = 0xef;

/** Bytes a pixel that a rendition has of a picture full of details. */
const maxBytesPerPixel = 0.35;

/**
 * A photo that is a rendition already, without its metadata: upright, small enough in pixels and bytes, one pass, without a colour
 * profile, and nothing in it that would have to be taken out of the picture's own bytes. Null for any other.
 * @param jpeg a whole JPEG that has passed inspection; it may be the answer
 */
export function passThroughRendition(
  jpeg: Uint8Array,
  { width, height, orientation }: Size & { orientation: number },
  turned: number,
): Uint8Array | null {
  if (orientation !== 1 || turned !== 0 || Math.max(width, height) > renditionSpec.side) return null;
  if (jpeg.length > width * height * maxBytesPerPixel) return null;
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1]!;
    const end = at + 2 + ((jpeg[at + 2]! << 8) | jpeg[at + 3]!);
    if (marker === startOfScan) return isSingleScan(jpeg, end) ? stripMetadata(jpeg) : null;
    if (!isHarmlessSegment(marker, jpeg.subarray(at + 4, end))) return null;
    at = end;
  }
  return null;
}

/** Whether a segment is needed and holds nothing else, or goes with the metadata. */
function isHarmlessSegment(marker: number, payload: Uint8Array): boolean {
  if (marker === baseline || marker === extended) return isYcbcr(payload);
  // Without a small picture in it, which would show the photo before it was edited.
  if (marker === app0) return payload.length === 14 && isNamed(payload, "JFIF\0");
  if (marker === app14) return payload.length === 12 && isNamed(payload, "Adobe") && payload[11] === 1;
  return tables.has(marker) || marker === comment || (marker > app0 && marker <= app15 && marker !== app2);
}

/** Grey, or of three components with the usual ids: programs that write red, green and blue give them their letters. */
function isYcbcr(frame: Uint8Array): boolean {
  const ids = Array.from({ length: frame[5] ?? 0 }, (_, index) => frame[6 + index * 3]);
  return ids.length === 1 || (ids.length === 3 && ids.every((id, index) => id === index + 1));
}

const isNamed = (payload: Uint8Array, name: string): boolean =>
  [...name].every((sign, index) => payload[index] === sign.charCodeAt(0));

/** Whether nothing follows the numbers of the first scan but the end of the picture, and nothing that. */
function isSingleScan(jpeg: Uint8Array, from: number): boolean {
  for (let index = jpeg.indexOf(0xff, from); index >= 0; index = jpeg.indexOf(0xff, index + 1)) {
    const code = jpeg[index + 1];
    if (code === 0 || (code !== undefined && code >= 0xd0 && code <= 0xd7)) continue;
    return code === endOfImage && index + 2 === jpeg.length;
  }
  return false;
}
