import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instant, uuid, version } from "#domain/core/fields.ts";
import { documentationDetails } from "../documentation/details.ts";
import { documentationOrder } from "../documentation/list.ts";
import { documentationFilter } from "../shared/documentationFilter.ts";

/** Walking the documentations of a filter one after another, beside others who do (2§2, 2§4). */

/** Seconds that somebody is said to review a documentation after they were last seen with it. */
export const reviewClaimSeconds = 120;

const neighbour = z.object({ id: uuid(), name: z.string() });
export type QueueNeighbour = z.output<typeof neighbour>;

export const reviewQueue = defineEndpoint({
  method: "GET",
  path: "/documentation/reviewQueue",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  multiDatabase: "itself",
  summary:
    "What comes before and after a documentation in the list of a filter, also when it has left the filter meanwhile; without `at`, what comes first. Documentations that someone else reviews at the moment are passed over.",
  query: z.strictObject({
    ...documentationFilter,
    ...documentationOrder,
    at: uuid().optional().meta({ description: "ID of the documentation shown" }),
  }),
  response: z.object({
    /** How many match the filter, those that others review included. */
    total: z.int(),
    /** The place among them, from 1; null without `at`, for one that does not match any more, and from 1000 on. */
    place: z.int().nullable(),
    previous: neighbour.nullable(),
    next: neighbour.nullable(),
    /** Who else reviews the documentation shown. */
    reviewer: z.string().nullable(),
  }),
});
export type ReviewQueue = z.output<NonNullable<typeof reviewQueue.response>>;

const claiming = {
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  params: z.object({ id: uuid() }),
} as const;

export const claimReview = defineEndpoint({
  ...claiming,
  method: "POST",
  path: "/documentation/claimReview/{id}",
  summary:
    "Say that you review a documentation, for two minutes. It hinders nobody; others who walk the same list pass it over. Whoever was first keeps it.",
  response: z.object({
    /** Who else reviews it; null when it is yours. */
    reviewer: z.string().nullable(),
    expires: instant(),
  }),
});

export const releaseReview = defineEndpoint({
  ...claiming,
  method: "POST",
  path: "/documentation/releaseReview/{id}",
  summary: "Say that you no longer review a documentation.",
  response: z.object({ success: z.literal(true) }),
});

/** Hours in which a status can be taken back. */
export const statusUndoHours = 24;

export const undoStatus = defineEndpoint({
  ...claiming,
  method: "PUT",
  path: "/documentation/undoStatus/{id}",
  summary:
    "Take back the status that you gave a documentation, within 24 hours and while nothing else has changed it.",
  body: z.strictObject({ version: version() }),
  response: documentationDetails,
});
