import type { ApiError } from "#api/failure.ts";

/** State of one file. It is done only when the service has said so. */
export type UploadStep =
  | { state: "waiting" }
  | { state: "reading"; bytes: number }
  /** `bytes` are sent; `confirmed` of them, where known, have reached the service. */
  | { state: "sending"; bytes: number; confirmed?: number }
  /** No network; the upload resumes by itself. */
  | { state: "offline"; confirmed: number }
  | { state: "checking" }
  | { state: "done" }
  | { state: "failed"; failure: ApiError };

/** A chosen file and its state. */
export interface UploadItem {
  key: number;
  /** What it was chosen for, where there is more than one place. */
  place: string;
  file: File;
  step: UploadStep;
}

/** The upload of one file. All functions may be called again after a failure, and resume. */
export interface FileUpload {
  /** Reads the file, one after the other. */
  read(onStep: (step: UploadStep) => void, signal: AbortSignal): Promise<void>;
  /** Announces it; called in the order of the files, and for the next one while this one is under way. */
  announce(onStep: (step: UploadStep) => void, signal: AbortSignal): Promise<void>;
  /** Resolves when the service has accepted the file. */
  send(onStep: (step: UploadStep) => void, signal: AbortSignal): Promise<void>;
}

export const inProgress = ({ state }: UploadStep): boolean =>
  state === "reading" || state === "sending" || state === "offline" || state === "checking";

/** Bytes of a file that the service has confirmed. */
export function confirmedBytes({ file, step }: UploadItem): number {
  if (step.state === "done" || step.state === "checking") return file.size;
  return step.state === "sending" || step.state === "offline" ? (step.confirmed ?? 0) : 0;
}
