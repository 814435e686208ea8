import { z } from "zod";
import { instant } from "#domain/core/fields.ts";

/** What one run of an import says of itself (3§3), asked for or by the clock, whatever it imports. */
export const importRun = {
  success: z.boolean().nullable().meta({ description: "null until it has ended" }),
  count: z.int().meta({ description: "Number of entries that the source has; so far, while it is read" }),
  added: z.int(),
  updated: z.int(),
  removed: z
    .int()
    .meta({ description: "Of those that this import brought earlier; where it asks, those that would go" }),
  message: z.string().nullable().meta({ description: "Reason for the failure, or what was left out" }),
  needsConfirmation: z.boolean().meta({
    description:
      "Stopped because more than half of what it brought earlier would go; nothing was changed. Triggering it `confirmed` goes on",
  }),
  confirmed: z.boolean(),
  requesterName: z.string().nullable().meta({ description: "null where it ran at its time" }),
  finished: instant().nullable(),
  dateCreated: instant(),
};

/** The columns of `importRun`, as lists show them. */
export const importRunColumns = [
  "success",
  "count",
  "added",
  "updated",
  "removed",
  "message",
  "needsConfirmation",
  "confirmed",
  "requesterName",
  "finished",
  "dateCreated",
] as const satisfies (keyof typeof importRun)[];
