import type PptxGenJS from "pptxgenjs";
import { decodeLayoutImage } from "#domain/layout/layoutImage.ts";
import type { ExportPlan } from "../exportPlanTypes.ts";
import { fitInto, type Size } from "../orientation.ts";
import { isCompletePng } from "../pdf/picture.ts";

/** The logo of the documentation's licence. */
export interface Logo {
  bytes: Uint8Array<ArrayBuffer>;
  base64: string;
  /** Pixels. */
  size: Size;
}

/** Null if the licence has none or it cannot be read: the document is then made without it. */
export function readLogo({ logo }: ExportPlan): Logo | null {
  // Older licences have logos that were not checked when they were stored.
  const image = logo ? decodeLayoutImage(logo) : null;
  if (!logo || image?.type !== "image/png" || !isCompletePng(image.bytes)) return null;
  return { bytes: new Uint8Array(image.bytes), base64: logo, size: image.size };
}

/** Position on a slide master in inches: its right edge, and maximum size. */
const logoBox = { right: 12.9, width: 2.4, height: 0.7 } as const;

/** The logo as an object of a slide master. */
export function logoObjects(
  logo: Logo | null,
  top: number,
): NonNullable<PptxGenJS.SlideMasterProps["objects"]> {
  if (!logo) return [];
  const { width: w, height: h } = fitInto(logo.size, logoBox);
  return [{ image: { x: logoBox.right - w, y: top, w, h, data: `image/png;base64,${logo.base64}` } }];
}
