import { lazyLoad } from "../codec/lazyLoad.ts";

/** Loaded on first use: most isolates never draw. */
const rasteriser = lazyLoad(async () => {
  const [{ initWasm, Resvg }, { default: compiled }] = await Promise.all([
    import("@resvg/resvg-wasm"),
    import("@resvg/resvg-wasm/index_bg.wasm"),
  ]);
  await initWasm(compiled);
  return Resvg;
});

/** The pixels of an SVG at its own size, premultiplied by alpha. Text is drawn with the given faces only. */
export async function rasterise(svg: string, faces: readonly Uint8Array[]): Promise<Uint8Array> {
  const Resvg = await rasteriser();
  const drawing = new Resvg(svg, { font: { fontBuffers: [...faces], defaultFontFamily: "Arimo" } });
  try {
    const layer = drawing.render();
    try {
      return layer.pixels;
    } finally {
      layer.free();
    }
  } finally {
    drawing.free();
  }
}
