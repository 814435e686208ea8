import type { ObjectSegment, Segment } from "./segments.ts";
import { ObjectChangedError, type ObjectSource } from "./source.ts";

/** Segments in order, in memory or read in turn. */
export type Segments = Iterable<Segment> | AsyncIterable<Segment>;

/** Objects open at once: the one being sent and those behind it. The platform allows six connections. */
const maxOpenObjects = 3;
/** Segments taken ahead of the one being sent, whatever they are: a long run of inline ones must not pile up. */
const prefetchSegments = 6;

/**
 * A stream of segments, exactly `length` bytes long. Stored objects are piped by the runtime and never
 * enter JavaScript; the next ones are opened meanwhile, so that many small objects do not wait in a row.
 * When an object is gone or changed the stream errors: the client sees a broken download, never wrong bytes.
 */
export function streamOf(
  segments: Segments,
  length: number,
  source: ObjectSource,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(length);
  // The response outlives this call. A failure reaches the client through the stream, so it is not rethrown here.
  void pump(segments, source, writable).catch(() => undefined);
  return readable;
}

async function pump(
  segments: Segments,
  source: ObjectSource,
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  const ahead = new PrefetchQueue(segments, source);
  try {
    for (let part = await ahead.next(); part; part = await ahead.next()) {
      if (part.kind === "opening") {
        const stream = await part.stream;
        await stream.pipeTo(writable, { preventClose: true, preventAbort: true });
      } else {
        const writer = writable.getWriter();
        await writer.write(part.bytes);
        writer.releaseLock();
      }
    }
    await writable.close();
  } catch (error) {
    await Promise.allSettled([ahead.cancel(), writable.abort(error)]);
    throw error;
  }
}

type Part =
  | { kind: "inline"; bytes: Uint8Array }
  | { kind: "opening"; stream: Promise<ReadableStream<Uint8Array>> };

/** Segments in order, with the objects among them opened a few ahead. */
class PrefetchQueue {
  readonly #segments: Iterator<Segment> | AsyncIterator<Segment>;
  readonly #source: ObjectSource;
  readonly #taken: Part[] = [];
  #ended = false;
  #filling: Promise<void>;

  constructor(segments: Segments, source: ObjectSource) {
    this.#segments =
      Symbol.asyncIterator in segments ? segments[Symbol.asyncIterator]() : segments[Symbol.iterator]();
    this.#source = source;
    this.#filling = this.#fill();
  }

  /** The next part, or undefined at the end. @throws what reading the segments threw. */
  async next(): Promise<Part | undefined> {
    if (this.#taken.length === 0) await this.#filling;
    const part = this.#taken.shift();
    // One filling at a time: the iterator is asked for one thing after another.
    this.#filling = this.#filling.then(() => this.#fill());
    this.#filling.catch(() => undefined);
    return part;
  }

  async cancel(): Promise<void> {
    this.#ended = true;
    await this.#filling.catch(() => undefined);
    await Promise.allSettled([
      this.#segments.return?.(),
      ...this.#taken.splice(0).map(async (part) => part.kind === "opening" && (await part.stream).cancel()),
    ]);
  }

  async #fill(): Promise<void> {
    // One of those open at once is being piped and has left the queue.
    while (!this.#ended && this.#taken.length < prefetchSegments && this.#opened() < maxOpenObjects - 1) {
      const { value, done } = await this.#segments.next();
      if (done) {
        this.#ended = true;
        return;
      }
      if (value.kind === "inline") {
        this.#taken.push(value);
        continue;
      }
      const stream = this.#open(value);
      // It may fail long before its turn; the error is handled where it is awaited.
      stream.catch(() => undefined);
      this.#taken.push({ kind: "opening", stream });
    }
  }

  #opened(): number {
    return this.#taken.filter(({ kind }) => kind === "opening").length;
  }

  async #open({ object, offset, length }: ObjectSegment): Promise<ReadableStream<Uint8Array>> {
    const { key, etag, size } = object;
    const stream = await this.#source.open(key, { etag, size, offset, length });
    if (!stream) throw new ObjectChangedError(key);
    return stream;
  }
}
