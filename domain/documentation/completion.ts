import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import { takesFiles } from "#domain/task/types.ts";

export interface CompletionFacts {
  numberOfPhotos: number;
  uploadedPhotos: number;
  /** Number of tasks that await a file and have none yet. */
  awaitedFileCount: number;
}

/** Whether a completed documentation waits until this task has a file (2§4). */
export const awaitsFile = (task: { type: string; required: string }): boolean =>
  takesFiles(task.type) && task.required === "NO_WITH_LATER_UPLOAD";

/** The status of a documentation after its device has completed it (2§4): ONGOING until every photo has arrived. */
export function getStatusAfterCompletion(facts: CompletionFacts): DocumentationStatus {
  if (facts.uploadedPhotos < facts.numberOfPhotos) return "ONGOING";
  return facts.awaitedFileCount > 0 ? "WAITING_FOR_FILE" : "COMPLETED";
}

/** Whether devices can still write to a documentation; once it is completed, only staff can. */
export const acceptsDeviceUploads = (status: DocumentationStatus): boolean =>
  status === "ONGOING" || status === "PAUSED" || status === "DOWNLOADED" || status === "WAITING_FOR_FILE";
