/** Huffman tables: 0 and 1 for DC coefficients, 2 and 3 for AC; luma and chroma each. */
export const tableCount = 4;

/** The order in which the coefficients of a block are written. */
export const zigzag = Uint8Array.from([
  ...[0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48],
  ...[41, 34, 27, 20, 13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23],
  ...[30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63],
]);

/** ZRL: sixteen zeros. */
const zeroRunLength = 0xf0;
/** EOB: only zeros remain. */
const endOfBlock = 0;
/** A chunk takes half a megabyte. */
const tokensPerChunk = 1 << 17;
/** The largest coefficient of baseline JPEG. */
const maxCoefficient = 1023;

/**
 * The tokens of a picture's blocks: symbols with their extra bits, collected before the symbol frequencies are known. A token has
 * its table in the lowest two bits, the symbol in the next eight and the extra bits above.
 */
export class TokenBuffer {
  readonly frequencies = Array.from({ length: tableCount }, () => new Uint32Array(256));
  /** In chunks: growing a buffer would briefly double its memory. */
  readonly #fullChunks: Uint32Array[] = [];
  #tokens = new Uint32Array(tokensPerChunk);
  #count = 0;
  readonly #previousDcs = new Int32Array(3);

  /** All tokens in order, as chunks. */
  get chunks(): readonly Uint32Array[] {
    return [...this.#fullChunks, this.#tokens.subarray(0, this.#count)];
  }

  /**
   * Adds a block of a component.
   * @param block its 64 DCT coefficients, by rows
   * @param factors multipliers applied before rounding, in zigzag order
   */
  add(component: number, block: Float64Array, factors: Float64Array): void {
    const tableOffset = component === 0 ? 0 : 1;
    if (this.#count + 64 > tokensPerChunk) {
      this.#fullChunks.push(this.#tokens.subarray(0, this.#count));
      this.#tokens = new Uint32Array(tokensPerChunk);
      this.#count = 0;
    }
    const [tokens, dcFrequencies, acFrequencies] = [
      this.#tokens,
      this.frequencies[tableOffset]!,
      this.frequencies[2 + tableOffset]!,
    ];
    let count = this.#count;
    const dc = roundCoefficient(block[0]! * factors[0]!);
    const difference = dc - this.#previousDcs[component]!;
    this.#previousDcs[component] = dc;
    const size = 32 - Math.clz32(Math.abs(difference));
    dcFrequencies[size]!++;
    tokens[count++] = (getExtraBits(difference, size) << 10) | (size << 2) | tableOffset;
    const table = 2 + tableOffset;
    let zeroCount = 0;
    for (let zigzagIndex = 1; zigzagIndex < 64; zigzagIndex++) {
      const value = roundCoefficient(block[zigzag[zigzagIndex]!]! * factors[zigzagIndex]!);
      if (value === 0) {
        zeroCount++;
        continue;
      }
      for (; zeroCount > 15; zeroCount -= 16) {
        acFrequencies[zeroRunLength]!++;
        tokens[count++] = (zeroRunLength << 2) | table;
      }
      const length = 32 - Math.clz32(Math.abs(value));
      const symbol = (zeroCount << 4) | length;
      acFrequencies[symbol]!++;
      tokens[count++] = (getExtraBits(value, length) << 10) | (symbol << 2) | table;
      zeroCount = 0;
    }
    if (zeroCount > 0) {
      acFrequencies[endOfBlock]!++;
      tokens[count++] = (endOfBlock << 2) | table;
    }
    this.#count = count;
  }
}

/** The offset makes the number positive, so that truncating it rounds. */
const roundCoefficient = (value: number): number =>
  Math.max(-maxCoefficient, Math.min(maxCoefficient, ((value + 16384.5) | 0) - 16384));

/** The extra bits of a number with this many bits: negative ones minus one, as JPEG stores them. */
const getExtraBits = (value: number, length: number): number =>
  value < 0 ? value + (1 << length) - 1 : value;
