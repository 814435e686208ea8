/** Texts of the workbook; those of its columns are in domain/documentationColumns.ts. */
export const listTexts = {
  en: { documentations: "Documentations" },
  sv: { documentations: "Dokumentationer" },
};
