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
    const known = this.#values.get(key);
    if (known !== undefined) {
      // Maps keep the order of insertion.
      this.#values.delete(key);
      this.#values.set(key, known);
      return known;
    }
    const made = make();
    this.#values.set(key, made);
    this.#size += this.#sizeOf(made);
    for (const [oldest, value] of this.#values) {
      if (this.#size <= this.#maxSize) break;
      this.#values.delete(oldest);
      this.#size -= this.#sizeOf(value);
    }
    return made;
  }
}
