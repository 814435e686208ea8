import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import type { Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { Fault } from "./serverFaults.ts";

/**
 * Writes a body to disk, subject to a fault. `isCut` is true if the body ended early, by the fault or because the client
 * disconnected; the received bytes are kept, as real servers do.
 */
export async function receive(
  body: AsyncIterable<Buffer>,
  writer: Writable,
  fault: Fault | undefined,
): Promise<{ bytes: number; isCut: boolean }> {
  let bytes = 0;
  let isCut = false;
  const max =
    fault?.action === "reset" || fault?.action === "stall" ? (fault.after ?? 0) : Number.POSITIVE_INFINITY;
  try {
    for await (const chunk of body) {
      const acceptedChunk = chunk.subarray(0, max - bytes);
      bytes += acceptedChunk.length;
      if (!writer.write(acceptedChunk)) await once(writer, "drain");
      if (fault?.action === "drip") await setTimeout(2);
      if (bytes >= max) {
        if (fault?.action === "stall") await new Promise(() => undefined);
        isCut = true;
        break;
      }
    }
  } catch {
    isCut = true;
  }
  writer.end();
  await once(writer, "close");
  return { bytes, isCut };
}

/** Changes the last byte of a stored file: damage that its size does not reveal. */
export async function damageLastByte(file: string): Promise<void> {
  const bytes = await readFile(file);
  const last = bytes.at(-1);
  if (last !== undefined) bytes[bytes.length - 1] = last ^ 255;
  await writeFile(file, bytes);
}
