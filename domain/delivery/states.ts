import type { ProblemCode } from "#domain/core/problem.ts";

/** Enum values of deliveries, the same in the database, the API and the console. */

/**
 * PENDING: queued. RUNNING. WAITING: an attempt failed and is repeated at `nextTry`. DONE: everything arrived and was verified.
 * FAILED: someone must fix the cause and resend it. CANCELLED: the documentation was handed over or deleted, or a user stopped it.
 */
export const deliveryStates = ["PENDING", "RUNNING", "WAITING", "DONE", "FAILED", "CANCELLED"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const isInProgress = (state: DeliveryState): boolean =>
  state === "PENDING" || state === "RUNNING" || state === "WAITING";

/** Whether a delivery can be resent: it ended before everything arrived, or it is waiting for its next attempt. */
export const canResend = (state: DeliveryState): boolean =>
  state === "FAILED" || state === "CANCELLED" || state === "WAITING";

export const deliveryFileStates = ["PENDING", "SENDING", "DONE", "FAILED"] as const;
export type DeliveryFileState = (typeof deliveryFileStates)[number];

/**
 * The outcome of a request to export. STARTED: a new delivery. RETRIED: an equal one was waiting for its next attempt, which it makes
 * now. ALREADY_RUNNING: an equal one is queued or being sent.
 */
export const exportOutcomes = ["STARTED", "RETRIED", "ALREADY_RUNNING"] as const;
export type ExportOutcome = (typeof exportOutcomes)[number];

/** How a file reached its destination: sent by this delivery, or found there. */
export const fileArrivals = ["SENT", "FOUND"] as const;
export type FileArrival = (typeof fileArrivals)[number];

/**
 * The evidence that the destination has the file. SIZE: it reports the same size. TAG: it reports the tag that the file had when it was
 * sent earlier, so it has not changed there. SHA256: it has computed the same checksum.
 */
export const arrivalEvidence = ["SIZE", "TAG", "SHA256"] as const;
export type ArrivalEvidence = (typeof arrivalEvidence)[number];

/**
 * How a destination takes files. RENAME: under a temporary name, which is then renamed. DIRECT: only under their final names.
 */
export const writeMethods = ["RENAME", "DIRECT"] as const;
export type WriteMethod = (typeof writeMethods)[number];

/** The kinds of delivered files. */
export const deliveredFileKinds = ["PHOTO", "FILE", "EXTERNAL_FILE", "DOCUMENT", "ZIP"] as const;
export type DeliveredKind = (typeof deliveredFileKinds)[number];

/**
 * Why sending fails. auth: the destination refuses the login. config: a setting is wrong, missing or not allowed, or the
 * certificate does not match. refused: the destination does not take this file. notFound: the site, library or folder does not
 * exist. conflict: something else has the name. throttled: too many calls, repeated when the destination allows. full: no space or
 * quota. transient: the connection was refused, reset or timed out; repeated. source: the bytes to send are missing or have
 * changed. notAllowed: the requester can no longer export, or the template no longer sends there. unreadableSecret: a stored
 * password or key was encrypted with another SECRETS_KEY.
 */
export const deliveryErrorKinds = [
  "auth",
  "config",
  "refused",
  "notFound",
  "conflict",
  "throttled",
  "full",
  "transient",
  "source",
  "notAllowed",
  "unreadableSecret",
] as const;
export type DeliveryErrorKind = (typeof deliveryErrorKinds)[number];

/** Whether another attempt can succeed without anyone fixing anything. */
export const isRetryable = (kind: DeliveryErrorKind): kind is "transient" | "throttled" =>
  kind === "transient" || kind === "throttled";

/**
 * Seconds until the next attempt after the first, second … failure: immediately, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h. Then it
 * is FAILED.
 */
export const retryDelaysSeconds = [0, 5, 300, 1800, 7200, 18_000, 36_000] as const;

/** An item that is missing from a delivery. */
export interface MissingDeliveryItem {
  kind: "PHOTO" | "FILE";
  name: string;
  reason: ProblemCode | "notUploaded";
}

/** The statuses that can trigger an automatic export. */
export const exportOnStatuses = ["COMPLETED", "HANDLED", "APPROVED"] as const;
export type ExportOnStatus = (typeof exportOnStatuses)[number];
export const defaultExportOn: ExportOnStatus = "COMPLETED";
