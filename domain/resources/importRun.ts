import { z } from "zod";
import { instant } from "#domain/core/fields.ts";

/** The fields of an import run (3§3), requested or scheduled, of any type. */
export const importRun = {
  success: z.boolean().nullable().meta({ description: "null until the run has finished" }),
  count: z
    .int()
    .meta({ description: "Number of entries in the source; while in progress, those read so far" }),
  added: z.int(),
  updated: z.int(),
  removed: z.int().meta({
    description:
      "Number of earlier imported entries removed; if confirmation is needed, those that would be removed",
  }),
  message: z.string().nullable().meta({ description: "Reason for the failure, or the skipped entries" }),
  needsConfirmation: z.boolean().meta({
    description:
      "Stopped because more than half of the earlier imported entries would be removed; nothing was changed. Trigger the import with `confirmed` to continue",
  }),
  confirmed: z.boolean(),
  requesterName: z.string().nullable().meta({ description: "null if the run was scheduled" }),
  finished: instant().nullable(),
  dateCreated: instant(),
};

/** The list columns of `importRun`. */
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
