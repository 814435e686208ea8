import type { ExportColumn } from "../../../../domain/endpoints/documentationList";

/** Every word of the workbook, in both languages; statuses have theirs in domain/statusTexts. */
export const listTexts: Record<
  "en" | "sv",
  { documentations: string; columns: Record<ExportColumn, string> }
> = {
  en: {
    documentations: "Documentations",
    columns: {
      template: "Template",
      name: "Name",
      dateUploaded: "Uploaded",
      dateCreated: "Created",
      creator: "Creator",
      status: "Status",
    },
  },
  sv: {
    documentations: "Dokumentationer",
    columns: {
      template: "Mall",
      name: "Namn",
      dateUploaded: "Uppladdad",
      dateCreated: "Skapad",
      creator: "Skapare",
      status: "Status",
    },
  },
};
