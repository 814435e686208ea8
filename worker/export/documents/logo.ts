import { decodeLayoutImage } from "#domain/layout/layoutImage.ts";
import type { ExportPlan } from "../exportPlanTypes.ts";
import { isCompletePng } from "../pdf/picture.ts";

/**
 * The logo of the documentation's licence: a PNG, base64. Null if the licence has none or it cannot be read: the document is then made
 * without it.
 */
export function readLogo({ logo }: ExportPlan): string | null {
  // Older licences have logos that were not checked when they were stored.
  const image = logo ? decodeLayoutImage(logo) : null;
  return logo && image?.type === "image/png" && isCompletePng(image.bytes) ? logo : null;
}
