import { readChunks } from "./readChunks.ts";

/** The source of an original's bytes. */
export interface Original {
  /** Opens the original at its first byte; `size` in bytes. Called again if the image service has to retry. */
  open: () => Promise<{ body: ReadableStream<Uint8Array>; size: number }>;
  /** All of its bytes if they are in memory already. The codec may empty the array. */
  bytes?: Uint8Array | undefined;
}

/** Reads a stream of known length into one array, so that its chunks are not held twice. */
export async function readBytes(body: ReadableStream<Uint8Array>, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for await (const chunk of readChunks(body)) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return offset === size ? bytes : bytes.subarray(0, offset);
}
