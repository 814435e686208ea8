import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { type Compare, compareByKeys } from "#domain/contract/merge/compare.ts";
import type { CallInput, MergeStrategy } from "#domain/contract/merge/mergeAnswers.ts";

/** The finder: one box for documentations, templates, users and customers. */

export const searchHitKinds = ["DOCUMENTATION", "TEMPLATE", "USER", "CUSTOMER"] as const;
export type SearchHitKind = (typeof searchHitKinds)[number];

/** How many of a kind are found at most. */
export const maxHitsByKind: Record<SearchHitKind, number> = {
  DOCUMENTATION: 8,
  TEMPLATE: 5,
  USER: 5,
  CUSTOMER: 5,
};

export const searchHit = z.object({
  kind: z.enum(searchHitKinds),
  id: z.string().meta({ description: "A UUID, or the number of a user or customer" }),
  name: z.string(),
  /** What tells it from others of the same name: the template, full name or customer; empty for nothing. */
  note: z.string(),
});
export type SearchHit = z.output<typeof searchHit>;

/** Of each kind those whose names begin with the term, then the others. The directory's are in every database. */
const searchMerge: MergeStrategy<{ items: readonly SearchHit[] }, CallInput & { query: { q: string } }> = {
  merge(answers, { query }) {
    const begins: Compare<SearchHit> = compareByKeys("desc", ({ name }) =>
      name.toLowerCase().startsWith(query.q.toLowerCase()),
    );
    const items = searchHitKinds.flatMap((kind) => {
      const lists = answers.map((answer) => answer.items.filter((item) => item.kind === kind));
      // One of each in turn: each list begins with its best.
      const longest = Math.max(...lists.map((list) => list.length));
      const mixed = Array.from({ length: longest }, (_, index) =>
        lists.flatMap((list) => list[index] ?? []),
      ).flat();
      const known = new Map(mixed.map((item) => [item.id, item]));
      return [...known.values()].sort(begins).slice(0, maxHitsByKind[kind]);
    });
    return { items };
  },
};

export const searchEverything = defineEndpoint({
  method: "GET",
  path: "/globalSearch",
  authentication: "session",
  multiDatabase: searchMerge,
  summary:
    "Find documentations, templates, users and customers that you may open, by a part of their name. Documentations also by their texts. Those whose name begins with it come first.",
  query: z.strictObject({ q: z.string().trim().min(1).max(200) }),
  response: z.object({ items: z.array(searchHit) }),
});
