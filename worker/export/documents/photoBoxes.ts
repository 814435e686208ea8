import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import type { Size } from "../orientation.ts";
import { photoBox as sheetBox } from "./excelPictures.ts";
import { photoArea as bandArea } from "./powerpointBand.ts";
import { photoArea } from "./powerpointPhoto.ts";
import { fieldBox } from "./powerpointQuad.ts";
import { pageSize } from "./wordBlocks.ts";
import type { FormStyle } from "./wordForm.ts";
import { formStyle, memoStyle, sectionedStyle } from "./wordFormStyles.ts";
import { tallBox, wideBox } from "./wordPhotos.ts";

const inchesToMm = ({ width, height }: Size): Size => ({ width: width * 25.4, height: height * 25.4 });
const pointsToMm = ({ width, height }: Size): Size => ({
  width: (width * 25.4) / 72,
  height: (height * 25.4) / 72,
});
const gridCellSize = ({ grid }: FormStyle): Size => ({
  width: pageSize.textWidth / grid.columns,
  height: grid.height,
});

interface PhotoBoxes {
  /** Millimetres. */
  wide: Size;
  /** For photos that are taller than wide. */
  tall: Size;
}
const sameBox = (box: Size): PhotoBoxes => ({ wide: box, tall: box });

const slideBoxes = sameBox(inchesToMm(photoArea));
const sheetBoxes = sameBox(pointsToMm(sheetBox));

/** The box in which each document draws its photos. */
export const photoBoxes: Readonly<Record<ExportDocumentType, PhotoBoxes>> = {
  PHOTO_POWERPOINT_PRESENTATION: slideBoxes,
  PHOTO_WORD_DOCUMENT: { wide: wideBox, tall: tallBox },
  PHOTO_EXCEL_WORKBOOK: sheetBoxes,
  PHOTO_AXIANS_POWERPOINT_PRESENTATION: sameBox(inchesToMm(bandArea)),
  RAMSITE_POWERPOINT: sameBox(inchesToMm({ width: fieldBox.photo, height: fieldBox.height })),
  FORM_POWERPOINT_PRESENTATION: slideBoxes,
  FORM_WORD_DOCUMENT: sameBox(gridCellSize(formStyle)),
  FORM_EXCEL_WORKBOOK: sheetBoxes,
  FORM_3GIS_PM: sameBox(gridCellSize(memoStyle)),
  FORM_SHEAB_WORD_DOCUMENT: sameBox(gridCellSize(sectionedStyle)),
};
