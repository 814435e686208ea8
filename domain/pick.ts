/** The named fields of an object. */
export const pick = <T>(from: Readonly<Record<string, T>>, keys: Iterable<string>): Record<string, T> =>
  Object.fromEntries([...keys].map((key) => [key, from[key] as T]));
