import { readChunks } from "./readChunks.ts";

/** Where the bytes of an original are read. */
export interface Original {
  /** Opens it from its first byte, with its size in bytes; called again when the image service has to try twice. */
  open: () => Promise<{ body: ReadableStream<Uint8Array>; size: number }>;
  /** All of it, where it has been read already. The codec may empty it. */
  held?: Uint8Array | undefined;
}

/** Reads a stream of this many bytes into one array: its pieces are held once, and not twice. */
export async function readBytes(body: ReadableStream<Uint8Array>, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const piece of readChunks(body)) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return at === size ? bytes : bytes.subarray(0, at);
}
