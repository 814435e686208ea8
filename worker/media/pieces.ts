/** Enough that what a piece costs to hand over no longer shows, little beside an isolate's 128 MB. */
const PIECE = 256 * 1024;

/**
 * A stream in pieces of up to 256 KB. The runtime hands out R2 bodies in pieces of 4 KB, and going through those one
 * by one takes ten times as long as hashing them.
 *
 * Each piece is only good until the next is asked for: they share one buffer.
 * @throws what the stream throws.
 */
export async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = byteReader(body);
  if (!reader) {
    yield* body;
    return;
  }
  let buffer = new ArrayBuffer(PIECE);
  for (;;) {
    const { value, done } = await reader.readAtLeast(PIECE, new Uint8Array(buffer));
    if (value && value.byteLength > 0) {
      yield value;
      buffer = value.buffer as ArrayBuffer;
    }
    if (done) return;
  }
}

/** Streams made in JavaScript are often not byte streams; those cannot fill a buffer of ours. */
function byteReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return null;
  }
}
