import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { customerId, searchTerm, uuid } from "#domain/core/fields.ts";
import { jobStatus } from "../shared/job.ts";

/** Permanent deletion of documentations with all their contents (2§2 Delete documentations, 2§5). Super admins only. */

/** The selected documentations of one customer, or all that match, loaded or not. */
const selection = {
  customerId: customerId(),
  ids: z.array(uuid()).max(5000).default([]),
  except: z
    .array(uuid())
    .max(5000)
    .default([])
    .meta({ description: "Matching documentations to keep", examples: [[]] }),
  matching: z
    .strictObject({ query: searchTerm().default("") })
    .nullable()
    .default(null)
    .meta({
      description:
        "All of the customer's documentations that match the search, including hidden and deleted ones. If it is set, `ids` must be empty",
    }),
};

const deletionAccess = { authentication: "session", authority: "ROLE_SUPER_ADMIN", method: "POST" } as const;

const deletionPreview = z.object({
  documentations: z.int(),
  /** Number of photos that have arrived. */
  photos: z.int(),
  /** Bytes of photos and files. */
  bytes: z.int(),
  /** Number of documentations still handed over or fetched; later uploads for them are refused. */
  inFieldCount: z.int(),
});
export type DeletionPreview = z.output<typeof deletionPreview>;

export const countDeletion = defineEndpoint({
  ...deletionAccess,
  path: "/documentation/countDeletion",
  repeatable: true,
  multiDatabase: "current",
  summary: "Preview a deletion: what deleteDocumentations would delete. Changes nothing.",
  body: z.strictObject(selection),
  response: deletionPreview,
});

export const deleteDocumentations = defineEndpoint({
  ...deletionAccess,
  path: "/documentation/deleteDocumentations",
  requiresFreshLogin: true,
  callLimit: "bulk",
  multiDatabase: "current",
  summary:
    "Delete documentations permanently, with their photos, files and everything else, as a background job. IDs that no longer exist are skipped.",
  body: z.strictObject({
    ...selection,
    expected: z.int().min(0).optional().meta({
      description: "The number shown to the user. If it has changed, the call is refused with staleVersion",
    }),
  }),
  response: jobStatus,
});
