import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  emptyText: "Formulär med samma namn eller tagg visas här månad för månad.",
  template: "Mall",
  month: "Månad",
  year: "År",
  previous: "Föregående månad",
  next: "Nästa månad",
  excel: "Ladda ner Excel",
  table: "Formulär i {month}",
  date: "Datum",
  signature: "Signatur",
  empty: "Inga formulär i {month}",
  toLatest: "Gå till {month}",
  forms_one: "{count} formulär",
  forms_other: "{count} formulär",
  more: "Tabellen visar de första {shown} av {total} formulär. Excel-filen innehåller alla.",
  counted_one: "{count} foto eller fil",
  counted_other: "{count} foton eller filer",
} satisfies Translated<Texts["formMonth"]>;
