/** Texts of a form workbook, in addition to those all documents share. */
export interface FormMonthTexts {
  forms: string;
  contents: string;
  date: string;
  signature: string;
  status: string;
  from: string;
  to: string;
  documentations: string;
  leftOut: string;
  notIncludedText: string;
  inField: string;
}

const en: FormMonthTexts = {
  forms: "Forms",
  contents: "Contents",
  date: "Date",
  signature: "Signature",
  status: "Status",
  from: "From",
  to: "To",
  documentations: "Documentations",
  leftOut: "Not included",
  notIncludedText: "Hidden and deleted documentations. Photos and files are only counted.",
  inField: "Handed over or fetched, not included",
};

const sv: FormMonthTexts = {
  forms: "Formulär",
  contents: "Innehåll",
  date: "Datum",
  signature: "Signatur",
  status: "Status",
  from: "Från och med",
  to: "Till och med",
  documentations: "Dokumentationer",
  leftOut: "Ingår inte",
  notIncludedText: "Dolda och borttagna dokumentationer. Foton och filer räknas bara.",
  inField: "Överlämnade eller hämtade, ingår inte",
};

export const formMonthTexts = { en, sv };
