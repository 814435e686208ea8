/** What an isolate has made and keeps for the next one who asks, up to a size in all; what was asked for least recently goes first. */
export class LruCache<T> {
  readonly #most: number;
  readonly #sizeOf: (value: T) => number;
  readonly #values = new Map<string, T>();
  #size = 0;

  constructor(max: number, sizeOf: (value: T) => number) {
    this.#most = max;
    this.#sizeOf = sizeOf;
  }

  /** The value of a key, made where it is not kept. Whoever gets it leaves it as it is. */
  of(key: string, make: () => T): T {
    if (this.#values.has(key)) {
      const known = this.#values.get(key) as T;
      // Maps keep the order of insertion.
      this.#values.delete(key);
      this.#values.set(key, known);
      return known;
    }
    const made = make();
    this.#values.set(key, made);
    this.#size += this.#sizeOf(made);
    for (const [oldest, value] of this.#values) {
      if (this.#size <= this.#most) break;
      this.#values.delete(oldest);
      this.#size -= this.#sizeOf(value);
    }
    return made;
  }
}
