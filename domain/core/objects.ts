/** Returns an object with only the given keys. */
export function pick<T extends object, K extends keyof T & string>(
  source: Readonly<T>,
  keys: Iterable<K>,
): Pick<T, K>;
export function pick<T>(source: Readonly<Record<string, T>>, keys: Iterable<string>): Record<string, T>;
export function pick(source: Readonly<Record<string, unknown>>, keys: Iterable<string>) {
  return Object.fromEntries([...keys].map((key) => [key, source[key]]));
}

/** `Object.keys` with its type, for objects without keys beyond those of their type, such as constant tables. */
export function keysOf<T extends object>(object: T): (keyof T & string)[];
export function keysOf(object: object): string[] {
  return Object.keys(object);
}

/** `Object.entries` with its types, for objects without keys beyond those of their type. */
export function entriesOf<T extends object>(object: T): [keyof T & string, T[keyof T & string]][];
export function entriesOf(object: object): [string, unknown][] {
  return Object.entries(object);
}

/** Returns an object with the same keys and converted values. */
export function mapValues<K extends string, T, V>(
  object: Readonly<Record<K, T>>,
  convert: (value: T, key: K) => V,
): Record<K, V>;
export function mapValues(
  object: Readonly<Record<string, unknown>>,
  convert: (value: unknown, key: string) => unknown,
) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, convert(value, key)]));
}

/** A property of a generic object, typed as the object's own rather than as its constraint's. */
export const propertyOf = <T, K extends keyof T>(object: T, key: K): T[K] => object[key];

/** Whether a list contains a value. */
export const isOneOf = <T extends string>(list: readonly T[], value: unknown): value is T =>
  list.some((item) => item === value);

/** Builds an object that maps each key to a value made from it. */
export function recordOf<K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V>;
export function recordOf(keys: readonly string[], make: (key: string) => unknown) {
  return Object.fromEntries(keys.map((key) => [key, make(key)]));
}

/** The values of a list that another list does not have, with their type. */
export function exclude<T extends string, X extends string>(
  list: readonly T[],
  excludedValues: readonly X[],
): Exclude<T, X>[];
export function exclude(list: readonly string[], excludedValues: readonly string[]) {
  return list.filter((item) => !excludedValues.includes(item));
}

/** A property of those values that have it, under the same keys. */
export function pluck<T extends object, P extends string>(
  object: T,
  property: P,
): {
  [K in keyof T as T[K] extends Record<P, unknown> ? K : never]: T[K] extends Record<P, infer V> ? V : never;
};
export function pluck(object: object, property: string) {
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => (property in value ? [[key, value[property]]] : [])),
  );
}
