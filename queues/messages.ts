import { z } from "zod";

/** What travels on `siteproof-jobs`. Messages only name rows, so that a consumer may run twice. */
export const jobMessage = z.discriminatedUnion("kind", [
  /** Look at a reserved upload and take it in. */
  z.object({ kind: z.literal("settleUpload"), uploadId: z.uuid() }),
  /** Send a mail of the outbox. */
  z.object({ kind: z.literal("sendMail"), mailId: z.uuid() }),
  /**
   * Somebody asked for a new password. Whether there is such a user is looked up here and not in the call, which takes as long
   * and says the same for every name.
   */
  z.object({
    kind: z.literal("requestPasswordChange"),
    requestId: z.uuid(),
    username: z.string(),
    language: z.enum(["en", "sv"]),
  }),
  /** Do the next step of a job. */
  z.object({ kind: z.literal("runJob"), jobId: z.uuid() }),
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
