import { expect, test } from "vitest";
import { combineCrc32, crc32 } from "./crc32";

test("design: exports know the CRC-32 of a whole from its parts", () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) >> 3);
  for (const cut of [0, 1, 2, 63, 64, 65, 2500, 4999, 5000]) {
    const [first, second] = [bytes.subarray(0, cut), bytes.subarray(cut)];
    expect(combineCrc32(crc32(first), crc32(second), second.length)).toBe(crc32(bytes));
  }
});

test("design: exports know the CRC-32 of parts beyond 4 GiB", () => {
  // Zero bytes in two halves of 3 GiB, and in halves of halves: every way of adding them up agrees.
  const gibibyte = 2 ** 30;
  const zeros = (bytes: number): number =>
    bytes === 1024
      ? crc32(new Uint8Array(1024))
      : combineCrc32(zeros(bytes / 2), zeros(bytes / 2), bytes / 2);
  const one = zeros(gibibyte);
  let six = one;
  for (let added = 1; added < 6; added++) six = combineCrc32(six, one, gibibyte);
  let rest = one;
  for (let added = 1; added < 5; added++) rest = combineCrc32(rest, one, gibibyte);
  expect(combineCrc32(one, rest, 5 * gibibyte)).toBe(six);
});
