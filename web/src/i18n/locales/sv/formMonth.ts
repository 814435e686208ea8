import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  emptyText: "Formulär med samma namn eller tagg visas här månad för månad.",
  template: "Mall",
  month: "Månad",
  year: "År",
  previous: "Föregående månad",
  next: "Nästa månad",
  downloadExcel: "Ladda ner Excel",
  table: "Formulär i {month}",
  date: "Datum",
  signature: "Signatur",
  empty: "Inga formulär i {month}",
  goToLatest: "Gå till {month}",
  forms_one: "{count} formulär",
  forms_other: "{count} formulär",
  limitedRows: "Tabellen visar de första {rowCount} av {total} formulär. Excel-filen innehåller alla.",
  photosAndFiles_one: "{count} foto eller fil",
  photosAndFiles_other: "{count} foton eller filer",
} satisfies Translated<Texts["formMonth"]>;
