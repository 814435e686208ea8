/** A least-recently-used cache within an isolate, limited by the total size of its values. */
export class LruCache<T extends object | string | boolean | null> {
  readonly #maxSize: number;
  readonly #sizeOf: (value: T) => number;
  readonly #values = new Map<string, T>();
  #size = 0;

  constructor(maxSize: number, sizeOf: (value: T) => number) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  /** Returns the cached value of a key, or makes it. Callers must not change it. */
  of(key: string, create: () => T): T {
    const cached = this.#values.get(key);
    if (cached !== undefined) {
      // Maps keep the order of insertion.
      this.#values.delete(key);
      this.#values.set(key, cached);
      return cached;
    }
    const value = create();
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
