import { type ExportDocumentType, exportDocumentTypes } from "../documentation";

/** Documents of tasks and answers; the others are of photos. RAMSite's is offered with both. */
const formTypes: readonly ExportDocumentType[] = [
  "FORM_WORD_DOCUMENT",
  "FORM_3GIS_PM",
  "FORM_SHEAB_WORD_DOCUMENT",
  "FORM_POWERPOINT_PRESENTATION",
  "FORM_EXCEL_WORKBOOK",
  "RAMSITE_POWERPOINT",
];
const photoTypes = exportDocumentTypes.filter((type) => !type.startsWith("FORM_"));

/**
 * The documents that are offered of a documentation (2§2): those of the form with product FORM, else those of the photos, and of
 * them what the user has. Who has the form view and no document of it, as where nothing is set (3§6), is offered the photos' ones.
 */
export function offeredDocumentTypes({
  form,
  granted,
}: {
  form: boolean;
  granted: readonly ExportDocumentType[];
}): ExportDocumentType[] {
  const of = (types: readonly ExportDocumentType[]) => types.filter((type) => granted.includes(type));
  const forms = form ? of(formTypes) : [];
  return forms.length > 0 ? forms : of(photoTypes);
}
