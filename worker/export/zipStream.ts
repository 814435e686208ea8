import { crc32 } from "node:zlib";
import {
  encodeCentralRecord,
  encodeDescriptor,
  encodeEnd,
  encodeLocalHeader,
  type ZipRecord,
} from "./zipRecords";

/** A destination for a file of unknown length. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
}

const DEFLATE = 8;

/**
 * Writes a zip of text parts that are too large for memory: each part is deflated as it is written, and its sizes follow it. At most
 * 4 GiB; one part at a time.
 */
export class ZipStream {
  readonly #sink: Sink;
  readonly #modified: number;
  readonly #records: ZipRecord[] = [];
  #offset = 0;

  /** `modified`: DOS date and time of every part, see zipDate. */
  constructor(sink: Sink, modified: number) {
    this.#sink = sink;
    this.#modified = modified;
  }

  /** Writes a part, whose text `fill` gives in pieces. */
  async part(name: string, fill: (write: (text: string) => Promise<void>) => Promise<void>): Promise<void> {
    const record: ZipRecord = {
      name,
      method: DEFLATE,
      size: 0,
      packedSize: 0,
      crc32: 0,
      modified: this.#modified,
      offset: this.#offset,
      streamed: true,
    };
    await this.#write(encodeLocalHeader(record));
    const encoder = new TextEncoder();
    const { readable, writable } = new CompressionStream("deflate-raw");
    const input = writable.getWriter();
    const drained = this.#drain(readable as ReadableStream<Uint8Array>, record);
    // When the sink fails, no write may go on waiting for room.
    const failed = drained.then(() => new Promise<never>(() => undefined));
    failed.catch(() => undefined);
    try {
      await fill(async (text) => {
        const bytes = encoder.encode(text);
        record.crc32 = crc32(bytes, record.crc32);
        record.size += bytes.length;
        await Promise.race([input.write(bytes), failed]);
      });
      await Promise.race([input.close(), failed]);
      await drained;
    } catch (error) {
      await Promise.allSettled([input.abort(error), drained]);
      throw error;
    }
    record.crc32 >>>= 0;
    this.#records.push(record);
    await this.#write(encodeDescriptor(record));
  }

  text(name: string, text: string): Promise<void> {
    return this.part(name, (write) => write(text));
  }

  async close(): Promise<void> {
    const directoryOffset = this.#offset;
    for (const record of this.#records) await this.#write(encodeCentralRecord(record));
    const end = encodeEnd({
      count: this.#records.length,
      directoryOffset,
      directorySize: this.#offset - directoryOffset,
    });
    if (end.zip64) throw new RangeError("a streamed zip stays under 4 GiB");
    await this.#write(end.bytes);
  }

  async #drain(readable: ReadableStream<Uint8Array>, record: ZipRecord): Promise<void> {
    for await (const chunk of readable) {
      record.packedSize += chunk.length;
      await this.#write(chunk);
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#offset += bytes.length;
    await this.#sink.write(bytes);
  }
}
