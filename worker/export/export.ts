import { type ExportDocumentType, exportDocumentTypes } from "../../domain/documentation";
import { formatOf } from "../../domain/rules/exportTypes";
import { zipDate } from "./dates";
import type { PhotoForm } from "./documents/entries";
import { excel } from "./documents/excel";
import { formExcel } from "./documents/excelForm";
import { type DocumentModel, documentModel } from "./documents/model";
import { powerPoint } from "./documents/powerpoint";
import { bandPowerPoint } from "./documents/powerpointBand";
import { formPowerPoint } from "./documents/powerpointForm";
import { quadPowerPoint } from "./documents/powerpointQuad";
import { type DocumentTexts, documentTexts } from "./documents/texts";
import { type Volume, volumesOf } from "./documents/volumes";
import { word } from "./documents/word";
import { formDocument } from "./documents/wordForm";
import { formStyle, memoStyle, sectionedStyle } from "./documents/wordFormStyles";
import { documentationZip } from "./documents/zip";
import { fileNamed, zipNamed, zipVolumes } from "./files";
import type { ExportPlan } from "./plan";
import { safeName } from "./safeNames";
import { type ExportFile, exportFileOf, type Segment } from "./segments";

export type { PhotoForm };

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

/** What tells a document from others of its format in one folder; the usual ones have the documentation's name alone. */
const nameSuffixes: Partial<Record<ExportDocumentType, (texts: DocumentTexts) => string>> = {
  PHOTO_AXIANS_POWERPOINT_PRESENTATION: () => "Axians",
  RAMSITE_POWERPOINT: () => "RAMSITE",
  FORM_POWERPOINT_PRESENTATION: ({ form }) => form,
  FORM_WORD_DOCUMENT: ({ form }) => form,
  FORM_EXCEL_WORKBOOK: ({ form }) => form,
  FORM_3GIS_PM: () => "3GIS PM",
  FORM_SHEAB_WORD_DOCUMENT: () => "SHEAB",
};

export type ExportKind = "ZIP" | ExportDocumentType;

export const exportKinds = ["ZIP", ...exportDocumentTypes] as const satisfies readonly ExportKind[];

export interface ExportRequest {
  kind: ExportKind;
  /** Ignored by ZIP, which always holds originals. */
  photos?: PhotoForm;
}

/**
 * The file a wish makes of a plan. The same plan and wish give the same bytes on every call and in every
 * isolate, which is what lets a broken download go on where it stopped. A documentation with more photos than
 * one document can hold comes as a zip of several.
 */
export async function exportFileFor(
  plan: ExportPlan,
  { kind, photos = "rendition" }: ExportRequest,
): Promise<ExportFile> {
  const { documentation, language } = plan;
  const texts = documentTexts[language];
  const title = documentation.alias || documentation.name;
  if (kind === "ZIP") {
    return exportFileOf(documentationZip(plan), zipNamed(safeName(title, texts.documentation)));
  }
  const own = nameSuffixes[kind]?.(texts);
  const baseName = safeName(own ? `${title} - ${own}` : title, texts.documentation);
  const volumes = volumesOf(plan, photos);
  const files: ExportFile[] = [];
  // One after another: each skeleton takes memory while it is built.
  for (const volume of volumes) files.push(await volumeFile(plan, volume, { kind, photos }, baseName));
  return zipVolumes(files, baseName, plan);
}

async function volumeFile(
  plan: ExportPlan,
  volume: Volume,
  { kind, photos }: { kind: ExportDocumentType; photos: PhotoForm },
  baseName: string,
): Promise<ExportFile> {
  const segments = await builders[kind](documentModel(plan, volume, photos), zipDate(plan.asOf));
  return exportFileOf(segments, fileNamed(baseName, formatOf(kind), volume, plan));
}
