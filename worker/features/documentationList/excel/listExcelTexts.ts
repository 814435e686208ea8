/** Texts of the workbook; those of its columns are in domain/documentation/columns.ts. */
export const listTexts = {
  en: { documentations: "Documentations" },
  sv: { documentations: "Dokumentationer" },
};
