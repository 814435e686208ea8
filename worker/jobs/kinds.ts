import type { Database } from "../db/database";
import type { Env } from "../env";
import { photoDumpKind } from "../features/customer/dump/kind";
import { invoiceAttachmentKind } from "../features/customer/invoice/kind";
import { deletionKind } from "../features/deleteDocumentations/kind";
import { bulkChangeKind, bulkUndoKind } from "../features/documentationList/bulk/kind";
import { mergeKind } from "../features/merge/kind";
import type { JobRow } from "./job";

/** What a step has at hand. */
export interface JobStep {
  env: Env;
  db: Database;
  job: JobRow;
  /**
   * Says how far a long step has come, and keeps the job for another while.
   * @throws LeaseLostError when somebody else has taken it over: the step must end and leave nothing behind.
   */
  report(progress: number, total: number): Promise<void>;
}

/** What a step came to: where the next one goes on, or the end. */
export type StepOutcome =
  | { cursor: unknown; progress: number; total: number }
  | { result: Record<string, unknown> };

/** A kind of work. A step may be run again after it was cut off anywhere, so it leaves what counts to its outcome. */
export interface JobKind {
  step(step: JobStep): Promise<StepOutcome>;
  /** Hours after its end at which the result goes. */
  keptFor: number;
  /** Removes everything that the job left in storage, also when it failed; may be called again. */
  remove(env: Env, job: JobRow): Promise<void>;
}

/** The work there is, by the kind that a job's row names. */
export const jobKinds: Record<string, JobKind> = {
  photoDump: photoDumpKind,
  invoiceAttachment: invoiceAttachmentKind,
  deleteDocumentations: deletionKind,
  bulkChange: bulkChangeKind,
  bulkUndo: bulkUndoKind,
  mergeDocumentations: mergeKind,
};
