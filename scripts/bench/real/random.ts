import type { Random } from "../../demo/drawing/random.ts";

export function uuidFrom(random: Random): string {
  const hex = hexOf(random, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export function hexOf(random: Random, length: number): string {
  let hex = "";
  while (hex.length < length)
    hex += Math.floor(random.next() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, "0");
  return hex.slice(0, length);
}

/** Six decimals are about ten centimetres. */
export const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
