import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { mergeItems } from "#domain/contract/merge/mergeResponses.ts";
import { uuid } from "#domain/core/fields.ts";
import { semicolonList } from "../shared/documentationFilter.ts";
import { photoRow } from "./details.ts";

/** Maximum number of documentations in a call. */
export const maxFirstPhotos = 100;

/** The photos of list rows, fetched separately from the rows. */
export const getFirstPhotos = defineEndpoint({
  method: "GET",
  path: "/documentation/firstPhotos",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  multiDatabase: mergeItems(),
  summary:
    "Get the earliest photo of each of the given documentations. Documentations without photos are left out.",
  query: z.strictObject({
    ids: semicolonList<string>(uuid(), {
      maxItems: maxFirstPhotos,
      description: "Documentation IDs, separated by ';'",
      example: "0b9c2b1e-5a41-4f0e-9a55-6f2d1c7e8a90;5d0e8a57-93ab-4c26-8d0f-2a1b7c3e4f60",
    }),
  }),
  response: z.object({ items: z.array(photoRow.omit({ exportEvents: true })) }),
});
