import { expect, it } from "vitest";
import { LruCache } from "./lruCache.ts";

it("2§7 values of one export are cached for the next, up to a total size; the least recently used is evicted first", () => {
  const made: string[] = [];
  const remembered = new LruCache<string>(10, (value) => value.length);
  const make = (value: string) => {
    made.push(value);
    return value;
  };
  const ask = (value: string) => remembered.of(value, () => make(value));
  for (const value of ["aaaa", "bbbb", "aaaa", "cccc", "aaaa", "cccc"]) expect(ask(value)).toBe(value);
  expect(made).toEqual(["aaaa", "bbbb", "cccc"]);
  ask("bbbb");
  ask("cccc");
  expect(made).toEqual(["aaaa", "bbbb", "cccc", "bbbb"]);
  const long = "d".repeat(11);
  ask(long);
  ask(long);
  ask("cccc");
  expect(made.slice(4)).toEqual([long, long, "cccc"]);
});
