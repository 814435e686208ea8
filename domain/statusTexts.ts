import type { DocumentationStatus } from "./documentation";

/** How a status reads, on screens and in documents alike (2§4). */
export const statusTexts: Record<"en" | "sv", Record<DocumentationStatus, string>> = {
  en: {
    ONGOING: "Ongoing",
    PAUSED: "Handed over",
    DOWNLOADED: "Fetched",
    COMPLETED: "Upload completed",
    HANDLED: "Handled",
    APPROVED: "Approved",
    WAITING_FOR_FILE: "Waiting for file",
    DELETED: "Deleted",
  },
  sv: {
    ONGOING: "Pågående",
    PAUSED: "Överlämnad",
    DOWNLOADED: "Hämtad",
    COMPLETED: "Uppladdning klar",
    HANDLED: "Hanterad",
    APPROVED: "Godkänd",
    WAITING_FOR_FILE: "Väntar på fil",
    DELETED: "Borttagen",
  },
};
