import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { type Compare, compareByKeys } from "#domain/contract/merge/compareValues.ts";
import type { CallInput, MergeStrategy } from "#domain/contract/merge/mergeResponses.ts";
import { name } from "#domain/core/fields.ts";
import { foldCase } from "#domain/core/text/foldCase.ts";
import { searchMatch } from "#domain/documentation/searchMatch.ts";

/** The global search for documentations, templates, users and customers. */

export const searchHitKinds = ["DOCUMENTATION", "TEMPLATE", "USER", "CUSTOMER"] as const;
export type SearchHitKind = (typeof searchHitKinds)[number];

/** Maximum number of hits of each kind. */
export const maxHitsByKind: Record<SearchHitKind, number> = {
  DOCUMENTATION: 8,
  TEMPLATE: 5,
  USER: 5,
  CUSTOMER: 5,
};

export const searchHit = z.object({
  kind: z.enum(searchHitKinds),
  id: z.string().meta({ description: "A UUID, or the numeric ID of a user or customer" }),
  name: z.string(),
  /** Distinguishes hits with the same name: the template, full name or customer; may be empty. */
  note: z.string(),
  match: searchMatch
    .nullable()
    .default(null)
    .meta({ description: "Where a documentation matched, unless in its name" }),
});
export type SearchHit = z.output<typeof searchHit>;

/** For each kind, hits whose names start with the term come first. Hits from the directory are in every database's response. */
const searchMerge: MergeStrategy<{ items: readonly SearchHit[] }, CallInput & { query: { q: string } }> = {
  merge(responses, { query }) {
    const compareByPrefix: Compare<SearchHit> = compareByKeys("desc", ({ name }) =>
      foldCase(name).startsWith(foldCase(query.q)),
    );
    const items = searchHitKinds.flatMap((kind) => {
      const lists = responses.map((response) => response.items.filter((item) => item.kind === kind));
      // Interleave the lists: each starts with its best hit.
      const maxLength = Math.max(...lists.map((list) => list.length));
      const interleavedItems = Array.from({ length: maxLength }, (_, index) =>
        lists.flatMap((list) => list[index] ?? []),
      ).flat();
      const hitsById = new Map(interleavedItems.map((item) => [item.id, item]));
      return [...hitsById.values()].sort(compareByPrefix).slice(0, maxHitsByKind[kind]);
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
    "Find documentations, templates, users and customers that you can open, by part of their name. Documentations are also found by their texts. Names that start with the term come first.",
  query: z.strictObject({ q: name(200) }),
  response: z.object({ items: z.array(searchHit) }),
});
