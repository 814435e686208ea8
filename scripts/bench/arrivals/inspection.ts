import { z } from "zod";

/** A customer's rows and objects. Every object named by a row is read completely to compute its SHA-256. */
export const inspectionSchema = z.object({
  /**
   * Photos, and files received through a link. `objects` maps each object named by the row to its SHA-256, null if it is missing.
   */
  rows: z.array(
    z.object({
      id: z.string(),
      documentationId: z.string().nullable(),
      hasData: z.boolean(),
      sha256: z.string().nullable(),
      objects: z.array(z.string().nullable()),
    }),
  ),
  /** Keys that no row names. */
  unnamed: z.array(z.string()),
  reserved: z.number(),
  documentations: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      uploadedPhotos: z.number(),
      completed: z.number(),
      uploaded: z.number(),
    }),
  ),
});
export type Inspection = z.output<typeof inspectionSchema>;
