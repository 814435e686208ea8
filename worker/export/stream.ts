import { ObjectChangedError, type ObjectSource } from "./objectSource.ts";
import type { ObjectSegment, Segment } from "./segments.ts";

/** Segments in order, from memory or read on demand. */
export type SegmentSource = Iterable<Segment> | AsyncIterable<Segment>;

/** Objects open concurrently: the one being sent and those prefetched. The platform allows six connections. */
const maxOpenObjects = 3;
/** Segments prefetched, of any kind: a long run of inline ones must not pile up. */
const maxPrefetchedSegments = 6;

/**
 * A stream of segments, exactly `length` bytes long. Stored objects are piped by the runtime and never enter JavaScript. The next
 * ones are opened in the meantime, which saves a wait for each of many small objects. If an object is missing or changed, the
 * stream errors: the client sees a failed download, never wrong bytes.
 */
export function createStream(
  segments: SegmentSource,
  length: number,
  source: ObjectSource,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(length);
  // The response outlives this call. A failure reaches the client through the stream, so it is not rethrown here.
  void pump(segments, source, writable).catch(() => undefined);
  return readable;
}

async function pump(
  segments: SegmentSource,
  source: ObjectSource,
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  const queue = new PrefetchQueue(segments, source);
  try {
    for (let part = await queue.next(); part; part = await queue.next()) {
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
    await Promise.allSettled([queue.cancel(), writable.abort(error)]);
    throw error;
  }
}

type QueuedPart =
  | { kind: "inline"; bytes: Uint8Array }
  | { kind: "opening"; stream: Promise<ReadableStream<Uint8Array>> };

/** Prefetches segments in order and opens the objects among them ahead of time. */
class PrefetchQueue {
  readonly #segments: Iterator<Segment> | AsyncIterator<Segment>;
  readonly #source: ObjectSource;
  readonly #queue: QueuedPart[] = [];
  hasEnded = false;
  #pendingFill: Promise<void>;

  constructor(segments: SegmentSource, source: ObjectSource) {
    this.#segments =
      Symbol.asyncIterator in segments ? segments[Symbol.asyncIterator]() : segments[Symbol.iterator]();
    this.#source = source;
    this.#pendingFill = this.#fill();
  }

  /** The next part, or undefined at the end. @throws the error of reading the segments */
  async next(): Promise<QueuedPart | undefined> {
    if (this.#queue.length === 0) await this.#pendingFill;
    const part = this.#queue.shift();
    // One fill at a time: the iterator must not be called concurrently.
    this.#pendingFill = this.#pendingFill.then(() => this.#fill());
    this.#pendingFill.catch(() => undefined);
    return part;
  }

  async cancel(): Promise<void> {
    this.hasEnded = true;
    await this.#pendingFill.catch(() => undefined);
    await Promise.allSettled([
      this.#segments.return?.(),
      ...this.#queue.splice(0).map(async (part) => part.kind === "opening" && (await part.stream).cancel()),
    ]);
  }

  async #fill(): Promise<void> {
    // One of the concurrently open objects is being piped and has left the queue.
    while (
      !this.hasEnded &&
      this.#queue.length < maxPrefetchedSegments &&
      this.countOpening() < maxOpenObjects - 1
    ) {
      const { value, done } = await this.#segments.next();
      if (done) {
        this.hasEnded = true;
        return;
      }
      if (value.kind === "inline") {
        this.#queue.push(value);
        continue;
      }
      const stream = this.#open(value);
      // It may fail long before its turn; the error is handled where it is awaited.
      stream.catch(() => undefined);
      this.#queue.push({ kind: "opening", stream });
    }
  }

  countOpening(): number {
    return this.#queue.filter(({ kind }) => kind === "opening").length;
  }

  async #open({ object, offset, length }: ObjectSegment): Promise<ReadableStream<Uint8Array>> {
    const { key, etag, size } = object;
    const stream = await this.#source.open(key, { etag, size, offset, length });
    if (!stream) throw new ObjectChangedError(key);
    return stream;
  }
}
