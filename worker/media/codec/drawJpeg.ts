import type { Size } from "../size.ts";
import { encodeJpeg } from "./encoder.ts";
import { resampleTo } from "./resample.ts";
import { type Appearance, decodeShrunk } from "./shrink.ts";

/** A JPEG to be made: exactly this size, of a quality of 1 to 100. */
export interface JpegSpec extends Size {
  quality: number;
}

/** Bytes of the pixels of a rendition, which are held while other requests have their turn. */
const pixelBytes = 8 * 1024 * 1024;

/** Bytes that an isolate holds while an original of this many is drawn, beside the codec's own. */
export const memoryFor = (bytes: number): number => bytes + pixelBytes;

/**
 * Draws an original in several sizes, the largest first, each without any metadata. It is decoded once, and other requests have their
 * turn between the steps: each takes the processor for up to some tenths of a second.
 * @param options with `giveUp`, the original is let go as soon as the decoder has it: it is empty afterwards
 * @returns their bytes in the same order; null for what the codec is not for
 */
export async function resizeWithCodec(
  jpeg: Uint8Array,
  look: Appearance,
  [largest, ...others]: readonly [JpegSpec, ...JpegSpec[]],
  { giveUp = false } = {},
): Promise<Uint8Array[] | null> {
  let picture = await decodeShrunk(jpeg, look, largest, giveUp);
  if (!picture) return null;
  const { grey } = picture;
  const drawn = [];
  for (const request of [largest, ...others]) {
    await scheduler.wait(0);
    if (request !== largest) picture = { ...resampleTo({ ...picture, channels: 4 }, request), grey };
    drawn.push(encodeJpeg(picture, request.quality, { grey }));
  }
  return drawn;
}
