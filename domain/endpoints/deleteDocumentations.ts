import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { customerId, uuid } from "../fields";
import { jobAnswer } from "./job";

/** Documentations that are removed for good, with all they hold (2§2 Delete documentations, 2§5). Super admins only. */

/** Of one customer: those that are ticked, or all that match, whether they are on the screen or not. */
const selection = {
  customerId: customerId(),
  ids: z.array(uuid()).max(5000).default([]),
  except: z
    .array(uuid())
    .max(5000)
    .default([])
    .meta({ description: "Of all that match, those that stay", examples: [[]] }),
  matching: z
    .strictObject({ query: z.string().trim().max(200).default("") })
    .nullable()
    .default(null)
    .meta({
      description:
        "All of the customer's, hidden and deleted ones too, that the search finds; `ids` is left empty then",
    }),
};

const calls = { entrance: "session", authority: "ROLE_SUPER_ADMIN", method: "POST" } as const;

const extent = z.object({
  documentations: z.int(),
  /** Photos that have arrived. */
  photos: z.int(),
  /** Bytes of photos and files. */
  bytes: z.int(),
  /** Still with the field: what comes of them later is refused. */
  withField: z.int(),
});
export type DeletionExtent = z.output<typeof extent>;

export const countDeletion = defineEndpoint({
  ...calls,
  path: "/documentation/countDeletion",
  summary: "What deleteDocumentations would remove. Changes nothing.",
  body: z.strictObject(selection),
  answer: extent,
});

export const deleteDocumentations = defineEndpoint({
  ...calls,
  path: "/documentation/deleteDocumentations",
  summary:
    "Removes documentations for good, with photos, files and everything else that belongs to them, in a job. Ids that are gone already are passed over.",
  body: z.strictObject({
    ...selection,
    expected: z.int().min(0).optional().meta({
      description: "How many the user was told; refused as staleVersion when it is another number by now",
    }),
  }),
  answer: jobAnswer,
});
