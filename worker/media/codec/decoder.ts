import type { Size } from "../size";
import { once } from "./once";

/** What the decoder exports; pointers and lengths are bytes of its memory. */
interface Exports {
  memory: WebAssembly.Memory;
  walloc: (length: number) => number;
  /** The length of what was returned last. */
  wlen: () => number;
  /** Takes the bytes over, and returns a picture, or 0 or 1 when it cannot. */
  decode: (bytes: number, length: number, width: number, height: number) => number;
  decode_width: (picture: number) => number;
  decode_height: (picture: number) => number;
  /** 0 grey, 1 RGB, 3 CMYK. */
  decode_format: (picture: number) => number;
  decode_buffer: (picture: number) => number;
  decode_free: (picture: number) => void;
}

/** Decoded rows without padding, `channels` bytes a pixel, as stored in the file: no orientation and no colour profile is applied. */
export interface Raster extends Size {
  data: Uint8Array;
  channels: 1 | 3;
}

/** An instance's memory never shrinks: one that has grown beyond this many bytes is not kept. */
const KEPT = 32 * 1024 * 1024;

/** At least as large as it is. */
export const WHOLE: Size = { width: 65_535, height: 65_535 };

const compiled = once(async () => (await import("imagescript/wasm/any/jpeg.wasm")).default);

let instance: Exports | null = null;

/**
 * Decodes a JPEG to the smallest of its whole, half, quarter and eighth that is at least of a size, and answers what `use` makes of it.
 * The raster lies in the decoder's memory and is gone when `use` returns. Null for what the decoder refuses: the bytes may be broken,
 * or of a kind that it does not know.
 */
export async function decodeScaled<T>(
  jpeg: Uint8Array,
  { width, height }: Size,
  use: (raster: Raster) => T,
): Promise<T | null> {
  const module = await compiled();
  // Nothing waits from here on: one instance serves every request.
  instance ??= new WebAssembly.Instance(module).exports as unknown as Exports;
  const decoder = instance;
  instance = null;
  const picture = decodedBy(decoder, jpeg, { width, height });
  if (picture === null) return null;
  const raster = rasterOf(decoder, picture);
  const made = raster && use(raster);
  decoder.decode_free(picture);
  if (decoder.memory.buffer.byteLength <= KEPT) instance = decoder;
  return made;
}

/** The picture's pointer; null when the decoder refuses it. Its instance is then not to be used again: a trap leaves it half done. */
function decodedBy(decoder: Exports, jpeg: Uint8Array, { width, height }: Size): number | null {
  try {
    const at = decoder.walloc(jpeg.length);
    new Uint8Array(decoder.memory.buffer, at, jpeg.length).set(jpeg);
    const picture = decoder.decode(at, jpeg.length, width, height);
    return picture > 1 ? picture : null;
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return null;
    throw error;
  }
}

function rasterOf(decoder: Exports, picture: number): Raster | null {
  const format = decoder.decode_format(picture);
  if (format !== 0 && format !== 1) return null;
  const [width, height] = [decoder.decode_width(picture), decoder.decode_height(picture)];
  const channels = format === 0 ? 1 : 3;
  const data = new Uint8Array(decoder.memory.buffer, decoder.decode_buffer(picture), decoder.wlen());
  return data.length === width * height * channels ? { data, width, height, channels } : null;
}
