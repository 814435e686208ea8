import { z } from "zod";
import { instant, uuid } from "#domain/core/fields.ts";
import { deliveryProgress } from "./deliveryProgress.ts";

/** One export of a documentation to a destination (2§3). */
export const exportEvent = z.object({
  id: uuid(),
  /** The id of the documentation that was exported. */
  documentation: uuid(),
  dateCreated: instant(),
  /** Null where it is not known; the configuration may be gone by now. */
  exportConfigurationId: z.string().nullable(),
  exportConfigurationName: z.string(),
  /** What kind of destination it was. */
  type: z.string(),
  /** Empty for an automatic one. */
  username: z.string(),
  /** Null while it is running. */
  success: z.boolean().nullable(),
  /** What the destination answered when it failed. */
  errorStatusCode: z.int().nullable(),
  errorMessage: z.string().nullable(),
  /** How far it is; null for an export from before there were deliveries. */
  delivery: deliveryProgress.nullable(),
});
export type ExportEvent = z.output<typeof exportEvent>;

/** What a row of a list says of an export. */
export const exportSummary = exportEvent
  .pick({
    id: true,
    exportConfigurationName: true,
    type: true,
    dateCreated: true,
    success: true,
  })
  .extend({
    /** Stopped, or let go because the documentation was handed over: it did not succeed, and did not fail either. */
    cancelled: z.boolean().default(false),
  });
export type ExportSummary = z.output<typeof exportSummary>;
