/** What the workbook says beside its columns, which domain/documentationColumns.ts names. */
export const listTexts = {
  en: { documentations: "Documentations" },
  sv: { documentations: "Dokumentationer" },
};
