import { type Markup, pixelBounds } from "#domain/media/markup.ts";
import { type DrawnElement, shapeToElements } from "#domain/media/markupDrawing.ts";
import { fonts } from "#worker/fonts.ts";
import { decodeScaled, fullSize } from "../codec/decoder.ts";
import { encodeJpeg } from "../codec/encoder.ts";
import { resampleTo } from "../codec/resample.ts";
import { composite, pixelate } from "./blurPixels.ts";
import { rasterise } from "./rasteriser.ts";

/** The JPEG quality of a picture with markup. It was compressed once before, and a second time shows less when it is finer. */
const markupQuality = 88;

/**
 * Draws markup into a JPEG: the blurs first, on its pixels, then every other shape. The picture keeps its size; it has at most that of a
 * rendition, because it is held decoded.
 */
export async function drawMarkup(jpeg: Uint8Array<ArrayBuffer>, shapes: Markup): Promise<Uint8Array> {
  const picture = await decodeScaled(jpeg, fullSize, (raster) => resampleTo(raster, raster));
  if (!picture) throw new Error("a rendition cannot be decoded");
  for (const shape of shapes) {
    const area = shape.type === "BLUR" ? pixelBounds(shape, picture) : null;
    if (area) pixelate(picture, area);
  }
  const elements = shapes.flatMap((shape) => shapeToElements(shape, picture));
  if (elements.length > 0) {
    const { width, height } = picture;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${elements.map(written).join("")}</svg>`;
    const faces = elements.some(({ tag }) => tag === "text") ? [await fonts("Arimo-Bold")] : [];
    composite(picture, await rasterise(svg, faces));
  }
  return encodeJpeg(picture, markupQuality, { sharp: true });
}

const written = ({ tag, attributes, text = "" }: DrawnElement): string => {
  const said = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  return `<${tag}${said.join("")}>${escaped(text)}</${tag}>`;
};

/** Text for XML, without what XML cannot hold. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
    .replace(/[\u0000-\u001f\ufffe\uffff]|\p{Cs}/gu, "")
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
