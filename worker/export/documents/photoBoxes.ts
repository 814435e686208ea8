import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import type { Size } from "../orientation.ts";
import { photoArea as bandArea } from "./powerpointBand.ts";
import { photoArea } from "./powerpointPhoto.ts";
import { fieldBox } from "./powerpointQuad.ts";

const inchesToMm = ({ width, height }: Size): Size => ({ width: width * 25.4, height: height * 25.4 });
const slideBox = inchesToMm(photoArea);

/** The box in which documents draw their photos, in millimetres. */
export const photoBoxes: Partial<Record<ExportDocumentType, Size>> = {
  PHOTO_POWERPOINT_PRESENTATION: slideBox,
  PHOTO_AXIANS_POWERPOINT_PRESENTATION: inchesToMm(bandArea),
  RAMSITE_POWERPOINT: inchesToMm({ width: fieldBox.photo, height: fieldBox.height }),
  FORM_POWERPOINT_PRESENTATION: slideBox,
};
