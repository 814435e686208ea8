/** Why the browser did not store something: no space, a store that it refuses (private windows), or a file that cannot be read. */
export type StorageFault = "full" | "refused" | "unread";

/** Names of the errors of a file that was moved, changed or withdrawn after it was chosen. */
const readErrorNames = new Set(["NotReadableError", "NotFoundError"]);

/** Classifies an error. Only a QuotaExceededError means that there is no space. */
export function storageFaultOf(error: unknown): StorageFault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") return "full";
  return readErrorNames.has(name) ? "unread" : "refused";
}
