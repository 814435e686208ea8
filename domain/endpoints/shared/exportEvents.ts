import { z } from "zod";
import { instant, uuid } from "#domain/core/fields.ts";
import { deliveryProgress } from "./deliveryProgress.ts";

/** An export of a documentation to a destination (2§3). */
export const exportEvent = z.object({
  id: uuid(),
  /** The ID of the exported documentation. */
  documentation: uuid(),
  dateCreated: instant(),
  /** Null if unknown; the configuration may have been deleted. */
  exportConfigurationId: z.string().nullable(),
  exportConfigurationName: z.string(),
  /** The type of the destination. */
  type: z.string(),
  /** Empty for an automatic export. */
  username: z.string(),
  /** Null while the export is running. */
  success: z.boolean().nullable(),
  /** The destination's response if it failed. */
  errorStatusCode: z.int().nullable(),
  errorMessage: z.string().nullable(),
  /** The progress of the delivery; null for exports older than deliveries. */
  delivery: deliveryProgress.nullable(),
});
export type ExportEvent = z.output<typeof exportEvent>;

/** The summary of an export in list rows. */
export const exportSummary = exportEvent
  .pick({
    id: true,
    exportConfigurationName: true,
    type: true,
    dateCreated: true,
    success: true,
  })
  .extend({
    /** Stopped by a user, or cancelled because the documentation was handed over: neither succeeded nor failed. */
    cancelled: z.boolean().default(false),
  });
export type ExportSummary = z.output<typeof exportSummary>;
