import { constants, crc32, deflateRawSync } from "node:zlib";
import {
  encodeCentralRecord,
  encodeDescriptor,
  encodeEndRecords,
  encodeLocalHeader,
  type ZipRecord,
} from "./zipRecords.ts";

/** A destination for a file of unknown length. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>;
}

const deflateMethod = 8;
/** Level 3 takes a quarter of the time of level 6, for sheets that are a seventh larger. */
const deflateLevel = 3;
/** Maximum bytes that deflating adds to a chunk. */
const maxDeflateOverhead = 64;
const encoder = new TextEncoder();

/**
 * Writes a zip of text parts that are too large for memory: each part is deflated as it is written, and its sizes follow it. At
 * most 4 GiB; one part at a time.
 */
export class ZipWriter {
  readonly #sink: ByteSink;
  readonly #dosTime: number;
  readonly #records: ZipRecord[] = [];
  #offset = 0;

  /** `dosTime`: DOS date and time of every part, see zipDate. */
  constructor(sink: ByteSink, dosTime: number) {
    this.#sink = sink;
    this.#dosTime = dosTime;
  }

  /** Writes a part. `writeContent` supplies its text in chunks, ideally of some hundred kilobytes. */
  async writePart(
    name: string,
    writeContent: (write: (text: string) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const record: ZipRecord = {
      name,
      method: deflateMethod,
      size: 0,
      packedSize: 0,
      crc32: 0,
      modified: this.#dosTime,
      offset: this.#offset,
      streamed: true,
    };
    await this.#write(encodeLocalHeader(record));
    const writeDeflated = async (text: string, finishFlush: number) => {
      const bytes = encoder.encode(text);
      record.crc32 = crc32(bytes, record.crc32);
      record.size += bytes.length;
      const deflatedBytes = deflateRawSync(bytes, {
        level: deflateLevel,
        finishFlush,
        chunkSize: bytes.length + maxDeflateOverhead,
      });
      record.packedSize += deflatedBytes.length;
      await this.#write(deflatedBytes);
    };
    // Each chunk is deflated separately and ends on a byte boundary, so that their concatenation is one stream.
    await writeContent((text) => writeDeflated(text, constants.Z_SYNC_FLUSH));
    await writeDeflated("", constants.Z_FINISH);
    record.crc32 >>>= 0;
    this.#records.push(record);
    await this.#write(encodeDescriptor(record));
  }

  writeText(name: string, text: string): Promise<void> {
    return this.writePart(name, (write) => write(text));
  }

  async close(): Promise<void> {
    const directoryOffset = this.#offset;
    for (const record of this.#records) await this.#write(encodeCentralRecord(record));
    const end = encodeEndRecords({
      count: this.#records.length,
      directoryOffset,
      directorySize: this.#offset - directoryOffset,
    });
    if (end.zip64) throw new RangeError("a streamed zip must be smaller than 4 GiB");
    await this.#write(end.bytes);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#offset += bytes.length;
    await this.#sink.write(bytes);
  }
}
