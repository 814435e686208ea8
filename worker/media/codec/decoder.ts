import type { Size } from "../imageSize.ts";
import { createLazyLoader } from "./lazyLoad.ts";

/** Exports of the WebAssembly decoder; pointers and lengths are in bytes of its memory. */
type DecoderExports = {
  memory: WebAssembly.Memory;
  walloc: (length: number) => number;
  /** The length of the buffer returned last. */
  wlen: () => number;
  /** Takes ownership of the bytes; returns a picture, or 0 or 1 on failure. */
  decode: (bytes: number, length: number, width: number, height: number) => number;
  decode_width: (picture: number) => number;
  decode_height: (picture: number) => number;
  /** 0 grey, 1 RGB, 3 CMYK. */
  decode_format: (picture: number) => number;
  decode_buffer: (picture: number) => number;
  decode_free: (picture: number) => void;
};

/**
 * Decoded rows without padding, `channels` bytes per pixel, as stored in the file: neither orientation nor colour profile is
 * applied.
 */
export interface Raster extends Size {
  data: Uint8Array;
  channels: 1 | 3;
}

/** Larger than any JPEG: `decodeScaled` then decodes at full size. */
export const fullSize: Size = { width: 65_535, height: 65_535 };

const loadModule = createLazyLoader(async () => (await import("imagescript/wasm/any/jpeg.wasm")).default);

/** One instance for all pictures: memory never shrinks, and a second instance would add its own. */
let decoderInstance: DecoderExports | null = null;

/**
 * Decodes a JPEG at the smallest scale (full, half, quarter or eighth) that is at least `size`, and returns the result of `handleRaster`.
 * The raster is in the decoder's memory and is invalid once `handleRaster` returns. Null if the decoder rejects the JPEG: it is broken or
 * of an unsupported kind.
 * @param parts the JPEG, in parts that are copied one after the other
 * @param options `onCopied` is called as soon as the decoder has the bytes
 */
export async function decodeScaled<T>(
  parts: readonly Uint8Array[],
  size: Size,
  handleRaster: (raster: Raster) => T,
  { onCopied = () => {} }: { onCopied?: () => void } = {},
): Promise<T | null> {
  const module = await loadModule();
  // No await from here on: one instance serves every request.
  // Cast: the types of a module's exports are known only from its source.
  decoderInstance ??= new WebAssembly.Instance(module).exports as DecoderExports;
  const decoder = decoderInstance;
  const picture = decodePicture(decoder, parts, size, onCopied);
  if (picture === null) return null;
  try {
    const raster = readRaster(decoder, picture);
    return raster && handleRaster(raster);
  } finally {
    decoder.decode_free(picture);
  }
}

/**
 * The picture's pointer; null when the decoder rejects the JPEG, or crashes. The next picture then gets a new instance, however often
 * that happens: what one sender sends must not change how others' photos are drawn.
 */
function decodePicture(
  decoder: DecoderExports,
  parts: readonly Uint8Array[],
  { width, height }: Size,
  onCopied: () => void,
): number | null {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  try {
    const pointer = decoder.walloc(length);
    const memory = new Uint8Array(decoder.memory.buffer, pointer, length);
    let offset = 0;
    for (const part of parts) {
      memory.set(part, offset);
      offset += part.length;
    }
    onCopied();
    const picture = decoder.decode(pointer, length, width, height);
    return picture > 1 ? picture : null;
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    decoderInstance = null;
    return null;
  }
}

function readRaster(decoder: DecoderExports, picture: number): Raster | null {
  const format = decoder.decode_format(picture);
  if (format !== 0 && format !== 1) return null;
  const [width, height] = [decoder.decode_width(picture), decoder.decode_height(picture)];
  const channels = format === 0 ? 1 : 3;
  const data = new Uint8Array(decoder.memory.buffer, decoder.decode_buffer(picture), decoder.wlen());
  return data.length === width * height * channels ? { data, width, height, channels } : null;
}
