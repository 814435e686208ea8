import { type Segment, segmentLength } from "./segments";
import { ObjectChangedError, type ObjectSource } from "./source";

/** Objects open at once: the one being sent and those behind it. The platform allows six connections. */
const OPEN_AT_ONCE = 3;

/**
 * A stream of segments, exactly `length` bytes long. Stored objects are piped by the runtime and never
 * enter JavaScript; the next ones are opened meanwhile, so that many small objects do not wait in a row.
 * When an object is gone or changed the stream errors: the client sees a broken download, never wrong bytes.
 */
export function streamOf(
  segments: readonly Segment[],
  length: number,
  source: ObjectSource,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(length);
  // The response outlives this call. A failure reaches the client through the stream, so it is not rethrown here.
  void pump(segments, source, writable).catch(() => undefined);
  return readable;
}

async function pump(
  segments: readonly Segment[],
  source: ObjectSource,
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  const objects = new OpenAhead(segments, source);
  try {
    for (const segment of segments) {
      if (segment.kind === "object") {
        const stream = await objects.next();
        await stream.pipeTo(writable, { preventClose: true, preventAbort: true });
      } else {
        const writer = writable.getWriter();
        await writer.write(segment.bytes);
        writer.releaseLock();
      }
    }
    await writable.close();
  } catch (error) {
    await Promise.allSettled([objects.cancel(), writable.abort(error)]);
    throw error;
  }
}

/** Opens the objects among segments in order, a few ahead of the one that is asked for. */
class OpenAhead {
  readonly #wanted: Segment[];
  readonly #source: ObjectSource;
  readonly #opened: Promise<ReadableStream<Uint8Array>>[] = [];
  #started = 0;

  constructor(segments: readonly Segment[], source: ObjectSource) {
    this.#wanted = segments.filter((segment) => segment.kind === "object");
    this.#source = source;
    this.#fill();
  }

  async next(): Promise<ReadableStream<Uint8Array>> {
    const stream = await this.#opened[0]!;
    this.#opened.shift();
    this.#fill();
    return stream;
  }

  async cancel(): Promise<void> {
    const open = this.#opened.splice(0);
    await Promise.allSettled(open.map(async (stream) => (await stream).cancel()));
  }

  #fill(): void {
    // One of those at once is being piped and has left the queue.
    while (this.#opened.length < OPEN_AT_ONCE - 1 && this.#started < this.#wanted.length) {
      const opening = this.#open(this.#wanted[this.#started++]!);
      // It may fail long before it is its turn; the failure is met in next().
      opening.catch(() => undefined);
      this.#opened.push(opening);
    }
  }

  async #open(segment: Segment): Promise<ReadableStream<Uint8Array>> {
    if (segment.kind !== "object") throw new TypeError("only objects are opened");
    const { key, etag, size } = segment.object;
    const stream = await this.#source.open(key, {
      etag,
      size,
      offset: segment.offset,
      length: segmentLength(segment),
    });
    if (!stream) throw new ObjectChangedError(key);
    return stream;
  }
}
