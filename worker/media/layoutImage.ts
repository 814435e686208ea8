import { createHash } from "node:crypto";
import type { FieldErrors } from "#domain/core/validation.ts";
import type { LayoutImage } from "#domain/layout/layoutImage.ts";
import { type ValidatedLayout, validateLayout } from "#domain/layout/layoutValidation.ts";
import { structureOf } from "#domain/media/jpeg/jpegStructure.ts";
import { LruCache } from "#worker/export/lruCache.ts";
import { isCompletePng, parsePicture } from "#worker/export/pdf/picture.ts";
import { inspectPng } from "./png.ts";

/** Whether a picture can be decoded, cached per isolate: a stored layout is validated every time it is used for drawing. */
const decodabilityCache = new LruCache<boolean>(1000, () => 1);

/** Field errors of a layout, including those of pictures with a valid beginning that cannot be decoded. */
export const findLayoutErrors = (layout: ValidatedLayout): FieldErrors => validateLayout(layout, canDecode);

function canDecode({ bytes, type }: LayoutImage): boolean {
  return decodabilityCache.of(createHash("sha256").update(bytes).digest("base64"), () =>
    type === "image/png" ? inspectPng(bytes).ok && isCompletePng(bytes) : isWholeJpeg(bytes),
  );
}

// A JPEG can be whole and still use a colour space that no document can display.
const isWholeJpeg = (bytes: Uint8Array): boolean => structureOf(bytes).ok && parsePicture(bytes) !== null;
