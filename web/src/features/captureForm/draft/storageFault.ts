/** Why the browser did not store something: no space, a store that it refuses (private windows), or a file that cannot be read. */
export type StorageFault = "full" | "refused" | "unread";

/** Names of the errors of a file that was moved, changed or withdrawn after it was chosen. */
const readErrors = new Set(["NotReadableError", "NotFoundError"]);

/** The reason that an error gives; only one that says so is blamed on the space. */
export function storageFaultOf(error: unknown): StorageFault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") return "full";
  return readErrors.has(name) ? "unread" : "refused";
}
