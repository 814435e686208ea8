/** Texts of the workbook; column titles are in domain/documentation/columns.ts. */
export const listTexts = {
  en: { documentations: "Documentations" },
  sv: { documentations: "Dokumentationer" },
};
