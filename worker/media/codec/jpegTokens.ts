/** Symbols of a table, and its number: 0 and 1 for the first number of a block, 2 and 3 for the others; of brightness and of colours. */
export const tables = 4;

/** The order in which a block's numbers are written. */
export const zigzag = Uint8Array.from([
  ...[0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48],
  ...[41, 34, 27, 20, 13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23],
  ...[30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63],
]);

/** Sixteen zeros. */
const zeroRunLength = 0xf0;
/** Nothing but zeros from here on. */
const endOfBlock = 0;
/** Tokens that are held together. */
const chunkTokens = 1 << 17;
/** The largest number that baseline JPEG writes. */
const maxCoefficient = 1023;

/**
 * What a picture's blocks come to, before it is known how often each symbol occurs: symbols with the bits that follow them. A token has
 * its table in the lower two bits, the symbol in the next eight and the bits above.
 */
export class Tokens {
  readonly frequencies = Array.from({ length: tables }, () => new Uint32Array(256));
  /** In pieces: one that grew would be there twice while it does. */
  readonly #full: Uint32Array[] = [];
  #tokens = new Uint32Array(chunkTokens);
  #count = 0;
  readonly #before = new Int32Array(3);

  /** All of them, in their order. */
  get all(): readonly Uint32Array[] {
    return [...this.#full, this.#tokens.subarray(0, this.#count)];
  }

  /**
   * Adds a block of a component.
   * @param block its 64 numbers, by rows
   * @param factors what each is multiplied with before it is rounded, in the order of `zigzag`
   */
  add(component: number, block: Float64Array, factors: Float64Array): void {
    const colours = component === 0 ? 0 : 1;
    if (this.#count + 64 > chunkTokens) {
      this.#full.push(this.#tokens.subarray(0, this.#count));
      this.#tokens = new Uint32Array(chunkTokens);
      this.#count = 0;
    }
    const [tokens, first, others] = [
      this.#tokens,
      this.frequencies[colours]!,
      this.frequencies[2 + colours]!,
    ];
    let count = this.#count;
    const even = rounded(block[0]! * factors[0]!);
    const step = even - this.#before[component]!;
    this.#before[component] = even;
    const size = 32 - Math.clz32(Math.abs(step));
    first[size]!++;
    tokens[count++] = (bitsOf(step, size) << 10) | (size << 2) | colours;
    const table = 2 + colours;
    let zeros = 0;
    for (let k = 1; k < 64; k++) {
      const value = rounded(block[zigzag[k]!]! * factors[k]!);
      if (value === 0) {
        zeros++;
        continue;
      }
      for (; zeros > 15; zeros -= 16) {
        others[zeroRunLength]!++;
        tokens[count++] = (zeroRunLength << 2) | table;
      }
      const length = 32 - Math.clz32(Math.abs(value));
      const symbol = (zeros << 4) | length;
      others[symbol]!++;
      tokens[count++] = (bitsOf(value, length) << 10) | (symbol << 2) | table;
      zeros = 0;
    }
    if (zeros > 0) {
      others[endOfBlock]!++;
      tokens[count++] = (endOfBlock << 2) | table;
    }
    this.#count = count;
  }
}

/** Adding a half of something large first makes cutting off rounding. */
const rounded = (value: number): number =>
  Math.max(-maxCoefficient, Math.min(maxCoefficient, ((value + 16384.5) | 0) - 16384));

/** A number of so many bits as JPEG writes it: negative ones less one. */
const bitsOf = (value: number, length: number): number => (value < 0 ? value + (1 << length) - 1 : value);
