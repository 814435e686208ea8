/** A list that makes its items during each iteration. */
export const lazy = <T>(make: () => Iterator<T>): Iterable<T> => ({ [Symbol.iterator]: make });

/** Whether a list is empty; makes only its first item. */
export function isEmpty(list: Iterable<unknown>): boolean {
  for (const _ of list) return false;
  return true;
}

/** Caches a function's results for as long as their keys live. */
export function memoize<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const cache = new WeakMap<K, { value: V }>();
  return (key) => {
    const cached = cache.get(key);
    if (cached) return cached.value;
    const value = make(key);
    cache.set(key, { value });
    return value;
  };
}
