import type { Size } from "../size.ts";
import { encodeJpeg } from "./encoder.ts";
import { resampleTo } from "./resample.ts";
import { type Appearance, decodeShrunk } from "./shrink.ts";

/** The JPEG to make: exactly this size, quality 1 to 100. */
export interface JpegSpec extends Size {
  quality: number;
}

/** Bytes of a rendition's pixels, which stay in memory while other requests run. */
const pixelBytes = 8 * 1024 * 1024;

/** Bytes that an isolate holds while it draws an original of this many bytes, not counting the codec's own memory. */
export const memoryFor = (bytes: number): number => bytes + pixelBytes;

/**
 * Draws an original in several sizes, the largest first, each without metadata. It is decoded once. Between the steps, each of
 * which takes up to some tenths of a second of CPU time, other requests can run.
 * @param options with `giveUp`, the original is released as soon as the decoder has it, and is empty afterwards
 * @returns the JPEGs in the same order; null for pictures that the codec does not handle
 */
export async function resizeWithCodec(
  jpeg: Uint8Array,
  appearance: Appearance,
  [largest, ...rest]: readonly [JpegSpec, ...JpegSpec[]],
  { giveUp = false } = {},
): Promise<Uint8Array[] | null> {
  let picture = await decodeShrunk(jpeg, appearance, largest, giveUp);
  if (!picture) return null;
  const { grey } = picture;
  const jpegs = [];
  for (const spec of [largest, ...rest]) {
    await scheduler.wait(0);
    if (spec !== largest) picture = { ...resampleTo({ ...picture, channels: 4 }, spec), grey };
    jpegs.push(encodeJpeg(picture, spec.quality, { grey }));
  }
  return jpegs;
}
