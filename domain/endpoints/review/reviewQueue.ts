import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { booleanOrString, instant, uuid, version } from "#domain/core/fields.ts";
import { documentationDetails } from "../documentation/details.ts";
import { documentationOrder } from "../documentation/list.ts";
import { documentationFilter } from "../shared/documentationFilter.ts";

/** Stepping through the documentations of a filter while others do the same (2§2, 2§4). */

/** Seconds for which a user counts as reviewing a documentation after they were last seen with it. */
export const reviewClaimSeconds = 120;

const neighbour = z.object({ id: uuid(), name: z.string() });
export type QueueNeighbour = z.output<typeof neighbour>;

export const reviewQueue = defineEndpoint({
  method: "GET",
  path: "/documentation/reviewQueue",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  multiDatabase: "handler",
  summary:
    "Get the documentations before and after one in a filtered list, even if it no longer matches the filter; without `at`, the first ones. Documentations that someone else is reviewing are skipped.",
  query: z.strictObject({
    ...documentationFilter,
    ...documentationOrder,
    at: uuid().optional().meta({ description: "ID of the documentation shown" }),
    skipAssigned: booleanOrString().default(false).meta({
      description: "true: skip what is assigned to someone else, unless the filter names an assignee",
    }),
  }),
  response: z.object({
    /** The number of documentations that match the filter, including those others are reviewing; without skipped assignments. */
    total: z.int(),
    /**
     * The number that match the filter and are assigned to someone else, skipped or not; 0 if the filter names an assignee or the
     * list spans customers.
     */
    assignedToOthers: z.int().default(0),
    /** The position among them, from 1; null without `at`, if it no longer matches, and from 1000 on. */
    position: z.int().nullable(),
    previous: neighbour.nullable(),
    next: neighbour.nullable(),
    /** Who else is reviewing the current documentation. */
    reviewer: z.string().nullable(),
  }),
});
export type ReviewQueue = z.output<NonNullable<typeof reviewQueue.response>>;

const claimAccess = {
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  params: z.object({ id: uuid() }),
} as const;

export const claimReview = defineEndpoint({
  ...claimAccess,
  method: "POST",
  path: "/documentation/claimReview/{id}",
  repeatable: true,
  summary:
    "Claim a documentation for review, for two minutes. It blocks no one; others who step through the same list skip it. The first claim wins.",
  response: z.object({
    /** Who else is reviewing it; null if the claim is yours. */
    reviewer: z.string().nullable(),
    expires: instant(),
  }),
});

export const releaseReview = defineEndpoint({
  ...claimAccess,
  method: "POST",
  path: "/documentation/releaseReview/{id}",
  repeatable: true,
  summary: "Release your claim to review a documentation.",
  response: z.object({ success: z.literal(true) }),
});

/** Hours for which a status change can be undone. */
export const statusUndoHours = 24;

export const undoStatus = defineEndpoint({
  ...claimAccess,
  method: "PUT",
  path: "/documentation/undoStatus/{id}",
  summary:
    "Undo your status changes of a documentation, within 24 hours and if nobody else has changed it since: the latest one, or all since it had `status`. Automatic exports wait 30 seconds before they begin; undoing cancels those that the change began, and sends nothing.",
  body: z.strictObject({
    version: version(),
    status: z
      .enum(documentationStatuses)
      .optional()
      .meta({ description: "The status to restore; without it, the one before the latest change" }),
  }),
  response: documentationDetails.extend({
    startedExports: z.array(z.string()).meta({
      description:
        "Names of destinations to which an export had begun before the undo: what they received stays there",
    }),
  }),
});
