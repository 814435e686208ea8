import { type DocumentationStatus, grantableStatuses } from "#domain/core/documentationTypes.ts";
import { isOneOf } from "#domain/core/objects.ts";
import type { ProblemCode } from "#domain/core/problem.ts";

type GrantableStatus = (typeof grantableStatuses)[number];

/** The facts that decide which statuses staff can give a documentation. */
export interface StatusFacts {
  status: DocumentationStatus;
  /** The statuses enabled for the documentation's customer. */
  enabled: readonly GrantableStatus[];
  /** Super admins can also set statuses that are not enabled. */
  superAdmin: boolean;
}

/** The statuses that staff can change each status to (2§4). */
const nextStatuses: Partial<Record<DocumentationStatus, readonly GrantableStatus[]>> = {
  COMPLETED: ["HANDLED", "APPROVED", "PAUSED"],
  HANDLED: ["PAUSED"],
  APPROVED: ["PAUSED"],
};

/**
 * The statuses offered (2§4): those that can follow and are enabled for the customer; super admins are offered all that can follow.
 */
export const listStatusChoices = (facts: StatusFacts): GrantableStatus[] =>
  listEnabledStatuses(facts).filter((nextStatus) => nextStatuses[facts.status]?.includes(nextStatus));

/** The statuses that staff of a customer can set, whatever the current status. */
export const listEnabledStatuses = ({ enabled, superAdmin }: Pick<StatusFacts, "enabled" | "superAdmin">) =>
  grantableStatuses.filter((status) => superAdmin || enabled.includes(status));

/** Why a documentation cannot be given a status, or null (2§4). */
export const findStatusDenialReason = (
  facts: StatusFacts,
  nextStatus: DocumentationStatus,
): ProblemCode | null => (isOneOf(listStatusChoices(facts), nextStatus) ? null : "ruleBroken");

/** Handed-over and fetched documentations cannot be exported (2§4). */
export const isExportBlocked = (status: DocumentationStatus): boolean =>
  status === "PAUSED" || status === "DOWNLOADED";

/** Deleted documentations cannot be changed (2§4). */
export const isReadOnlyForStaff = (status: DocumentationStatus): boolean => status === "DELETED";
