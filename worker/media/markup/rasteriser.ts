import { createLazyLoader } from "../codec/lazyLoad.ts";

/** Loaded on first use: most isolates never draw. */
const loadRasteriser = createLazyLoader(async () => {
  const [{ initWasm, Resvg }, { default: module }] = await Promise.all([
    import("@resvg/resvg-wasm"),
    import("@resvg/resvg-wasm/index_bg.wasm"),
  ]);
  await initWasm(module);
  return Resvg;
});

/** Draws an SVG as a PNG of a width in pixels. Text is drawn with the given faces only. */
export async function loadPngRasteriser(
  fontFaces: readonly Uint8Array[],
): Promise<(svg: string, width: number) => Uint8Array> {
  const Resvg = await loadRasteriser();
  const font = { fontBuffers: [...fontFaces], defaultFontFamily: "Arimo" };
  return (svg, width) => {
    const drawing = new Resvg(svg, { font, fitTo: { mode: "width", value: width } });
    try {
      const image = drawing.render();
      try {
        return image.asPng();
      } finally {
        image.free();
      }
    } finally {
      drawing.free();
    }
  };
}

/** The pixels of an SVG at its own size, premultiplied by alpha. Text is drawn with the given faces only. */
export async function rasteriseSvg(svg: string, fontFaces: readonly Uint8Array[]): Promise<Uint8Array> {
  const Resvg = await loadRasteriser();
  const drawing = new Resvg(svg, { font: { fontBuffers: [...fontFaces], defaultFontFamily: "Arimo" } });
  try {
    const image = drawing.render();
    try {
      return image.pixels;
    } finally {
      image.free();
    }
  } finally {
    drawing.free();
  }
}
