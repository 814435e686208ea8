import { createHash } from "node:crypto";
import type { FieldErrors } from "#domain/core/validation.ts";
import type { LayoutImage } from "#domain/layout/layoutImage.ts";
import { type ValidatedLayout, validateLayout } from "#domain/layout/layoutValidation.ts";
import { LruCache } from "#worker/export/lruCache.ts";
import { isFilledPng, pictureOf } from "#worker/export/pdf/picture.ts";
import { JpegWalker } from "./jpeg.ts";
import { inspectPng } from "./png.ts";

/** Verdicts on pictures that an isolate keeps: a stored layout is judged whenever something is drawn through it. */
const verdicts = new LruCache<boolean>(1000, () => 1);

/** The faults of a layout, with those of pictures that begin as one and cannot be decoded. */
export const faultsOfLayout = (layout: ValidatedLayout): FieldErrors => validateLayout(layout, isDecodable);

function isDecodable({ bytes, type }: LayoutImage): boolean {
  return verdicts.of(createHash("sha256").update(bytes).digest("base64"), () =>
    type === "image/png" ? inspectPng(bytes).ok && isFilledPng(bytes) : isWholeJpeg(bytes),
  );
}

function isWholeJpeg(bytes: Uint8Array): boolean {
  const walker = new JpegWalker();
  walker.push(bytes);
  // A JPEG of colours that no document shows is whole too.
  return walker.finish().ok && pictureOf(bytes) !== null;
}
