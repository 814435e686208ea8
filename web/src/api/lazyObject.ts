/**
 * What `make` makes, made when somebody first looks into it. The build puts it around every contract (web/build/lazyContracts.ts):
 * building all that a file holds took a third of its time, and a screen uses few of them.
 */
export function lazyObject<T extends object>(make: () => T): T {
  let made: T | undefined;
  const get = (): T => {
    made ??= make();
    return made;
  };
  return new Proxy({} as T, {
    get(_, key) {
      const value: unknown = Reflect.get(get(), key);
      // Methods look into `this`, and keep what they find out there: the contract itself is quicker than its stand-in.
      return typeof value === "function" ? value.bind(get()) : value;
    },
    set: (_, key, value) => Reflect.set(get(), key, value),
    has: (_, key) => Reflect.has(get(), key),
    ownKeys: () => Reflect.ownKeys(get()),
    getOwnPropertyDescriptor(_, key) {
      const found = Reflect.getOwnPropertyDescriptor(get(), key);
      // A stand-in may only have what can be taken away again.
      return found && { ...found, configurable: true };
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(get()),
  });
}
