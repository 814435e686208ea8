import { grantableStatuses } from "#domain/core/documentationTypes.ts";
import { maxRetakes } from "./sentBackTasks.ts";
import { isExportBlocked, isReadOnlyForStaff, listStatusChoices, type StatusFacts } from "./status.ts";

/** The changes that can be made to many documentations in one call. */
export const bulkChanges = [
  "HIDE",
  "SHOW",
  ...grantableStatuses,
  "DELETE",
  "ASSIGN",
  "SEND_BACK",
  "TAG",
  "UNTAG",
] as const;
export type BulkChange = (typeof bulkChanges)[number];

/** Why a documentation is not changed, in the order in which the console lists the reasons. */
export const bulkRefusals = [
  "deleted",
  "statusDoesNotFollow",
  "statusNotEnabled",
  "otherCustomer",
  "tagNotByStaff",
  "nothingToSendBack",
  "tooManyTasks",
] as const;
export type BulkRefusal = (typeof bulkRefusals)[number];

export interface BulkFacts extends StatusFacts {
  hidden: boolean;
  /** For ASSIGN: whether it already has the requested assignment, and whether the assignees may review it. */
  assignment?: { isKept: boolean; isAllowed: boolean };
  /** For TAG and UNTAG: where the documentation's tag of that name comes from; null if it has none. */
  tagSource?: TagSource | null;
  /** For SEND_BACK: the number of tasks that are not sent back yet, and whether devices get them. */
  sendBack?: { taskCount: number; handsOver: boolean };
}

/** Who added a tag: a device, a tag configuration, or staff in bulk. Staff remove only their own. */
export type TagSource = "DEVICE" | "CONFIGURATION" | "STAFF";

export type BulkOutcome =
  | { effect: "change" }
  | { effect: "nothing" }
  | { effect: "refuse"; reason: BulkRefusal };

/**
 * The effect of a bulk change on one documentation, by the rules of a single change (2§4). A documentation that already has the
 * target state is left unchanged, so repeating a change does no harm.
 */
export function getBulkOutcome(change: BulkChange, facts: BulkFacts): BulkOutcome {
  if (isReadOnlyForStaff(facts.status))
    return change === "DELETE" ? { effect: "nothing" } : { effect: "refuse", reason: "deleted" };
  switch (change) {
    case "HIDE":
    case "SHOW":
      return { effect: facts.hidden === (change === "HIDE") ? "nothing" : "change" };
    case "DELETE":
      return { effect: "change" };
    case "ASSIGN":
      if (!facts.assignment?.isAllowed) return { effect: "refuse", reason: "otherCustomer" };
      return { effect: facts.assignment.isKept ? "nothing" : "change" };
    case "SEND_BACK":
      return sendBackOutcome(facts);
    case "TAG":
      return { effect: facts.tagSource ? "nothing" : "change" };
    case "UNTAG":
      if (!facts.tagSource) return { effect: "nothing" };
      return facts.tagSource === "STAFF"
        ? { effect: "change" }
        : { effect: "refuse", reason: "tagNotByStaff" };
    default:
      return facts.status === change ? { effect: "nothing" } : statusOutcome(change, facts);
  }
}

function statusOutcome(status: (typeof grantableStatuses)[number], facts: StatusFacts): BulkOutcome {
  if (listStatusChoices(facts).includes(status)) return { effect: "change" };
  const follows = listStatusChoices({ ...facts, superAdmin: true }).includes(status);
  return { effect: "refuse", reason: follows ? "statusNotEnabled" : "statusDoesNotFollow" };
}

/** What devices get is handed over; through links, documentations keep their status. */
function sendBackOutcome(facts: BulkFacts): BulkOutcome {
  const { taskCount = 0, handsOver = false } = facts.sendBack ?? {};
  if (taskCount === 0) return { effect: "refuse", reason: "nothingToSendBack" };
  if (taskCount > maxRetakes) return { effect: "refuse", reason: "tooManyTasks" };
  return handsOver && !isExportBlocked(facts.status) ? statusOutcome("PAUSED", facts) : { effect: "change" };
}

/** The statuses a user can set in bulk, regardless of the documentations' current statuses. */
export const listBulkStatuses = (facts: Pick<StatusFacts, "enabled" | "superAdmin">): BulkChange[] =>
  grantableStatuses.filter((status) => facts.superAdmin || facts.enabled.includes(status));

/** Whether a change can be undone: a deletion cannot. */
export const canBeUndone = (change: BulkChange): boolean => change !== "DELETE";
