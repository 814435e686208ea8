import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import type { CallInput, MergeStrategy } from "#domain/contract/merge/mergeResponses.ts";
import { documentationFilter } from "../shared/documentationFilter.ts";

/** The filters whose choices are counted. */
export const countedFilters = [
  "templateFilter",
  "creatorFilter",
  "statusFilter",
  "assigneeFilter",
  "exportedFilter",
  "attentionFilter",
] as const;
export type CountedFilter = (typeof countedFilters)[number];

/** Documentations that need attention are counted up to this limit. */
export const maxCountedDocumentations = 10_000;

interface Counts {
  items: readonly { choice: string; documentations: number }[];
  exact: boolean;
}

/** Attention reasons keep their order and are capped at `maxCountedDocumentations`; other choices are sorted by count. */
const filterCountMerge: MergeStrategy<Counts, CallInput & { query: { filter: CountedFilter } }> = {
  merge(responses, { query }) {
    const counts = new Map<string, number>();
    for (const { choice, documentations } of responses.flatMap((response) => response.items))
      counts.set(choice, (counts.get(choice) ?? 0) + documentations);
    const items = [...counts].map(([choice, documentations]) => ({ choice, documentations }));
    const isExact = responses.every((response) => response.exact);
    if (query.filter === "attentionFilter")
      return {
        items: items.map((item) => ({
          ...item,
          documentations: Math.min(item.documentations, maxCountedDocumentations),
        })),
        exact: isExact,
      };
    return {
      items: items.sort((a, b) => b.documentations - a.documentations).slice(0, maxFilterChoices),
      exact: isExact,
    };
  },
};

/** Maximum number of choices in a response; those with the most documentations come first. */
export const maxFilterChoices = 5_000;

export const getFilterCounts = defineEndpoint({
  method: "GET",
  path: "/documentation/filterCounts",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  multiDatabase: filterCountMerge,
  summary:
    "Count the documentations for each choice of one filter of the list, with all other filters applied. If very many match, only the newest are counted: `exact` is then false, and each count is a minimum.",
  query: z.strictObject({ ...documentationFilter, filter: z.enum(countedFilters) }),
  response: z.object({
    items: z.array(
      z.object({
        /** The filter value: a status, a template's ID, a creator, a user's ID or NOBODY, true or false, an attention reason. */
        choice: z.string(),
        documentations: z.int(),
      }),
    ),
    /** Whether the counts are exact. Choices that are not listed then have no documentations. */
    exact: z.boolean(),
  }),
});
