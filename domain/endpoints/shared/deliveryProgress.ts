import { z } from "zod";
import { instant, uuid } from "#domain/core/fields.ts";
import { deliveryErrorKinds, deliveryStates } from "#domain/delivery/states.ts";

/** The reason for a failure; all null without a failure. */
export const failureFields = {
  errorKind: z.enum(deliveryErrorKinds).nullable(),
  errorStatusCode: z.int().nullable(),
  errorMessage: z.string().nullable(),
};

/** The progress of a delivery. */
export const deliveryProgress = z.object({
  id: uuid(),
  state: z.enum(deliveryStates),
  automatic: z.boolean(),
  withoutMarkup: z.boolean().default(false).meta({ description: "Whether photos are sent without markup" }),
  files: z.int(),
  filesDone: z.int(),
  bytes: z.int().nullable().meta({ description: "Total of all files; null until they are listed" }),
  bytesSent: z
    .int()
    .meta({ description: "Bytes that are at the destination, sent by this delivery or found there" }),
  unencrypted: z
    .boolean()
    .default(false)
    .meta({ description: "Whether files and password were sent without encryption" }),
  writesDirectly: z.boolean().default(false).meta({
    description:
      "Whether files were written under their final names, because the destination takes no temporary names or does not rename",
  }),
  tries: z.int().meta({ description: "Number of consecutive failed attempts" }),
  nextTry: instant().nullable(),
  ...failureFields,
});

export type DeliveryProgress = z.output<typeof deliveryProgress>;
