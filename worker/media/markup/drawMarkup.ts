import { type Markup, pixelBounds } from "#domain/media/markup.ts";
import { type DrawnElement, shapeToElements } from "#domain/media/markupDrawing.ts";
import { type FaceName, signFacesFor } from "#worker/export/pdf/faces.ts";
import { fonts } from "#worker/fonts.ts";
import { decodeScaled, fullSize } from "../codec/decoder.ts";
import { encodeJpeg } from "../codec/encoder.ts";
import { resampleTo } from "../codec/resample.ts";
import { composite, pixelate } from "./blurPixels.ts";
import { rasterise } from "./rasteriser.ts";

/** JPEG quality of a picture with markup. It is compressed for the second time, which a higher quality hides. */
const markupQuality = 88;

/**
 * Draws markup into a JPEG: first the blurs, on its pixels, then all other shapes. The picture keeps its size, at most that of a
 * rendition because it is held decoded.
 */
export async function drawMarkup(jpeg: Uint8Array<ArrayBuffer>, shapes: Markup): Promise<Uint8Array> {
  const picture = await decodeScaled([jpeg], fullSize, (raster) => resampleTo(raster, raster));
  if (!picture) throw new Error("a rendition cannot be decoded");
  for (const shape of shapes) {
    const area = shape.type === "BLUR" ? pixelBounds(shape, picture) : null;
    if (area) pixelate(picture, area);
  }
  const elements = shapes.flatMap((shape) => shapeToElements(shape, picture));
  if (elements.length > 0) {
    const { width, height } = picture;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${elements.map(toSvg).join("")}</svg>`;
    const texts = elements.flatMap(({ tag, text = "" }) => (tag === "text" ? [text] : []));
    const faces: FaceName[] = texts.length > 0 ? ["Arimo-Bold", ...signFacesFor(texts.join(""))] : [];
    composite(picture, await rasterise(svg, await Promise.all(faces.map(fonts))));
  }
  return encodeJpeg(picture, markupQuality, { sharp: true });
}

const toSvg = ({ tag, attributes, text = "" }: DrawnElement): string => {
  const attributeText = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeXml(String(value))}"`,
  );
  return `<${tag}${attributeText.join("")}>${escapeXml(text)}</${tag}>`;
};

/** Escapes text for XML, without characters that XML does not allow. */
const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u001f\ufffe\uffff]|\p{Cs}/gu, "")
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
