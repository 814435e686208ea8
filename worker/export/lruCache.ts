/** A least-recently-used cache for values of an isolate, limited by their total size. */
export class LruCache<T extends object | string | boolean | null> {
  readonly #maxSize: number;
  readonly #sizeOf: (value: T) => number;
  readonly #values = new Map<string, T>();
  #size = 0;

  constructor(max: number, sizeOf: (value: T) => number) {
    this.#maxSize = max;
    this.#sizeOf = sizeOf;
  }

  /** Returns the cached value of a key, or makes it. Callers must not change it. */
  of(key: string, make: () => T): T {
    const cached = this.#values.get(key);
    if (cached !== undefined) {
      // Maps keep the order of insertion.
      this.#values.delete(key);
      this.#values.set(key, cached);
      return cached;
    }
    const value = make();
    this.#values.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const [oldest, value] of this.#values) {
      if (this.#size <= this.#maxSize) break;
      this.#values.delete(oldest);
      this.#size -= this.#sizeOf(value);
    }
    return value;
  }
}
