import { z } from "zod";

/** What travels on `siteproof-jobs`. Messages only name rows, so that a consumer may run twice. */
export const jobMessage = z.discriminatedUnion("kind", [
  /** Look at a reserved upload and take it in. */
  z.object({ kind: z.literal("settleUpload"), uploadId: z.uuid() }),
  /** The health call asks whether messages still come through. */
  z.object({ kind: z.literal("heartbeat"), sent: z.string() }),
]);
export type JobMessage = z.output<typeof jobMessage>;

/** R2's event notification for a created object, as far as it is read here. */
export const storageEvent = z.object({
  action: z.string(),
  object: z.object({ key: z.string() }),
});
export type StorageEvent = z.output<typeof storageEvent>;
