import type { Pixels } from "./pixels";

/** The libraries are loaded when something is drawn for the first time: most isolates never draw. */
const jpegDecoder = once(async () => {
  const [{ default: decode, init }, { default: compiled }] = await Promise.all([
    import("@jsquash/jpeg/decode"),
    import("@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm"),
  ]);
  await init(compiled);
  return decode;
});
const jpegEncoder = once(async () => {
  const [{ default: encode, init }, { default: compiled }] = await Promise.all([
    import("@jsquash/jpeg/encode"),
    import("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm"),
  ]);
  await init(compiled);
  return encode;
});
const rasteriser = once(async () => {
  const [{ initWasm, Resvg }, { default: compiled }] = await Promise.all([
    import("@resvg/resvg-wasm"),
    import("@resvg/resvg-wasm/index_bg.wasm"),
  ]);
  await initWasm(compiled);
  return Resvg;
});

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

/** The pixels of a JPEG. @throws for bytes that are none */
export async function decoded(jpeg: Uint8Array<ArrayBuffer>): Promise<Pixels> {
  const { data, width, height } = await (await jpegDecoder())(jpeg.slice().buffer);
  return { data: new Uint8ClampedArray(data), width, height };
}

/** @param quality 0 to 100 */
export async function encoded({ data, width, height }: Pixels, quality: number): Promise<Uint8Array> {
  const picture = { data, width, height, colorSpace: "srgb" } as const;
  return new Uint8Array(await (await jpegEncoder())(picture, { quality }));
}

/** The pixels of an SVG in its own size, colours multiplied by how opaque they are. Texts are drawn with the given faces alone. */
export async function rasterised(svg: string, faces: readonly Uint8Array[]): Promise<Uint8Array> {
  const Resvg = await rasteriser();
  const drawing = new Resvg(svg, { font: { fontBuffers: [...faces], defaultFontFamily: "Arimo" } });
  try {
    const drawn = drawing.render();
    try {
      return drawn.pixels;
    } finally {
      drawn.free();
    }
  } finally {
    drawing.free();
  }
}
