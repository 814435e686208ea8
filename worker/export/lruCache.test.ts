import { expect, it } from "vitest";
import { LruCache } from "./lruCache.ts";

it("2§7 values of one export are cached for the next, up to a total size; the least recently used is evicted first", () => {
  const createdValues: string[] = [];
  const cache = new LruCache<string>(10, (value) => value.length);
  const make = (value: string) => {
    createdValues.push(value);
    return value;
  };
  const lookup = (value: string) => cache.getOrCreate(value, () => make(value));
  for (const value of ["aaaa", "bbbb", "aaaa", "cccc", "aaaa", "cccc"]) expect(lookup(value)).toBe(value);
  expect(createdValues).toEqual(["aaaa", "bbbb", "cccc"]);
  lookup("bbbb");
  lookup("cccc");
  expect(createdValues).toEqual(["aaaa", "bbbb", "cccc", "bbbb"]);
  const long = "d".repeat(11);
  lookup(long);
  lookup(long);
  lookup("cccc");
  expect(createdValues.slice(4)).toEqual([long, long, "cccc"]);
});
