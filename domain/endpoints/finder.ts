import { z } from "zod";
import { defineEndpoint } from "../endpoint";

/** The finder: one box for documentations, templates, users and customers. */

export const foundKinds = ["DOCUMENTATION", "TEMPLATE", "USER", "CUSTOMER"] as const;
export type FoundKind = (typeof foundKinds)[number];

/** How many of a kind are found at most. */
export const mostFound: Record<FoundKind, number> = { DOCUMENTATION: 8, TEMPLATE: 5, USER: 5, CUSTOMER: 5 };

export const found = z.object({
  kind: z.enum(foundKinds),
  id: z.string().meta({ description: "A UUID, or the number of a user or customer" }),
  name: z.string(),
  /** What tells it from others of the same name: the template, full name or customer; empty for nothing. */
  note: z.string(),
});
export type Found = z.output<typeof found>;

export const findEverywhere = defineEndpoint({
  method: "GET",
  path: "/finder",
  entrance: "session",
  summary:
    "Find documentations, templates, users and customers that you may open, by a part of their name. Documentations also by their texts. Those whose name begins with it come first.",
  query: z.strictObject({ q: z.string().trim().min(1).max(200) }),
  answer: z.object({ items: z.array(found) }),
});
