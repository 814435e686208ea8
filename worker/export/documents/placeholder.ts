import { jpegMarker, startsJpeg } from "#domain/media/jpegMarkers.ts";
import type { StoredObject } from "../exportPlanTypes.ts";
import type { Size } from "../orientation.ts";
import { concatBytes } from "../segments.ts";
import { unpack } from "../zipReader.ts";
import type { DocumentModel } from "./model.ts";
import type { Part } from "./officePackage.ts";

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

/** The id of the photo that a placeholder stands for, or null for any other bytes. */
export function placeholderId(bytes: Uint8Array): string | null {
  if (!startsJpeg(bytes) || bytes[2] !== 0xff || bytes[3] !== commentMarker) return null;
  const length = (bytes[4]! << 8) | bytes[5]!;
  const comment = new TextDecoder().decode(bytes.subarray(6, 4 + length));
  return comment.startsWith(commentPrefix) ? comment.slice(commentPrefix.length) : null;
}

function u16(value: number): [number, number] {
  const clampedValue = Math.min(Math.max(Math.round(value), 1), 0xffff);
  return [clampedValue >> 8, clampedValue & 0xff];
}

/**
 * Replaces each placeholder among the parts of a document with its photo.
 * @throws Error for a placeholder without a photo and for a photo without a placeholder: a document never leaves a photo out
 * silently
 */
export function replacePlaceholders(parts: Map<string, Part>, model: DocumentModel): void {
  // A photo that is listed twice has two placeholders and is one stored photo.
  const photos = new Map<string, StoredObject>();
  for (const { photo, image } of model.sections.flatMap(({ entries }) => entries))
    photos.set(photo.id, image);
  const placedIds = new Set<string>();
  for (const [name, part] of parts) {
    const id = "entry" in part && name.includes("/media/") ? placeholderId(unpack(part.entry)) : null;
    if (id === null) continue;
    const photo = photos.get(id);
    if (!photo) throw new Error(`${name} stands for a photo that is not planned: ${id}`);
    placedIds.add(id);
    parts.set(name, { name, photo });
  }
  for (const id of photos.keys()) {
    if (!placedIds.has(id)) throw new Error(`the document has no placeholder for photo ${id}`);
  }
}
