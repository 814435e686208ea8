/** In bytes: large enough to make the cost per chunk negligible, small compared with an isolate's 128 MB. */
const chunkBytes = 256 * 1024;

/**
 * Reads a stream in chunks of up to 256 KB. The runtime delivers R2 bodies in chunks of 4 KB, and iterating over those takes ten
 * times as long as hashing them.
 *
 * A chunk is valid until the next one is requested: they share one buffer.
 * @throws the error of the stream
 */
export async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = getByteReader(body);
  if (!reader) {
    yield* body;
    return;
  }
  let buffer = new ArrayBuffer(chunkBytes);
  for (;;) {
    const { value, done } = await reader.readAtLeast(chunkBytes, new Uint8Array(buffer));
    if (value && value.byteLength > 0) {
      yield value;
      buffer = value.buffer;
    }
    if (done) return;
  }
}

/** A reader that fills a given buffer; null for streams created in JavaScript, which are usually not byte streams. */
function getByteReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return null;
  }
}

/** A stream of one chunk. The body of a Response would arrive in chunks of 4 KB, each of which costs its reader an iteration. */
export const createStream = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
