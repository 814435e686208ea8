import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";

/** Whether the assignee should have reviewed a documentation by now. Days are Swedish, YYYY-MM-DD. */
export const isReviewLate = (
  { status, dueDay }: { status: DocumentationStatus; dueDay: string | null },
  currentDay: string,
): boolean =>
  dueDay !== null &&
  dueDay < currentDay &&
  status !== "HANDLED" &&
  status !== "APPROVED" &&
  status !== "DELETED";
