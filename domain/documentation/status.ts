import type { DocumentationStatus, grantableStatuses } from "#domain/core/documentationTypes.ts";
import type { ProblemCode } from "#domain/core/problem.ts";

type GrantableStatus = (typeof grantableStatuses)[number];

/** What decides which statuses staff may give a documentation. */
export interface StatusFacts {
  status: DocumentationStatus;
  /** The statuses enabled for the documentation's customer. */
  enabled: readonly GrantableStatus[];
  /** Super admins may set statuses that are not enabled. */
  superAdmin: boolean;
}

/** The statuses that may follow each status when staff change it (2§4). */
const nextStatuses: Partial<Record<DocumentationStatus, readonly GrantableStatus[]>> = {
  COMPLETED: ["HANDLED", "APPROVED", "PAUSED"],
  HANDLED: ["PAUSED"],
  APPROVED: ["PAUSED"],
};

/** The statuses that are offered (2§4): those that may follow and are enabled for the customer; a super admin is offered all that may follow. */
export const statusChoices = ({ status, enabled, superAdmin }: StatusFacts): GrantableStatus[] =>
  (nextStatuses[status] ?? []).filter((next) => superAdmin || enabled.includes(next));

/** Why a documentation may not be given a status, or null (2§4). */
export const statusDenialReason = (facts: StatusFacts, next: DocumentationStatus): ProblemCode | null =>
  (statusChoices(facts) as DocumentationStatus[]).includes(next) ? null : "ruleBroken";

/** A documentation that was handed over or fetched is not exported (2§4). */
export const isExportBlocked = (status: DocumentationStatus): boolean =>
  status === "PAUSED" || status === "DOWNLOADED";

/** Nobody changes a deleted documentation (2§4). */
export const isReadOnlyForStaff = (status: DocumentationStatus): boolean => status === "DELETED";
