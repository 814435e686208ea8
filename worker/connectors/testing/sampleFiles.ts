import { createHash } from "node:crypto";
import { ConnectorError, type OutgoingFile, type Progress } from "../connector.ts";

/** Incompressible bytes that differ between files. */
export function makeBytes(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A file of given bytes; `openedOffsets` collects the offsets at which it was opened. */
export function makeOutgoingFile(
  path: string,
  bytes: Uint8Array,
  openedOffsets: number[] = [],
): OutgoingFile {
  const folders = path.split("/");
  const name = folders.pop()!;
  const fields = { contentType: "image/jpeg", creator: "Åsa", comment: "" };
  return {
    ...fields,
    folders,
    name,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    async open(from = 0, to = bytes.length) {
      openedOffsets.push(from);
      let offset = from;
      return new ReadableStream({
        pull(controller) {
          if (offset >= to) return controller.close();
          controller.enqueue(bytes.slice(offset, Math.min(offset + 65_536, to)));
          offset += 65_536;
        },
      });
    },
  };
}

/** Progress as a delivery keeps it between two attempts. */
export class SavedProgress implements Progress {
  readonly key = crypto.randomUUID().slice(0, 8);
  resumePoint: Progress["resumePoint"] = null;
  readonly savedByteCounts: number[] = [];

  async save(bytes: number, token?: string | null): Promise<void> {
    this.savedByteCounts.push(bytes);
    this.resumePoint = { bytes, token: token === undefined ? (this.resumePoint?.token ?? null) : token };
  }
}

/** The error of a call that must fail. */
export async function expectFailure(promise: Promise<unknown>): Promise<ConnectorError> {
  const error = await promise.then(
    () => "it did not fail",
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConnectorError)) throw new Error(`not an error of a connector: ${error}`);
  return error;
}
