import { createHash } from "node:crypto";
import type { FieldErrors } from "#domain/core/validation.ts";
import type { LayoutImage } from "#domain/layout/layoutImage.ts";
import { type ValidatedLayout, validateLayout } from "#domain/layout/layoutValidation.ts";
import { findOfficeFile, readOfficeFileData } from "#domain/layout/officeFile.ts";
import { structureOf } from "#domain/media/jpeg/jpegStructure.ts";
import { inspectOfficeFile } from "#worker/export/layouts/office/officeLayout.ts";
import { LruCache } from "#worker/export/lruCache.ts";
import { isCompletePng, parsePicture } from "#worker/export/pdf/picture.ts";
import { inspectPng } from "./png.ts";

/** Whether a picture can be decoded, cached per isolate: a stored layout is validated every time it is used for drawing. */
const decodabilityCache = new LruCache<boolean>(1000, () => 1);

/** Field errors of a layout, including those of pictures with a valid beginning that cannot be decoded. */
export function findLayoutErrors(layout: ValidatedLayout): FieldErrors {
  const errors = validateLayout(layout, canDecode);
  const file = findOfficeFile(layout.nodes);
  if (!file || Object.keys(errors).length > 0) return errors;
  const digest = createHash("sha256")
    .update(`${layout.type} ${readOfficeFileData(file)}`)
    .digest("base64");
  return officeFileErrorCache.getOrCreate(digest, () => findOfficeFileErrors(layout));
}

/** Errors of uploaded files, cached for the same reason. */
const officeFileErrorCache = new LruCache<FieldErrors>(200, () => 1);

/** The error of an uploaded file. @param hasCode whether a word is a replacement code */
export function findOfficeFileErrors(
  layout: Pick<ValidatedLayout, "type" | "nodes">,
  hasCode?: (code: string) => boolean,
): FieldErrors {
  const file = findOfficeFile(layout.nodes);
  const findings = inspectOfficeFile(layout, hasCode);
  if (!file || !findings) return {};
  if (!findings.refusal && findings.tags.every(({ error }) => error === null)) return {};
  return { [`nodes.${file.id}.DATA`]: findings.refusal?.code === "tooLarge" ? "tooLarge" : "invalid" };
}

function canDecode({ bytes, type }: LayoutImage): boolean {
  return decodabilityCache.getOrCreate(createHash("sha256").update(bytes).digest("base64"), () =>
    type === "image/png" ? inspectPng(bytes).ok && isCompletePng(bytes) : isWholeJpeg(bytes),
  );
}

// A JPEG can be whole and still use a colour space that no document can display.
const isWholeJpeg = (bytes: Uint8Array): boolean => structureOf(bytes).ok && parsePicture(bytes) !== null;
