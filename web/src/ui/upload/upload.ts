import { ApiError } from "#api/apiError.ts";
import type { ProblemCode } from "#domain/core/problem.ts";
import { photoRefusals } from "#domain/media/photoRefusals.ts";

/** State of one file, which is done only when the service has confirmed it. */
export type UploadStep =
  | { state: "waiting" }
  | { state: "reading"; bytes: number }
  /** `bytes` have been sent; `confirmedBytes` of them, if known, have reached the service. */
  | { state: "sending"; bytes: number; confirmed?: number }
  /** No network; the upload resumes automatically. */
  | { state: "offline"; confirmed: number }
  | { state: "checking" }
  | { state: "done" }
  | { state: "failed"; failure: ApiError };

/** A selected file and its state. */
export interface UploadItem {
  key: number;
  /** The target that the file was selected for, if there is more than one. */
  slot: string;
  file: File;
  step: UploadStep;
}

/** The upload of one file. After a failure every method can be called again and resumes the upload. */
export interface FileUpload {
  /** Reads the file; files are read one at a time. */
  read(onStep: (step: UploadStep) => void, signal: AbortSignal): Promise<void>;
  /** Announces the file; called in the order of the files, while earlier ones are being sent. */
  announce(onStep: (step: UploadStep) => void, signal: AbortSignal): Promise<void>;
  /** Resolves when the service has accepted the file. */
  send(onStep: (step: UploadStep) => void, signal: AbortSignal): Promise<void>;
}

export const isInProgress = ({ state }: UploadStep): boolean =>
  state === "reading" || state === "sending" || state === "offline" || state === "checking";

/** Failures that stay the same however often the file is sent. */
const finalCodes: ReadonlySet<ProblemCode> = new Set([
  ...photoRefusals,
  ...(["duplicate", "samePhoto", "retakeEnded"] as const),
]);

/** Whether bytes were refused for good: sending them again cannot help, another file can. */
export const isFinalRefusal = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  failure.code !== null &&
  finalCodes.has(failure.code) &&
  // An upload that has ended is announced again.
  !("uploadId" in failure.fields);

export const isRefused = (step: UploadStep): boolean =>
  step.state === "failed" && isFinalRefusal(step.failure);

/** Bytes of a file that the service has confirmed. */
export function confirmedBytes({ file, step }: UploadItem): number {
  if (step.state === "done" || step.state === "checking") return file.size;
  return step.state === "sending" || step.state === "offline" ? (step.confirmed ?? 0) : 0;
}
