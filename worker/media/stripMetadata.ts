/**
 * Removes EXIF, XMP, IPTC and comments from a JPEG. The segments that decoders need for the right colours (JFIF, ICC profile, Adobe's
 * transform flag) and the picture data stay unchanged.
 *
 * @param jpeg a whole JPEG that has passed inspection.
 * @returns the same array when there is nothing to remove.
 */
export function stripMetadata(jpeg: Uint8Array): Uint8Array {
  const segments: Uint8Array[] = [jpeg.subarray(0, 2)];
  let at = 2;
  let removed = false;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1]!;
    if (marker === startOfScan) break;
    const end = at + 2 + ((jpeg[at + 2]! << 8) | jpeg[at + 3]!);
    if (isMetadata(marker)) removed = true;
    else segments.push(jpeg.subarray(at, end));
    at = end;
  }
  if (!removed) return jpeg;
  segments.push(jpeg.subarray(at));
  return Buffer.concat(segments);
}

const startOfScan = 0xda;
const comment = 0xfe;
/** APP0 JFIF, APP2 ICC profile, APP14 Adobe. */
const needed = new Set([0xe0, 0xe2, 0xee]);

function isMetadata(marker: number): boolean {
  return marker === comment || (marker >= 0xe0 && marker <= 0xef && !needed.has(marker));
}
