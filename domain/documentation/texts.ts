import type { DocumentationEventType, DocumentationStatus } from "#domain/core/documentationTypes.ts";

/** Labels of the statuses, on screens and in documents (2§4). */
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

/** Labels of the events of a documentation, on screens and in documents. */
export const eventTexts: Record<"en" | "sv", Record<DocumentationEventType, string>> = {
  en: {
    CREATED: "Created",
    UPLOADED: "Uploaded",
    PAUSED: "Handed over",
    DOWNLOADED: "Fetched",
    COMPLETED: "Completed",
    MERGED: "Merged",
    STATUS_CHANGED: "Status changed",
    RENAMED: "Renamed",
    TASK_EDIT: "Answer edited",
    HIDDEN: "Hidden",
    VISIBLE: "Made visible",
    KEPT: "Automatic deletion cancelled",
    ASSIGNED: "Assigned",
    TAGGED: "Tag added",
    UNTAGGED: "Tag removed",
    TEXT_REPAIRED: "Characters replaced on arrival",
    TIME_REPAIRED: "Time of arrival used",
  },
  sv: {
    CREATED: "Skapad",
    UPLOADED: "Uppladdad",
    PAUSED: "Överlämnad",
    DOWNLOADED: "Hämtad",
    COMPLETED: "Slutförd",
    MERGED: "Sammanslagen",
    STATUS_CHANGED: "Status ändrad",
    RENAMED: "Bytt namn",
    TASK_EDIT: "Svar redigerat",
    HIDDEN: "Dold",
    VISIBLE: "Visas igen",
    KEPT: "Automatisk borttagning avbruten",
    ASSIGNED: "Tilldelad",
    TAGGED: "Tagg tillagd",
    UNTAGGED: "Tagg borttagen",
    TEXT_REPAIRED: "Tecken utbytta vid mottagandet",
    TIME_REPAIRED: "Mottagningstiden används",
  },
};
