import type { Failure } from "../../api/failure";

/** How far one file has come. Nothing is done before the service has said so. */
export type Step =
  | { state: "waiting" }
  | { state: "reading"; bytes: number }
  /** `bytes` have left; `confirmed` of them, where that is known, are with the service. */
  | { state: "sending"; bytes: number; confirmed?: number }
  /** There is no network; it goes on by itself. */
  | { state: "offline"; confirmed: number }
  | { state: "checking" }
  | { state: "done" }
  | { state: "failed"; failure: Failure };

/** A file that was chosen, and how far it has come. */
export interface Item {
  key: number;
  /** What it was chosen for, where there is more than one place. */
  place: string;
  file: File;
  step: Step;
}

/** One file's way to the service. Both may be called again after a failure, and go on where they were. */
export interface FileUpload {
  /** Reads and announces; files are prepared in the order in which they stand. */
  prepare(tell: (step: Step) => void, signal: AbortSignal): Promise<void>;
  /** Ends when the service has taken the file in. */
  send(tell: (step: Step) => void, signal: AbortSignal): Promise<void>;
}

export const inProgress = ({ state }: Step): boolean =>
  state === "reading" || state === "sending" || state === "offline" || state === "checking";

/** Bytes of a file that are with the service, as far as it has said so. */
export function confirmedOf({ file, step }: Item): number {
  if (step.state === "done" || step.state === "checking") return file.size;
  return step.state === "sending" || step.state === "offline" ? (step.confirmed ?? 0) : 0;
}
