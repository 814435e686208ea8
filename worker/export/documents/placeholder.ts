import { jpegMarker } from "#domain/media/jpegMarkers.ts";
import type { Size } from "../orientation.ts";
import { concatBytes } from "../segments.ts";

const commentPrefix = "siteproof:";
const { baselineFrame, comment: commentMarker, endOfImage, startOfImage } = jpegMarker;

/**
 * A JPEG without image data that stands in for a stored photo while a library lays out the document. It has the size of the photo
 * in pixels, for the layout, and its id in a comment, which identifies it under any name that the library gives it.
 */
export function createPlaceholder(photoId: string, { width, height }: Size): Uint8Array {
  const comment = new TextEncoder().encode(commentPrefix + photoId);
  return concatBytes([
    Uint8Array.of(0xff, startOfImage, 0xff, commentMarker, ...u16(comment.length + 2)),
    comment,
    // SOF0: 8 bits per sample, one component sampled 1×1.
    Uint8Array.of(
      0xff,
      baselineFrame,
      ...u16(11),
      8,
      ...u16(height),
      ...u16(width),
      1,
      1,
      0x11,
      0,
      0xff,
      endOfImage,
    ),
  ]);
}

function u16(value: number): [number, number] {
  const clampedValue = Math.min(Math.max(Math.round(value), 1), 0xffff);
  return [clampedValue >> 8, clampedValue & 0xff];
}
