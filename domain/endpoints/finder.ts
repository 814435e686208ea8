import { z } from "zod";
import { type CallInput, type Compare, compareByKeys, type Merged } from "../across";
import { defineEndpoint } from "../endpoint";

/** The finder: one box for documentations, templates, users and customers. */

export const foundKinds = ["DOCUMENTATION", "TEMPLATE", "USER", "CUSTOMER"] as const;
export type FoundKind = (typeof foundKinds)[number];

/** How many of a kind are found at most. */
export const maxHitsByKind: Record<FoundKind, number> = {
  DOCUMENTATION: 8,
  TEMPLATE: 5,
  USER: 5,
  CUSTOMER: 5,
};

export const found = z.object({
  kind: z.enum(foundKinds),
  id: z.string().meta({ description: "A UUID, or the number of a user or customer" }),
  name: z.string(),
  /** What tells it from others of the same name: the template, full name or customer; empty for nothing. */
  note: z.string(),
});
export type Found = z.output<typeof found>;

/** Of each kind those whose names begin with the term, then the others. The directory's are in every database. */
const foundInAll: Merged<{ items: readonly Found[] }, CallInput & { query: { q: string } }> = {
  merge(answers, { query }) {
    const begins: Compare<Found> = compareByKeys("desc", ({ name }) =>
      name.toLowerCase().startsWith(query.q.toLowerCase()),
    );
    const items = foundKinds.flatMap((kind) => {
      const lists = answers.map((answer) => answer.items.filter((item) => item.kind === kind));
      // One of each in turn: each list begins with its best.
      const longest = Math.max(...lists.map((list) => list.length));
      const mixed = Array.from({ length: longest }, (_, at) =>
        lists.flatMap((list) => list[at] ?? []),
      ).flat();
      const known = new Map(mixed.map((item) => [item.id, item]));
      return [...known.values()].sort(begins).slice(0, maxHitsByKind[kind]);
    });
    return { items };
  },
};

export const findEverywhere = defineEndpoint({
  method: "GET",
  path: "/finder",
  entrance: "session",
  across: foundInAll,
  summary:
    "Find documentations, templates, users and customers that you may open, by a part of their name. Documentations also by their texts. Those whose name begins with it come first.",
  query: z.strictObject({ q: z.string().trim().min(1).max(200) }),
  answer: z.object({ items: z.array(found) }),
});
