import type { FieldError } from "#domain/core/problem.ts";
import { maxImagePixels } from "#domain/layout/types.ts";
import { isApplePng } from "#domain/media/applePng.ts";
import { isCompletePng } from "#worker/export/pdf/picture.ts";
import { inspectPng } from "./png.ts";

/** Why a logo, a PNG in base64, cannot be shown in documents; null if it can. */
export function validateLogo(base64: string): FieldError | null {
  const bytes = new Uint8Array(Buffer.from(base64, "base64"));
  if (isApplePng(bytes)) return "applePng";
  const inspection = inspectPng(bytes);
  if (!inspection.ok) return inspection.reason === "tooLarge" ? "imageTooLarge" : "damagedImage";
  if (inspection.width * inspection.height > maxImagePixels) return "imageTooLarge";
  return isCompletePng(bytes) ? null : "damagedImage";
}
