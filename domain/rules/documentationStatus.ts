import type { DocumentationStatus, grantableStatuses } from "../documentation";
import type { ProblemCode } from "../problem";

type GrantableStatus = (typeof grantableStatuses)[number];

/** What decides which statuses a documentation may be given by hand. */
export interface StatusFacts {
  status: DocumentationStatus;
  /** The statuses that are switched on for the documentation's customer. */
  enabled: readonly GrantableStatus[];
  /** A super admin is not bound to what the customer has switched on. */
  superAdmin: boolean;
}

/** Which status may follow which when somebody sets it by hand (2§4). */
const following: Partial<Record<DocumentationStatus, readonly GrantableStatus[]>> = {
  COMPLETED: ["HANDLED", "APPROVED", "PAUSED"],
  HANDLED: ["PAUSED"],
  APPROVED: ["PAUSED"],
};

/** The statuses that are offered (2§4): those that may follow and that the customer has, or all of them for a super admin. */
export const statusChoices = ({ status, enabled, superAdmin }: StatusFacts): GrantableStatus[] =>
  (following[status] ?? []).filter((next) => superAdmin || enabled.includes(next));

/** Why a documentation may not be given a status, or null (2§4). */
export const statusObstacle = (facts: StatusFacts, next: DocumentationStatus): ProblemCode | null =>
  (statusChoices(facts) as DocumentationStatus[]).includes(next) ? null : "ruleBroken";

/** A documentation that is with the field is not exported (2§4). */
export const exportRefused = (status: DocumentationStatus): boolean =>
  status === "PAUSED" || status === "DOWNLOADED";

/** A deleted documentation is changed by nobody (2§4). */
export const closedToStaff = (status: DocumentationStatus): boolean => status === "DELETED";
