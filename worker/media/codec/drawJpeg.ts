import type { JpegStructure } from "#domain/media/jpeg/jpegWalker.ts";
import type { Size } from "../imageSize.ts";
import {
  type Appearance,
  decodeReduced,
  decodeReducedStream,
  type InMemoryJpeg,
  type ReducedPicture,
  toStoredSize,
} from "./decodeReduced.ts";
import { encodeJpeg } from "./encoder.ts";
import { resamplePicture } from "./resample.ts";
import { computeRasterBytes } from "./streamedRaster.ts";

/** The JPEG to create: exactly this size, quality 1 to 100. */
export interface JpegSpec extends Size {
  quality: number;
  /** If it takes more bytes, its quality is lowered until it fits or would show blocks. */
  maxBytes?: number;
}

/** Qualities for pictures that take too many bytes. In lower ones, blocks show. */
const lowerQualities = [50, 35];

/** Bytes of a rendition's pixels, which stay in memory while other requests run. */
const renditionPixelBytes = 8 * 1024 * 1024;

/** Bytes that an isolate holds while it draws an original of this many bytes, not counting the codec's own memory. */
export const estimateMemory = (bytes: number): number => bytes + renditionPixelBytes;

type Specs = readonly [JpegSpec, ...JpegSpec[]];

/**
 * Draws an original in several sizes, the largest first, each without metadata. It is decoded once. Between the steps, each of
 * which takes up to a few tenths of a second of CPU time, other requests can run.
 * @param options with `giveUp`, the original is released as soon as the decoder has it, and is empty afterwards
 * @returns the JPEGs in the same order; null for pictures that the codec does not handle
 */
export async function resizeWithCodec(
  jpeg: InMemoryJpeg,
  appearance: Appearance,
  specs: Specs,
  { giveUp: releaseInput = false } = {},
): Promise<Uint8Array[] | null> {
  return encodeAll(await decodeReduced(jpeg, appearance, specs[0], releaseInput), specs);
}

/** Bytes that an isolate holds while it draws a picture from its stream; null if it cannot be streamed. */
export function estimateStreamMemory(
  structure: JpegStructure,
  appearance: Appearance,
  size: Size,
): number | null {
  const bytes = computeRasterBytes(structure, toStoredSize(appearance, size));
  return bytes === null ? null : bytes + renditionPixelBytes;
}

/** The same for an original that is too large to be held, from its stream. */
export async function resizeStream(
  structure: JpegStructure,
  open: () => Promise<ReadableStream<Uint8Array>>,
  appearance: Appearance,
  specs: Specs,
): Promise<Uint8Array[] | null> {
  return encodeAll(await decodeReducedStream(structure, open, appearance, specs[0]), specs);
}

async function encodeAll(decodedPicture: ReducedPicture | null, specs: Specs): Promise<Uint8Array[] | null> {
  if (!decodedPicture) return null;
  const { grey } = decodedPicture;
  let picture: ReducedPicture = decodedPicture;
  const jpegs = [];
  for (const spec of specs) {
    await scheduler.wait(0);
    if (spec !== specs[0]) picture = { ...resamplePicture({ ...picture, channels: 4 }, spec), grey };
    let jpeg = encodeJpeg(picture, spec.quality, { grey });
    for (const quality of lowerQualities) {
      if (jpeg.length <= (spec.maxBytes ?? Number.POSITIVE_INFINITY) || quality >= spec.quality) continue;
      await scheduler.wait(0);
      jpeg = encodeJpeg(picture, quality, { grey });
    }
    jpegs.push(jpeg);
  }
  return jpegs;
}
