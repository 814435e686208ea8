import type { JpegStructure } from "#domain/media/jpeg/jpegWalker.ts";
import { renditionSpec } from "./imageSize.ts";
import { toPictureBytes } from "./pictureBytes.ts";

/** Maximum bytes per pixel: those of a rendition of a very detailed picture. */
const maxBytesPerPixel = 0.35;

/**
 * Returns a photo that already qualifies as a rendition, without its metadata: upright, small enough in pixels and bytes, a
 * single sequential scan, the usual colours and no colour profile. Null for any other.
 * @param jpeg may be returned unchanged
 */
export function passThroughRendition(
  jpeg: Uint8Array,
  structure: JpegStructure,
  { orientation, quarterTurns }: { orientation: number; quarterTurns: number },
): Uint8Array | null {
  const { width, height, scanCount, progressive, hasJfifThumbnail, profile, adobe } = structure;
  if (orientation !== 1 || quarterTurns !== 0 || Math.max(width, height) > renditionSpec.side) return null;
  if (progressive || scanCount !== 1 || hasJfifThumbnail || profile || (adobe ?? 1) !== 1) return null;
  if (!isYcbcr(structure)) return null;
  const picture = toPictureBytes(jpeg, structure);
  return picture.length > width * height * maxBytesPerPixel ? null : picture;
}

/** Grey, or three components with the ids 1 to 3: programs that store RGB use the letters as ids. */
const isYcbcr = ({ componentIds }: JpegStructure): boolean =>
  componentIds.length === 1 ||
  (componentIds.length === 3 && componentIds.every((id, index) => id === index + 1));
