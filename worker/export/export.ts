import { type ExportDocumentType, exportDocumentTypes } from "../../domain/documentation";
import { type DocumentFormat, formatOf } from "../../domain/rules/exportTypes";
import { zipDate } from "./dates";
import type { PhotoVariant } from "./documents/entries";
import { excel } from "./documents/excel";
import { formExcel } from "./documents/excel-form";
import { type DocumentModel, documentModel } from "./documents/model";
import { powerPoint } from "./documents/powerpoint";
import { bandPowerPoint } from "./documents/powerpoint-band";
import { formPowerPoint } from "./documents/powerpoint-form";
import { quadPowerPoint } from "./documents/powerpoint-quad";
import { documentTexts } from "./documents/texts";
import { type Volume, volumesOf } from "./documents/volumes";
import { word } from "./documents/word";
import { formDocument } from "./documents/word-form";
import { formStyle, memoStyle, sectionedStyle } from "./documents/word-form-styles";
import { documentationZip } from "./documents/zip";
import type { ExportPlan } from "./plan";
import { safeName } from "./safe-names";
import { type Layout, layoutOf, type Segment } from "./segments";
import { layoutEntry, zipSegments } from "./zip";

export type { PhotoVariant };

const ZIP_TYPE = "application/zip";

const formats: Readonly<Record<DocumentFormat, { ending: string; contentType: string }>> = {
  POWERPOINT: {
    ending: ".pptx",
    contentType: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  },
  WORD: {
    ending: ".docx",
    contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  },
  EXCEL: {
    ending: ".xlsx",
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
};

type Build = (model: DocumentModel, modified: number) => Promise<Segment[]>;
const builders: Readonly<Record<ExportDocumentType, Build>> = {
  PHOTO_POWERPOINT_PRESENTATION: powerPoint,
  PHOTO_WORD_DOCUMENT: word,
  PHOTO_EXCEL_WORKBOOK: excel,
  PHOTO_AXIANS_POWERPOINT_PRESENTATION: bandPowerPoint,
  RAMSITE_POWERPOINT: quadPowerPoint,
  FORM_POWERPOINT_PRESENTATION: formPowerPoint,
  FORM_WORD_DOCUMENT: formDocument(formStyle),
  FORM_EXCEL_WORKBOOK: formExcel,
  FORM_3GIS_PM: formDocument(memoStyle),
  FORM_SHEAB_WORD_DOCUMENT: formDocument(sectionedStyle),
};

export type ExportKind = "ZIP" | ExportDocumentType;

export const EXPORT_KINDS = ["ZIP", ...exportDocumentTypes] as const satisfies readonly ExportKind[];

export interface ExportWish {
  kind: ExportKind;
  /** Ignored by ZIP, which always holds originals. */
  photos?: PhotoVariant;
}

/**
 * The file a wish makes of a plan. The same plan and wish give the same bytes on every call and in every
 * isolate, which is what lets a broken download go on where it stopped. A documentation with more photos than
 * one document can hold comes as a zip of several.
 */
export async function layoutFor(
  plan: ExportPlan,
  { kind, photos = "rendition" }: ExportWish,
): Promise<Layout> {
  const { documentation, language } = plan;
  const baseName = safeName(documentation.alias || documentation.name, documentTexts[language].documentation);
  if (kind === "ZIP") {
    return layoutOf(documentationZip(plan), { fileName: `${baseName}.zip`, contentType: ZIP_TYPE });
  }
  const volumes = volumesOf(plan, photos);
  const layouts: Layout[] = [];
  // One after another: each skeleton takes memory while it is built.
  for (const volume of volumes) layouts.push(await volumeLayout(plan, volume, { kind, photos }, baseName));
  if (layouts.length === 1) return layouts[0]!;
  const modified = zipDate(plan.asOf);
  return layoutOf(
    zipSegments(
      layouts.map((layout) => layoutEntry(layout, modified)),
      { zip64: "whenNeeded" },
    ),
    { fileName: `${baseName}.zip`, contentType: ZIP_TYPE },
  );
}

async function volumeLayout(
  plan: ExportPlan,
  volume: Volume,
  { kind, photos }: { kind: ExportDocumentType; photos: PhotoVariant },
  baseName: string,
): Promise<Layout> {
  const { ending, contentType } = formats[formatOf(kind)];
  const { of } = documentTexts[plan.language];
  const part = volume.count === 1 ? "" : `-${volume.number}-${of}-${volume.count}`;
  const segments = await builders[kind](documentModel(plan, volume, photos), zipDate(plan.asOf));
  return layoutOf(segments, { fileName: `${baseName}${part}${ending}`, contentType });
}
