import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { Fault } from "./serverFaults.ts";

/**
 * Writes a body to the disk, with the fault that strikes it. `cut`: it ended before its end, by the fault or because the other side
 * went away; what came before is kept, as real servers keep it.
 */
export async function receive(
  body: Readable,
  writer: Writable,
  fault: Fault | undefined,
): Promise<{ bytes: number; cut: boolean }> {
  let bytes = 0;
  let cut = false;
  const max =
    fault?.action === "reset" || fault?.action === "stall" ? (fault.after ?? 0) : Number.POSITIVE_INFINITY;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      const taken = piece.subarray(0, max - bytes);
      bytes += taken.length;
      if (!writer.write(taken)) await once(writer, "drain");
      if (fault?.action === "drip") await setTimeout(2);
      if (bytes >= max) {
        if (fault?.action === "stall") await new Promise(() => undefined);
        cut = true;
        break;
      }
    }
  } catch {
    cut = true;
  }
  writer.end();
  await once(writer, "close");
  return { bytes, cut };
}
