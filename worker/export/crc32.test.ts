import { expect, test } from "vitest";
import { combineCrc32, crc32 } from "./crc32.ts";

test("design: exports combine the CRC-32 of parts", () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) >> 3);
  for (const splitIndex of [0, 1, 2, 63, 64, 65, 2500, 4999, 5000]) {
    const [first, second] = [bytes.subarray(0, splitIndex), bytes.subarray(splitIndex)];
    expect(combineCrc32(crc32(first), crc32(second), second.length)).toBe(crc32(bytes));
  }
});

test("design: exports combine the CRC-32 of parts beyond 4 GiB", () => {
  // Six GiB of zeros, combined from the front and from the back.
  const gibibyte = 2 ** 30;
  let gibibyteChecksum = crc32(new Uint8Array(1024));
  for (let length = 1024; length < gibibyte; length *= 2)
    gibibyteChecksum = combineCrc32(gibibyteChecksum, gibibyteChecksum, length);
  let wholeChecksum = gibibyteChecksum;
  for (let count = 1; count < 6; count++)
    wholeChecksum = combineCrc32(wholeChecksum, gibibyteChecksum, gibibyte);
  let tailChecksum = gibibyteChecksum;
  for (let count = 1; count < 5; count++)
    tailChecksum = combineCrc32(tailChecksum, gibibyteChecksum, gibibyte);
  expect(combineCrc32(gibibyteChecksum, tailChecksum, 5 * gibibyte)).toBe(wholeChecksum);
});
