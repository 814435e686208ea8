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
  getOrCreate(key: string, create: () => T): T {
    const cachedValue = this.#values.get(key);
    if (cachedValue !== undefined) {
      // Maps keep the order of insertion.
      this.#values.delete(key);
      this.#values.set(key, cachedValue);
      return cachedValue;
    }
    const value = create();
    this.#values.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const [oldestKey, value] of this.#values) {
      if (this.#size <= this.#maxSize) break;
      this.#values.delete(oldestKey);
      this.#size -= this.#sizeOf(value);
    }
    return value;
  }
}
