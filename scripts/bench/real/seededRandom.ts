import { Random } from "#scripts/support/random.ts";

/** Random numbers for a customer's n-th documentation, and ids for its rows. */
export class RowRandom extends Random {
  readonly #customerId: number;
  readonly #index: number;
  #ids = 0;

  constructor(seed: number, customerId: number, index: number) {
    super(seed);
    this.#customerId = customerId;
    this.#index = index;
  }

  /** A UUID whose last digits encode the row: with only 32 bits of random state, two of millions would collide. */
  uuid(): string {
    const hex = hexOf(this, 20);
    const index = this.#index * 128 + this.#ids++;
    const suffix = this.#customerId.toString(16).padStart(4, "0") + index.toString(16).padStart(8, "0");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${suffix}`;
  }
}

export function hexOf(random: Random, length: number): string {
  let hex = "";
  while (hex.length < length)
    hex += Math.floor(random.next() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, "0");
  return hex.slice(0, length);
}

/** Six decimals are about ten centimetres. */
export const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
