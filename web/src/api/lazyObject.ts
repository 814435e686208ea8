/**
 * Returns a proxy that calls `create` on first use. The build wraps every contract in one (web/build/lazyContracts.ts): creating
 * all contracts took a third of a file's load time, and a screen uses few of them.
 */
export function lazyObject<T extends object>(create: () => T): T {
  let instance: T | undefined;
  const get = (): T => {
    instance ??= create();
    return instance;
  };
  // Cast: the empty target is never read, because every trap goes to the instance.
  return new Proxy({} as T, {
    get(_, key) {
      const value: unknown = Reflect.get(get(), key);
      // Methods access and cache values on `this`: the contract itself is faster than its proxy.
      return typeof value === "function" ? value.bind(get()) : value;
    },
    set: (_, key, value) => Reflect.set(get(), key, value),
    has: (_, key) => Reflect.has(get(), key),
    ownKeys: () => Reflect.ownKeys(get()),
    getOwnPropertyDescriptor(_, key) {
      const descriptor = Reflect.getOwnPropertyDescriptor(get(), key);
      // A proxy must report its properties as configurable.
      return descriptor && { ...descriptor, configurable: true };
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(get()),
  });
}
