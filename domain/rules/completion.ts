import type { DocumentationStatus } from "../documentation";

export interface CompletionFacts {
  numberOfPhotos: number;
  uploadedPhotos: number;
  /** FILE tasks with NO_WITH_LATER_UPLOAD that have no file yet. */
  awaitedFiles: number;
}

/** The status of a documentation its device has said to be done (2§4): not before every photo has arrived. */
export function statusOnceComplete(facts: CompletionFacts): DocumentationStatus {
  if (facts.uploadedPhotos < facts.numberOfPhotos) return "ONGOING";
  return facts.awaitedFiles > 0 ? "WAITING_FOR_FILE" : "COMPLETED";
}

/** Devices may write while the documentation is theirs; what staff has taken over is closed to them. */
export const openToDevices = (status: DocumentationStatus): boolean =>
  status === "ONGOING" || status === "PAUSED" || status === "DOWNLOADED" || status === "WAITING_FOR_FILE";
