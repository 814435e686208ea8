import { formatOf } from "#domain/configuration/exportTypes.ts";
import { type ExportDocumentType, exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { type DocumentTexts, documentTexts } from "./documents/documentTexts.ts";
import { splitIntoVolumes, type Volume } from "./documents/documentVolumes.ts";
import { createDocumentationZip } from "./documents/documentZip.ts";
import type { PhotoForm } from "./documents/photoEntries.ts";
import type { ExportPlan } from "./exportPlanTypes.ts";
import { documentFileName, zipFileName, zipVolumes } from "./fileNames.ts";
import type { FontLoader } from "./layouts/layoutFonts.ts";
import { drawStandardDocument, type StandardRequest } from "./layouts/standard/standardDocument.ts";
import { suffixedName, toSafeName } from "./safeNames.ts";
import { type ExportFile, exportFileOf } from "./segments.ts";

export type { PhotoForm };

/**
 * Suffixes that distinguish documents of the same format in one folder; the default ones have the name of the documentation only.
 */
const nameSuffixes: Partial<Record<ExportDocumentType, (texts: DocumentTexts) => string>> = {
  PHOTO_AXIANS_POWERPOINT_PRESENTATION: () => "Axians",
  RAMSITE_POWERPOINT: () => "RAMSITE",
  FORM_POWERPOINT_PRESENTATION: ({ form }) => form,
  FORM_WORD_DOCUMENT: ({ form }) => form,
  FORM_EXCEL_WORKBOOK: ({ form }) => form,
  FORM_3GIS_PM: () => "3GIS PM",
  FORM_SHEAB_WORD_DOCUMENT: () => "SHEAB",
};

/** The name of a document without its extension: the documentation's, and the kind where another one has the same extension. */
export const documentBaseName = (
  { name, alias }: { name: string; alias: string | null },
  kind: ExportDocumentType,
  language: ExportPlan["language"],
): string => {
  const texts = documentTexts[language];
  return suffixedName(alias || name, nameSuffixes[kind]?.(texts) ?? "", texts.documentation);
};

export type ExportKind = "ZIP" | ExportDocumentType;

export const exportKinds = ["ZIP", ...exportDocumentTypes] as const satisfies readonly ExportKind[];

export interface ExportRequest {
  kind: ExportKind;
  /** Ignored by ZIP, which always contains originals. */
  photos?: PhotoForm;
  /** Makes a PDF of a document with these fonts. */
  pdfFonts?: FontLoader | undefined;
}

/**
 * The export file that a request makes of a plan. The same plan and request give the same bytes on every call and in every
 * isolate, so that an interrupted download can be resumed. A documentation with more photos than one document can hold becomes a
 * zip of several.
 */
export async function exportFileFor(
  plan: ExportPlan,
  { kind, photos = "rendition", pdfFonts }: ExportRequest,
): Promise<ExportFile> {
  const { documentation, language } = plan;
  if (kind === "ZIP") {
    const title = documentation.alias || documentation.name;
    const fileName = zipFileName(toSafeName(title, documentTexts[language].documentation));
    return exportFileOf(createDocumentationZip(plan), fileName);
  }
  const baseName = documentBaseName(documentation, kind, language);
  const volumes = splitIntoVolumes(plan, photos);
  const files: ExportFile[] = [];
  // One at a time: each skeleton takes memory while it is built.
  for (const volume of volumes)
    files.push(await createVolumeFile(plan, volume, { kind, photos, pdfFonts }, baseName));
  return zipVolumes(files, baseName, plan);
}

async function createVolumeFile(
  plan: ExportPlan,
  volume: Volume,
  request: StandardRequest,
  baseName: string,
): Promise<ExportFile> {
  const segments = await drawStandardDocument(plan, volume, request);
  const format = request.pdfFonts ? "PDF" : formatOf(request.kind);
  return exportFileOf(segments, documentFileName(baseName, format, volume, plan));
}
