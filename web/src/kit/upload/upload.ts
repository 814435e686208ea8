import type { Failure } from "../../api/failure";

/** How far one file has come. Nothing is done before the service has said so. */
export type Step =
  | { state: "waiting" }
  | { state: "reading"; bytes: number }
  /** `bytes` have left; `confirmed` of them, none when left out, are with the service. */
  | { state: "sending"; bytes: number; confirmed?: number }
  /** There is no network; it goes on by itself. */
  | { state: "offline"; confirmed: number }
  | { state: "checking" }
  | { state: "done" }
  | { state: "failed"; failure: Failure };

/** One file's way to the service. Both may be called again after a failure, and go on where they were. */
export interface FileUpload {
  /** Reads and announces; files are prepared in the order in which they stand. */
  prepare(tell: (step: Step) => void): Promise<void>;
  /** Ends when the service has taken the file in. */
  send(tell: (step: Step) => void, signal: AbortSignal): Promise<void>;
}

export const inProgress = ({ state }: Step): boolean =>
  state === "reading" || state === "sending" || state === "offline" || state === "checking";
