import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { documentationFilter } from "./documentationFilter";

/** The filters whose choices are counted. */
export const countedFilters = [
  "templateFilter",
  "creatorFilter",
  "statusFilter",
  "exportedFilter",
  "matterFilter",
] as const;
export type CountedFilter = (typeof countedFilters)[number];

/** From here on a matter's documentations are not counted further. */
export const mostCounted = 10_000;

export const getFilterCounts = defineEndpoint({
  method: "GET",
  path: "/documentation/filterCounts",
  entrance: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary:
    "Count the documentations behind each choice of one filter of the list, under all the other filters that are set. Where very many match, only the newest are looked at: `exact` is then false, and each count is the least that there are.",
  query: z.strictObject({ ...documentationFilter, of: z.enum(countedFilters) }),
  answer: z.object({
    items: z.array(
      z.object({
        /** As the filter takes it: a status, a template's ID, a creator, true or false, a matter. */
        choice: z.string(),
        documentations: z.int(),
      }),
    ),
    /** Whether the counts are whole; choices that are not listed then have none. */
    exact: z.boolean(),
  }),
});
