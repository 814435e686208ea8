import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";

/** The colours of pins, those of the statuses' labels. */
export const statusColors: Readonly<Record<DocumentationStatus, string>> = {
  ONGOING: "var(--bgColor-attention-emphasis)",
  PAUSED: "var(--bgColor-neutral-emphasis)",
  DOWNLOADED: "var(--bgColor-neutral-emphasis)",
  COMPLETED: "var(--bgColor-accent-emphasis)",
  HANDLED: "var(--bgColor-done-emphasis)",
  APPROVED: "var(--bgColor-success-emphasis)",
  WAITING_FOR_FILE: "var(--bgColor-severe-emphasis)",
  DELETED: "var(--bgColor-danger-emphasis)",
};
