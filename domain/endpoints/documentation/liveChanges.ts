import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import type { MergeStrategy } from "#domain/contract/merge/mergeResponses.ts";
import { uuid } from "#domain/core/fields.ts";

/** Changes by others since a client's previous call: the console polls them while its window is visible. */

/** Maximum changed documentations in a response. */
export const maxLiveChanges = 200;

const liveChanges = z.object({
  cursor: z.string().meta({ description: "For `after` of the next call" }),
  items: z.array(
    z.object({
      documentationId: uuid(),
      creators: z.array(z.string()).meta({ description: "Who changed it" }),
    }),
  ),
});
type LiveChanges = z.output<typeof liveChanges>;

/** Each database has its own part of the cursor. */
const liveChangesMerge: MergeStrategy<LiveChanges> = {
  merge: (responses) => ({
    cursor: responses.map(({ cursor }) => cursor).join(","),
    items: responses.flatMap(({ items }) => items).slice(0, maxLiveChanges),
  }),
};

export const listLiveChanges = defineEndpoint({
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  method: "GET",
  path: "/documentation/liveChanges",
  multiDatabase: liveChangesMerge,
  summary:
    "List the documentations that others have changed or commented on since a cursor; without one, nothing but the current cursor. Your own changes are not listed.",
  query: z.strictObject({
    after: z
      .string()
      .max(1000)
      .regex(/^[\w:,]*$/)
      .default(""),
  }),
  response: liveChanges,
});
