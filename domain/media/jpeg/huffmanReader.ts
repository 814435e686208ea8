import { RefusedPhoto } from "./photoRefusal.ts";

/** Code length in the upper byte and symbol in the lower, by the next 16 bits of the data; 0 for no code. */
export type HuffmanLookup = Uint16Array;

/** The tables of a DHT segment by class and number: 0 to 3 for DC, 16 to 19 for AC. @throws RefusedPhoto for impossible tables */
export function parseHuffmanTables(payload: Uint8Array, tables: Map<number, HuffmanLookup>): void {
  for (let offset = 0; offset + 17 <= payload.length; ) {
    const id = payload[offset]!;
    const counts = payload.subarray(offset + 1, offset + 17);
    const lookup = new Uint16Array(1 << 16);
    offset += 17;
    let code = 0;
    for (let length = 1; length <= 16; length++) {
      const span = 1 << (16 - length);
      for (let remainingCount = counts[length - 1]!; remainingCount > 0; remainingCount--) {
        const symbol = payload[offset++];
        if (symbol === undefined || code + span > lookup.length)
          throw new RefusedPhoto("photoCorrupt", "a broken Huffman table");
        lookup.fill((length << 8) | symbol, code, code + span);
        code += span;
      }
    }
    tables.set(id, lookup);
  }
}

/** Reads the bits of entropy-coded data. After a marker or the end of the bytes it reads zeros, and records that. */
export class BitReader {
  #bytes: Uint8Array = new Uint8Array(0);
  #position = 0;
  #bits = 0;
  #bitCount = 0;
  /** Bits in the buffer that are not in the data. */
  #paddingBits = 0;

  /** Continues with bytes that contain those not yet read. */
  attach(bytes: Uint8Array, position: number): void {
    this.#bytes = bytes;
    this.#position = position;
  }

  /** The position of the next byte to read, up to three bytes ahead of the bits used so far. */
  get position(): number {
    return this.#position;
  }

  /** The position after the last byte of which bits were used. */
  get end(): number {
    let position = this.#position;
    for (let unusedBytes = (this.#bitCount - this.#paddingBits) >> 3; unusedBytes > 0; unusedBytes--)
      position -= this.#bytes[position - 1] === 0 && this.#bytes[position - 2] === 0xff ? 2 : 1;
    return position;
  }

  /** Whether more bits were used than the data contains. */
  get isOverrun(): boolean {
    return this.#bitCount < this.#paddingBits;
  }

  /** Discards the remaining bits of the current byte. */
  reset(): void {
    this.#bits = 0;
    this.#bitCount = 0;
    this.#paddingBits = 0;
  }

  /**
   * Skips the next restart marker, and the bytes that some cameras write before it. Returns false if another marker comes first.
   */
  skipRestart(): boolean {
    const bytes = this.#bytes;
    for (let index = bytes.indexOf(0xff, this.end); index >= 0; index = bytes.indexOf(0xff, index + 1)) {
      const code = bytes[index + 1];
      if (code === 0 || code === 0xff) continue;
      if (code === undefined || code < 0xd0 || code > 0xd7) return false;
      this.#position = index + 2;
      this.reset();
      return true;
    }
    return false;
  }

  /** The next symbol; -1 if no code of the table matches. */
  readSymbol(lookup: HuffmanLookup): number {
    if (this.#bitCount < 16) this.#load();
    const entry = lookup[(this.#bits >>> (this.#bitCount - 16)) & 0xffff]!;
    if (entry === 0) return -1;
    this.#bitCount -= entry >> 8;
    return entry & 0xff;
  }

  /** The next bits as a number, at most 16. */
  readBits(length: number): number {
    if (length === 0) return 0;
    if (this.#bitCount < length) this.#load();
    this.#bitCount -= length;
    return (this.#bits >>> this.#bitCount) & ((1 << length) - 1);
  }

  #load(): void {
    const bytes = this.#bytes;
    while (this.#bitCount <= 24) {
      let byte = 0;
      const nextByte = bytes[this.#position];
      if (nextByte !== undefined && nextByte !== 0xff) {
        byte = nextByte;
        this.#position++;
      } else if (nextByte === 0xff && bytes[this.#position + 1] === 0) {
        byte = 0xff;
        this.#position += 2;
      } else this.#paddingBits += 8;
      this.#bits = (this.#bits << 8) | byte;
      this.#bitCount += 8;
    }
  }
}

/** The signed number that T.81 writes as `value` with `length` bits (F.2.2.1). */
export const extend = (value: number, length: number): number =>
  value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
