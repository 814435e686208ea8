import { crc32 as nativeCrc32 } from "node:zlib";

/** The reversed CRC-32 polynomial that zip, PNG and gzip share. */
const polynomial = 0xedb88320;

/** CRC-32 of bytes, unsigned. */
export function crc32(bytes: Uint8Array): number {
  return nativeCrc32(bytes) >>> 0;
}

/**
 * CRC-32 of two concatenated parts, from their CRC-32s and the length of the second in bytes. With it, a zip of documents gets
 * its checksums without reading the stored photos.
 */
export function combineCrc32(first: number, second: number, secondLength: number): number {
  return (multiply(shiftOf(secondLength), first) ^ second) >>> 0;
}

/** a·b modulo the CRC polynomial, bits reversed. */
function multiply(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let mask = 0x80000000; mask !== 0; mask >>>= 1) {
    if (a & mask) product ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1;
  }
  return product >>> 0;
}

/** x^(2^n) for n = 0 … 31; the exponents repeat after that. */
const shiftPowers = (() => {
  const powers = [0x40000000];
  for (let n = 1; n < 32; n++) powers.push(multiply(powers[n - 1]!, powers[n - 1]!));
  return powers;
})();

/** x^(8·length). Lengths exceed 32 bits, so the bits are taken by division instead of shifting. */
function shiftOf(length: number): number {
  let shift = 0x80000000;
  for (let remaining = length, n = 3; remaining > 0; remaining = Math.floor(remaining / 2), n++) {
    if (remaining % 2 === 1) shift = multiply(shiftPowers[n & 31]!, shift);
  }
  return shift;
}
