import { z } from "zod";

/** Billable platform usage of an operation. */
export const usageSchema = z.object({
  statements: z.number(),
  rowsRead: z.number(),
  rowsWritten: z.number(),
  /** Milliseconds of query time, as reported by D1. */
  databaseMs: z.number(),
  /** R2 class A (write) and class B (read) operations. */
  classA: z.number(),
  classB: z.number(),
  /** Transformations by the image service. */
  transformations: z.number(),
  /** Messages sent to queues. */
  messages: z.number(),
  /** Worker invocations: calls and message batches. */
  requests: z.number(),
});
export type PlatformUsage = z.output<typeof usageSchema>;
