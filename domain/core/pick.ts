/** The named fields of an object. */
export function pick<T extends object, K extends keyof T & string>(
  from: Readonly<T>,
  keys: Iterable<K>,
): Pick<T, K>;
export function pick<T>(from: Readonly<Record<string, T>>, keys: Iterable<string>): Record<string, T>;
export function pick(from: Readonly<Record<string, unknown>>, keys: Iterable<string>) {
  return Object.fromEntries([...keys].map((key) => [key, from[key]]));
}
