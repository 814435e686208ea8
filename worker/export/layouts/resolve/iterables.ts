/** An iterable that creates new items in each iteration. */
export const createLazyIterable = <T>(create: () => Iterator<T>): Iterable<T> => ({
  [Symbol.iterator]: create,
});

/** The items that pass a test. */
export function* filter<T>(items: Iterable<T>, test: (item: T) => boolean): Generator<T> {
  for (const item of items) if (test(item)) yield item;
}

/** Splits items into lists of at most `size`. A new list begins at an item of another group. */
export function* chunk<T>(
  items: Iterable<T>,
  size: number,
  isSameGroup: (a: T, b: T) => boolean = () => true,
): Generator<T[]> {
  let current: T[] = [];
  for (const item of items) {
    const [first] = current;
    if (first !== undefined && (current.length === size || !isSameGroup(first, item))) {
      yield current;
      current = [];
    }
    current.push(item);
  }
  if (current.length > 0) yield current;
}

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
