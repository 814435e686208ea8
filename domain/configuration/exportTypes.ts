import { type ExportDocumentType, exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { keysOf } from "#domain/core/objects.ts";

export const documentFormats = ["POWERPOINT", "WORD", "EXCEL"] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/**
 * The facts about a document type (1§3, 2§2). A new type needs an entry here, and a style in worker/export/layouts/standard unless it
 * looks like another one of its format.
 */
interface DocumentTypeFacts {
  /** Whether it contains the photos, the form with its answers, or is offered with either. */
  content: "PHOTO" | "FORM" | "BOTH";
  format: DocumentFormat;
  /** Whether the customer form offers it (1§3). */
  isOffered: boolean;
  /** Whether it applies if a customer or user has no types set (1§3). */
  preset?: boolean;
}

/** In the order in which the types are offered for a documentation. */
const documentTypeFacts: Readonly<Record<ExportDocumentType, DocumentTypeFacts>> = {
  PHOTO_POWERPOINT_PRESENTATION: { content: "PHOTO", format: "POWERPOINT", isOffered: true, preset: true },
  PHOTO_WORD_DOCUMENT: { content: "PHOTO", format: "WORD", isOffered: true, preset: true },
  PHOTO_EXCEL_WORKBOOK: { content: "PHOTO", format: "EXCEL", isOffered: true, preset: true },
  PHOTO_AXIANS_POWERPOINT_PRESENTATION: { content: "PHOTO", format: "POWERPOINT", isOffered: true },
  FORM_WORD_DOCUMENT: { content: "FORM", format: "WORD", isOffered: true },
  FORM_3GIS_PM: { content: "FORM", format: "WORD", isOffered: true },
  FORM_SHEAB_WORD_DOCUMENT: { content: "FORM", format: "WORD", isOffered: true },
  FORM_POWERPOINT_PRESENTATION: { content: "FORM", format: "POWERPOINT", isOffered: false },
  FORM_EXCEL_WORKBOOK: { content: "FORM", format: "EXCEL", isOffered: false },
  RAMSITE_POWERPOINT: { content: "BOTH", format: "POWERPOINT", isOffered: true },
};

export const formatOf = (type: ExportDocumentType): DocumentFormat => documentTypeFacts[type].format;

/** Whether a type contains the form, and not only the photos. */
export const isFormType = (type: ExportDocumentType): boolean => documentTypeFacts[type].content === "FORM";

/** The types that the customer form offers (1§3). */
export const grantableExportDocumentTypes = exportDocumentTypes.filter(
  (type) => documentTypeFacts[type].isOffered,
);

/** The types that apply if a customer or user has none set (1§3). */
export const defaultExportDocumentTypes = exportDocumentTypes.filter(
  (type) => documentTypeFacts[type].preset,
);

const typesOf = (content: "PHOTO" | "FORM") =>
  keysOf(documentTypeFacts).filter(
    (type) => documentTypeFacts[type].content === content || documentTypeFacts[type].content === "BOTH",
  );
const formTypes = typesOf("FORM");
const photoTypes = typesOf("PHOTO");

/** The document types of a customer, in order, given the types set for it (1§3); the defaults if none are set. */
export function documentTypesOf(
  configuredTypes: readonly ExportDocumentType[],
): readonly ExportDocumentType[] {
  const types = exportDocumentTypes.filter((type) => configuredTypes.includes(type));
  return types.length > 0 ? types : defaultExportDocumentTypes;
}

/** The document settings of a template. */
export interface DocumentSettings {
  createPowerPoint: boolean;
  createWordDocument: boolean;
  createExcelWorkbook: boolean;
  exportDocumentTypes: readonly ExportDocumentType[];
}

/**
 * The documents that a template produces for a destination without a folder tree, without duplicates: by its switches, then the
 * types it names (3§3).
 */
export function listTemplateDocumentTypes(settings: DocumentSettings, isForm: boolean): ExportDocumentType[] {
  const content = isForm ? "FORM" : "PHOTO";
  return [
    ...new Set([
      ...(settings.createPowerPoint ? [`${content}_POWERPOINT_PRESENTATION` as const] : []),
      ...(settings.createWordDocument ? [`${content}_WORD_DOCUMENT` as const] : []),
      ...(settings.createExcelWorkbook ? [`${content}_EXCEL_WORKBOOK` as const] : []),
      ...settings.exportDocumentTypes,
    ]),
  ];
}

/** The granted types that the template names (3§3); all of them if it names none. */
export const restrictToTemplate = (
  templateTypes: readonly ExportDocumentType[],
  grantedTypes: readonly ExportDocumentType[],
): readonly ExportDocumentType[] =>
  templateTypes.length > 0 ? grantedTypes.filter((type) => templateTypes.includes(type)) : grantedTypes;

/**
 * The document types offered for a documentation (2§2): with product FORM those of the form, otherwise those of the photos,
 * restricted to the types granted to the user and named by the template. A user with the form view but no form document (3§6) is
 * offered the photo documents.
 */
export function listOfferedDocumentTypes({
  hasFormProduct,
  grantedTypes,
  templateTypes,
}: {
  hasFormProduct: boolean;
  grantedTypes: readonly ExportDocumentType[];
  /** The types that the template names. */
  templateTypes: readonly ExportDocumentType[];
}): ExportDocumentType[] {
  const allowedTypes = restrictToTemplate(templateTypes, grantedTypes);
  const filterAllowed = (types: readonly ExportDocumentType[]) =>
    types.filter((type) => allowedTypes.includes(type));
  const offeredFormTypes = hasFormProduct ? filterAllowed(formTypes) : [];
  return offeredFormTypes.length > 0 ? offeredFormTypes : filterAllowed(photoTypes);
}

/** Maximum number of photos for which documents are created synchronously (2§2). Zips have no such limit. */
export const maxSynchronousPhotos = 100;

export const isCreatedInBackground = ({ uploadedPhotos }: { uploadedPhotos: number }): boolean =>
  uploadedPhotos > maxSynchronousPhotos;
