import type { Size } from "../size.ts";
import { lazyLoad } from "./lazyLoad.ts";

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

/** So often it may break down in one isolate: the memory of an instance that did stays taken for some time. */
const maxCrashes = 3;

/** At least as large as it is. */
export const fullSize: Size = { width: 65_535, height: 65_535 };

const compiled = lazyLoad(async () => (await import("imagescript/wasm/any/jpeg.wasm")).default);

/** One for all pictures, because memory never shrinks and that of a second one would come on top. */
let instance: Exports | null = null;
let crashes = 0;

/** Whether it has broken down too often to be given more of what comes from outside. */
export const isUnreliable = (): boolean => crashes >= maxCrashes;

/**
 * Decodes a JPEG to the smallest of its whole, half, quarter and eighth that is at least of a size, and answers what `use` makes of it.
 * The raster lies in the decoder's memory and is gone when `use` returns. Null for what the decoder refuses: the bytes may be broken,
 * or of a kind that it does not know. With `giveUp`, the array of the JPEG is let go as soon as the decoder has its bytes.
 */
export async function decodeScaled<T>(
  jpeg: Uint8Array,
  { width, height }: Size,
  use: (raster: Raster) => T,
  { giveUp = false } = {},
): Promise<T | null> {
  const module = await compiled();
  // Nothing waits from here on: one instance serves every request.
  instance ??= new WebAssembly.Instance(module).exports as unknown as Exports;
  const decoder = instance;
  const picture = decodedBy(decoder, jpeg, { width, height }, giveUp);
  if (picture === null) return null;
  try {
    const raster = rasterOf(decoder, picture);
    return raster && use(raster);
  } finally {
    decoder.decode_free(picture);
  }
}

/** The picture's pointer; null when the decoder refuses it, or breaks down and is not to be used again. */
function decodedBy(
  decoder: Exports,
  jpeg: Uint8Array,
  { width, height }: Size,
  giveUp: boolean,
): number | null {
  const { length } = jpeg;
  try {
    const at = decoder.walloc(length);
    new Uint8Array(decoder.memory.buffer, at, length).set(jpeg);
    // At once, and not when it is collected.
    if (giveUp && jpeg.buffer instanceof ArrayBuffer) jpeg.buffer.transfer(0);
    const picture = decoder.decode(at, length, width, height);
    return picture > 1 ? picture : null;
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    instance = null;
    crashes += 1;
    return null;
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
