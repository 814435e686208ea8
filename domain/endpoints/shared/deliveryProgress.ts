import { z } from "zod";
import { instant, uuid } from "#domain/core/fields.ts";
import { deliveryErrorKinds, deliveryStates } from "#domain/delivery/states.ts";

/** Why something failed; all null where nothing did. */
export const failureFields = {
  errorKind: z.enum(deliveryErrorKinds).nullable(),
  errorStatusCode: z.int().nullable(),
  errorMessage: z.string().nullable(),
};

/** How far a delivery is. */
export const deliveryProgress = z.object({
  id: uuid(),
  state: z.enum(deliveryStates),
  automatic: z.boolean(),
  withoutMarkup: z
    .boolean()
    .default(false)
    .meta({ description: "Whether photos are sent without what is drawn on them" }),
  files: z.int(),
  filesDone: z.int(),
  bytes: z.int().nullable().meta({ description: "Of all files; null until they are listed" }),
  bytesSent: z.int(),
  tries: z.int().meta({ description: "Failed ones in a row" }),
  nextTry: instant().nullable(),
  ...failureFields,
});

export type DeliveryProgress = z.output<typeof deliveryProgress>;
