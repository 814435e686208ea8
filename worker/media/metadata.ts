/**
 * A JPEG without what it says beside the picture: EXIF, XMP, IPTC and comments. Kept are the parts that decoders
 * need for the right colours (JFIF, ICC profile, Adobe's transform flag). The picture data is not touched.
 *
 * @param jpeg a whole JPEG, inspected before.
 * @returns the same array when there is nothing to remove.
 */
export function withoutMetadata(jpeg: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [jpeg.subarray(0, 2)];
  let at = 2;
  let removed = false;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1]!;
    if (marker === START_OF_SCAN) break;
    const end = at + 2 + ((jpeg[at + 2]! << 8) | jpeg[at + 3]!);
    if (isMetadata(marker)) removed = true;
    else kept.push(jpeg.subarray(at, end));
    at = end;
  }
  if (!removed) return jpeg;
  kept.push(jpeg.subarray(at));
  return Buffer.concat(kept);
}

const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
/** APP0 JFIF, APP2 ICC profile, APP14 Adobe. */
const NEEDED = new Set([0xe0, 0xe2, 0xee]);

function isMetadata(marker: number): boolean {
  return marker === COMMENT || (marker >= 0xe0 && marker <= 0xef && !NEEDED.has(marker));
}
