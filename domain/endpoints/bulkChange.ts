import { z } from "zod";
import { documentationStatuses } from "../documentation";
import { defineEndpoint } from "../endpoint";
import { uuid } from "../fields";
import { bulkChanges, bulkRefusals } from "../rules/bulkChange";
import { documentationFilter } from "./documentationFilter";
import { jobAnswer } from "./job";

/** Many documentations hidden, shown, given a status or deleted at once (2§2, 2§4). */

const calls = { entrance: "session", authority: "ROLE_DOCUMENTATION_WRITE", method: "POST" } as const;

/** Those that are ticked, or all that the filter of the list matches, whether they are on the screen or not. */
const wish = {
  change: z.enum(bulkChanges),
  ids: z.array(uuid()).max(5000).default([]),
  matching: z.strictObject(documentationFilter).nullable().default(null).meta({
    description: "The filter of the list; `ids` is left empty then",
  }),
};

const extent = z.object({
  /** What is meant, and what the change does to it. */
  documentations: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.array(
    z.object({ why: z.enum(bulkRefusals), status: z.enum(documentationStatuses), documentations: z.int() }),
  ),
  /** Of what is changed: still with the field; what devices send for a deleted one is refused. */
  withField: z.int(),
});
export type BulkExtent = z.output<typeof extent>;

export const countBulkChange = defineEndpoint({
  ...calls,
  path: "/documentation/countBulkChange",
  summary: "What bulkChange would do, and what it would refuse and why. Changes nothing.",
  body: z.strictObject(wish),
  answer: extent,
});

export const bulkChange = defineEndpoint({
  ...calls,
  path: "/documentation/bulkChange",
  summary:
    "Changes documentations in a job, each with its event and its line in the audit log. What is as it should be already, and what the rules refuse, is passed over.",
  body: z.strictObject({
    ...wish,
    expected: z.int().min(0).optional().meta({
      description:
        "How many the user was told are changed; refused as staleVersion when it is another number by now",
    }),
  }),
  answer: jobAnswer,
});

export const undoBulkChange = defineEndpoint({
  ...calls,
  path: "/documentation/undoBulkChange/{id}",
  summary:
    "Takes a change in bulk back, for 24 hours and by whoever made it: what somebody has changed since stays. A deletion is not taken back.",
  params: z.object({ id: uuid() }),
  answer: jobAnswer,
});
