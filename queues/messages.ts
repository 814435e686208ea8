import { z } from "zod";

/** The database a message belongs to (worker/db/shards.ts); the directory's own if absent. */
const databaseField = { database: z.string().optional() };

/** The messages of `siteproof-jobs`. They only name rows, so that consuming one twice is harmless. */
export const jobMessage = z.discriminatedUnion("kind", [
  /** Settles a reserved upload. */
  z.object({ ...databaseField, kind: z.literal("settleUpload"), uploadId: z.uuid() }),
  /** Sends a mail of the outbox. */
  z.object({ ...databaseField, kind: z.literal("sendMail"), mailId: z.uuid() }),
  /**
   * Mails the link for a new password. The user is looked up by the consumer and not by the call, so that neither its response
   * nor its timing reveals whether the user exists.
   */
  z.object({
    ...databaseField,
    kind: z.literal("requestPasswordChange"),
    requestId: z.uuid(),
    username: z.string(),
    language: z.enum(["en", "sv"]),
  }),
  /** Records a failed login. The consumer looks the user up, for the same reason. */
  z.object({
    ...databaseField,
    kind: z.literal("recordFailedLogin"),
    attemptId: z.uuid(),
    usernameKey: z.string(),
    failure: z.enum(["password", "code", "passkey"]),
    address: z.string(),
  }),
  /** Runs the next step of a job. */
  z.object({ ...databaseField, kind: z.literal("runJob"), jobId: z.uuid() }),
  /** Proves to the health check that messages are delivered. */
  z.object({ ...databaseField, kind: z.literal("heartbeat"), sent: z.string() }),
]);
export type JobMessage = z.output<typeof jobMessage>;

/** The message of `siteproof-deliveries`: a delivery may be due. The consumer finds out which. */
export const deliveryMessage = z.object({ ...databaseField, kind: z.literal("deliver") });
export type DeliveryMessage = z.output<typeof deliveryMessage>;

/** The fields used of R2's event notification for a created object. */
export const storageEvent = z.object({
  action: z.string(),
  object: z.object({ key: z.string() }),
});
export type StorageEvent = z.output<typeof storageEvent>;
