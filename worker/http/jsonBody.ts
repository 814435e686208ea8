import { problem } from "#domain/core/problem.ts";

/** Default limit of a JSON body, in bytes. */
export const maxBodyBytes = 1_000_000;

/**
 * Yields the chunks of a body. If the consumer stops early, the rest is read and discarded, because a client that is still sending
 * does not read the response. The platform limits a body to 100 MB.
 */
export async function* readChunks(request: Request): AsyncGenerator<Uint8Array> {
  const body: ReadableStream<Uint8Array> | null = request.body;
  if (!body) return;
  const reader = body.getReader();
  let result = await reader.read();
  try {
    for (; !result.done; result = await reader.read()) yield result.value;
  } finally {
    while (!result.done) result = await reader.read();
  }
}

/** Reads a body of at most `maxBytes`, whatever its Content-Length says. @throws tooLarge */
export async function readLimitedBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const contentLength = Number(request.headers.get("content-length") ?? 0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readChunks(request)) {
    size += chunk.byteLength;
    if (size > maxBytes || contentLength > maxBytes) throw problem("tooLarge");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    throw problem("malformedBody");
  }
}
