import type { ProblemCode } from "#domain/core/problem.ts";

/** The words of deliveries, the same in the database, the calls and the screens. */

/**
 * PENDING: waits for its turn. RUNNING. WAITING: a try failed and is repeated at `nextTry`. DONE: everything arrived and was verified.
 * FAILED: somebody has to mend something and replay it. CANCELLED: the documentation was handed over or deleted, or a user stopped it.
 */
export const deliveryStates = ["PENDING", "RUNNING", "WAITING", "DONE", "FAILED", "CANCELLED"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const isInProgress = (state: DeliveryState): boolean =>
  state === "PENDING" || state === "RUNNING" || state === "WAITING";

/** Whether somebody may have it sent again: it ended before everything arrived, or waits for its next try and need not. */
export const canResend = (state: DeliveryState): boolean =>
  state === "FAILED" || state === "CANCELLED" || state === "WAITING";

export const deliveryFileStates = ["PENDING", "SENDING", "DONE", "FAILED"] as const;
export type DeliveryFileState = (typeof deliveryFileStates)[number];

/** What a delivered file is. */
export const deliveredFileKinds = ["PHOTO", "FILE", "EXTERNAL_FILE", "DOCUMENT", "ZIP"] as const;
export type DeliveredKind = (typeof deliveredFileKinds)[number];

/**
 * Why sending fails. auth: the destination refuses the login. config: a setting is wrong, missing or not allowed, the certificate does
 * not fit, or a name is refused. notFound: site, library or folder do not exist. conflict: something else is in the way. throttled: too
 * many calls, repeated when the destination says. full: no space or quota. transient: refused, reset or timed out, repeated. source:
 * the bytes to send are gone or have changed. notAllowed: whoever asked may no longer send, or the template no longer sends there.
 */
export const deliveryErrorKinds = [
  "auth",
  "config",
  "notFound",
  "conflict",
  "throttled",
  "full",
  "transient",
  "source",
  "notAllowed",
] as const;
export type DeliveryErrorKind = (typeof deliveryErrorKinds)[number];

/** Whether another try can help without anybody mending anything. */
export const isRetryable = (kind: DeliveryErrorKind): kind is "transient" | "throttled" =>
  kind === "transient" || kind === "throttled";

/** Seconds until the next try after the first, second … failed one: at once, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h. Then it is FAILED. */
export const retryDelaysSeconds = [0, 5, 300, 1800, 7200, 18_000, 36_000] as const;

/** What should be in a delivery and is not. */
export interface MissingDeliveryItem {
  kind: "PHOTO" | "FILE";
  name: string;
  reason: ProblemCode | "notUploaded";
}

/** The statuses that send automatically where a template says so. */
export const exportOnStatuses = ["COMPLETED", "HANDLED", "APPROVED"] as const;
export type ExportOnStatus = (typeof exportOnStatuses)[number];
export const defaultExportOn: ExportOnStatus = "COMPLETED";
