import { once } from "./once";
import type { Pixels } from "./pixels";

/** The library is loaded when something is encoded for the first time: many isolates never do. */
const library = once(async () => {
  const [{ default: encode, init }, { default: compiled }] = await Promise.all([
    import("@jsquash/jpeg/encode"),
    import("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm"),
  ]);
  await init(compiled);
  return encode;
});

/** The tables of the standard, as the image service's. */
const STANDARD_TABLES = 0;
/** Makes up for what the encoder leaves out to save bytes: docs/measured.md, "Pictures". */
const MORE_QUALITY = 4;
/** The library's numbers of colour spaces. */
const GREY = 1;
const YCBCR = 3;

/**
 * A JPEG of the kind that the image service makes: one pass, colours of every fourth pixel. Progressive ones take three times as long
 * for two per cent fewer bytes.
 * @param quality 0 to 100
 * @param options `grey` for one without colours, `sharp` for colours of more pixels where the quality is 80 and more: lines, texts
 */
export async function encoded(
  picture: Pixels,
  quality: number,
  { grey = false, sharp = false } = {},
): Promise<Uint8Array> {
  const { data, width, height } = picture;
  const encode = await library();
  return new Uint8Array(
    await encode(
      { data, width, height, colorSpace: "srgb" },
      {
        quality: Math.min(100, quality + MORE_QUALITY),
        quant_table: STANDARD_TABLES,
        progressive: false,
        auto_subsample: sharp,
        chroma_subsample: 2,
        color_space: grey ? GREY : YCBCR,
      },
    ),
  );
}
