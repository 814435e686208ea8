import { expect, test, vi } from "vitest";
import { randomBelow } from "./random.ts";

test("1§5 all numbers are equally likely: draws that would favour small ones are repeated", () => {
  const draws = [2 ** 32 - 1, 2 ** 32 - 2, 17];
  vi.spyOn(crypto, "getRandomValues").mockImplementation((into) => {
    (into as Uint32Array)[0] = draws.shift()!;
    return into;
  });
  // 2^32 is 6 mod 10: the last six values would make 0 to 5 likelier.
  expect(randomBelow(10)).toBe(7);
  expect(draws).toEqual([]);
});

test("draws all numbers below the limit, and no others", () => {
  const numbers = new Set(Array.from({ length: 400 }, () => randomBelow(5)));
  expect([...numbers].sort()).toEqual([0, 1, 2, 3, 4]);
});
