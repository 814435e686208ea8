/** An iterable that creates its items anew in each iteration. */
export const createLazyIterable = <T>(create: () => Iterator<T>): Iterable<T> => ({
  [Symbol.iterator]: create,
});

/** Whether a list is empty; creates only its first item. */
export function isEmpty(list: Iterable<unknown>): boolean {
  for (const _ of list) return false;
  return true;
}

/** Caches a function's results for as long as their keys live. */
export function memoize<K extends object, V>(create: (key: K) => V): (key: K) => V {
  const cache = new WeakMap<K, { value: V }>();
  return (key) => {
    const entry = cache.get(key);
    if (entry) return entry.value;
    const value = create(key);
    cache.set(key, { value });
    return value;
  };
}
