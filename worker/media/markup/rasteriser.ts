import { lazyLoad } from "../codec/lazyLoad.ts";

/** The library is loaded when something is drawn for the first time: most isolates never draw. */
const rasteriser = lazyLoad(async () => {
  const [{ initWasm, Resvg }, { default: compiled }] = await Promise.all([
    import("@resvg/resvg-wasm"),
    import("@resvg/resvg-wasm/index_bg.wasm"),
  ]);
  await initWasm(compiled);
  return Resvg;
});

/** The pixels of an SVG in its own size, colours multiplied by how opaque they are. Texts are drawn with the given faces alone. */
export async function rasterise(svg: string, faces: readonly Uint8Array[]): Promise<Uint8Array> {
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
