import type PptxGenJS from "pptxgenjs";
import { layoutImage } from "#domain/layout/layoutImage.ts";
import type { ExportPlan } from "../exportPlanTypes.ts";
import { fitInto, type Size } from "../orientation.ts";

/** The logo of whoever made the documentation: the licence's. */
export interface Logo {
  bytes: Uint8Array<ArrayBuffer>;
  base64: string;
  /** Pixels. */
  size: Size;
}

/** Null where the licence has none, or one that can not be read: a document is made without it. */
export function logoOf({ logo }: ExportPlan): Logo | null {
  const image = logo ? layoutImage(logo) : null;
  if (!logo || image?.type !== "image/png") return null;
  return { bytes: new Uint8Array(image.bytes), base64: logo, size: image.size };
}

/** On a slide master, in inches, with its right edge and its top here. */
const plate = { right: 12.9, width: 2.4, height: 0.7 } as const;

/** The logo as an object of a slide master. */
export function logoObjects(
  logo: Logo | null,
  top: number,
): NonNullable<PptxGenJS.SlideMasterProps["objects"]> {
  if (!logo) return [];
  const { width: w, height: h } = fitInto(logo.size, plate);
  return [{ image: { x: plate.right - w, y: top, w, h, data: `image/png;base64,${logo.base64}` } }];
}
