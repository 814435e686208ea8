import { type DocumentationStatus, grantableStatuses } from "../documentation";
import { closedToStaff, type StatusFacts, statusChoices } from "./documentationStatus";

/** What many documentations can be changed to at once. */
export const bulkChanges = ["HIDE", "SHOW", ...grantableStatuses, "DELETE"] as const;
export type BulkChange = (typeof bulkChanges)[number];

/** Why one of them stays as it is, in the order in which they are told. */
export const bulkRefusals = ["deleted", "statusDoesNotFollow", "statusNotEnabled"] as const;
export type BulkRefusal = (typeof bulkRefusals)[number];

export interface BulkFacts extends StatusFacts {
  hidden: boolean;
}

export type BulkOutcome = { does: "change" } | { does: "nothing" } | { does: "refuse"; why: BulkRefusal };

/**
 * What a change in bulk does to one documentation: the rules are those of a single change (2§4). What is as it is wanted already is
 * left alone, so that a change that is made twice does no harm.
 */
export function bulkOutcome(change: BulkChange, facts: BulkFacts): BulkOutcome {
  if (closedToStaff(facts.status))
    return change === "DELETE" ? { does: "nothing" } : { does: "refuse", why: "deleted" };
  switch (change) {
    case "HIDE":
    case "SHOW":
      return { does: facts.hidden === (change === "HIDE") ? "nothing" : "change" };
    case "DELETE":
      return { does: "change" };
    default:
      if (facts.status === change) return { does: "nothing" };
      if (statusChoices(facts).includes(change)) return { does: "change" };
      return {
        does: "refuse",
        why: statusChoices({ ...facts, superAdmin: true }).includes(change)
          ? "statusNotEnabled"
          : "statusDoesNotFollow",
      };
  }
}

/** The statuses that a change in bulk can set for somebody at all, whatever the documentations have by now. */
export const bulkStatuses = (facts: Pick<StatusFacts, "enabled" | "superAdmin">): DocumentationStatus[] =>
  grantableStatuses.filter((status) => facts.superAdmin || facts.enabled.includes(status));

/** Nothing is destroyed by it, so that it can be taken back. */
export const canBeUndone = (change: BulkChange): boolean => change !== "DELETE";
