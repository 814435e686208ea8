import { type ExportDocumentType, exportDocumentTypes } from "#domain/core/documentationTypes.ts";

export const documentFormats = ["POWERPOINT", "WORD", "EXCEL"] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** What a type of document is (1§3, 2§2), said once. One more type is one more entry here, and a builder in worker/export. */
interface DocumentTypeFacts {
  /** Whether it is made of the photos, of the form with its answers, or offered with either. */
  content: "PHOTO" | "FORM" | "BOTH";
  format: DocumentFormat;
  /** Whether the customer form offers it (1§3). */
  offered: boolean;
  /** Whether it applies where a customer or user has none set (1§3). */
  preset?: boolean;
}

/** In the order in which a documentation offers them. */
const facts: Readonly<Record<ExportDocumentType, DocumentTypeFacts>> = {
  PHOTO_POWERPOINT_PRESENTATION: { content: "PHOTO", format: "POWERPOINT", offered: true, preset: true },
  PHOTO_WORD_DOCUMENT: { content: "PHOTO", format: "WORD", offered: true, preset: true },
  PHOTO_EXCEL_WORKBOOK: { content: "PHOTO", format: "EXCEL", offered: true, preset: true },
  PHOTO_AXIANS_POWERPOINT_PRESENTATION: { content: "PHOTO", format: "POWERPOINT", offered: true },
  FORM_WORD_DOCUMENT: { content: "FORM", format: "WORD", offered: true },
  FORM_3GIS_PM: { content: "FORM", format: "WORD", offered: true },
  FORM_SHEAB_WORD_DOCUMENT: { content: "FORM", format: "WORD", offered: true },
  FORM_POWERPOINT_PRESENTATION: { content: "FORM", format: "POWERPOINT", offered: false },
  FORM_EXCEL_WORKBOOK: { content: "FORM", format: "EXCEL", offered: false },
  RAMSITE_POWERPOINT: { content: "BOTH", format: "POWERPOINT", offered: true },
};

export const formatOf = (type: ExportDocumentType): DocumentFormat => facts[type].format;

/** The types that the customer form offers (1§3). */
export const offeredExportDocumentTypes = exportDocumentTypes.filter((type) => facts[type].offered);

/** Applies where a customer or user has none set (1§3). */
export const defaultExportDocumentTypes = exportDocumentTypes.filter((type) => facts[type].preset);

const typesOf = (content: "PHOTO" | "FORM") =>
  (Object.keys(facts) as ExportDocumentType[]).filter(
    (type) => facts[type].content === content || facts[type].content === "BOTH",
  );
const formTypes = typesOf("FORM");
const photoTypes = typesOf("PHOTO");

/** The types a customer has, in their order, out of those it is set (1§3): where none is set, the defaults. */
export function documentTypesOf(set: readonly ExportDocumentType[]): readonly ExportDocumentType[] {
  const types = exportDocumentTypes.filter((type) => set.includes(type));
  return types.length > 0 ? types : defaultExportDocumentTypes;
}

/** What a template says of the documents it makes. */
export interface DocumentSettings {
  createPowerPoint: boolean;
  createWordDocument: boolean;
  createExcelWorkbook: boolean;
  exportDocumentTypes: readonly ExportDocumentType[];
}

/** The documents that a template makes for a destination without a tree, each once: by its switches, then those it names (3§3). */
export function templateDocumentTypes(settings: DocumentSettings, form: boolean): ExportDocumentType[] {
  const content = form ? "FORM" : "PHOTO";
  return [
    ...new Set([
      ...(settings.createPowerPoint ? [`${content}_POWERPOINT_PRESENTATION` as const] : []),
      ...(settings.createWordDocument ? [`${content}_WORD_DOCUMENT` as const] : []),
      ...(settings.createExcelWorkbook ? [`${content}_EXCEL_WORKBOOK` as const] : []),
      ...settings.exportDocumentTypes,
    ]),
  ];
}

/** Of the types that somebody has those that a template names (3§3); all of them where it names none. */
export const restrictToTemplate = (
  named: readonly ExportDocumentType[],
  granted: readonly ExportDocumentType[],
): readonly ExportDocumentType[] =>
  named.length > 0 ? granted.filter((type) => named.includes(type)) : granted;

/**
 * The documents a documentation is offered as (2§2): with product FORM those of its form, else those of its photos, as far as the
 * user and the template have them. A user with the form view and no document of the form (3§6) is offered those of the photos.
 */
export function offeredDocumentTypes({
  form,
  granted,
  named,
}: {
  form: boolean;
  granted: readonly ExportDocumentType[];
  /** Those that the template names. */
  named: readonly ExportDocumentType[];
}): ExportDocumentType[] {
  const had = restrictToTemplate(named, granted);
  const of = (types: readonly ExportDocumentType[]) => types.filter((type) => had.includes(type));
  const forms = form ? of(formTypes) : [];
  return forms.length > 0 ? forms : of(photoTypes);
}

/** Photos of a documentation up to which its documents are made while somebody waits (2§2). Zips have no such limit. */
export const maxSynchronousPhotos = 100;

export const isMadeInBackground = ({ uploadedPhotos }: { uploadedPhotos: number }): boolean =>
  uploadedPhotos > maxSynchronousPhotos;
