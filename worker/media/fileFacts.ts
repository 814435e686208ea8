import { type ContentDigests, Digester } from "./digests.ts";
import { readChunks } from "./readChunks.ts";
import { maxSniffBytes, sniffType } from "./sniff.ts";

/** Facts from the bytes of a file. `contentType` is sniffed from the content, not derived from the name. */
export interface FileFacts extends ContentDigests {
  contentType: string;
}

/**
 * Inspects a file in one pass and constant memory.
 * @throws the error of the stream if the transfer failed; the call can be retried
 */
export async function inspectFile(body: ReadableStream<Uint8Array>): Promise<FileFacts> {
  const digester = new Digester();
  const head = new Uint8Array(maxSniffBytes);
  let headLength = 0;
  for await (const chunk of readChunks(body)) {
    digester.update(chunk);
    if (headLength < maxSniffBytes) {
      const part = chunk.subarray(0, maxSniffBytes - headLength);
      head.set(part, headLength);
      headLength += part.length;
    }
  }
  return { ...digester.finish(), contentType: sniffType(head.subarray(0, headLength)).contentType };
}
