import { computePixelBounds, type Markup } from "#domain/media/markup.ts";
import { type MarkupElement, shapeToElements } from "#domain/media/markupDrawing.ts";
import { type FaceName, signFacesFor } from "#worker/export/pdf/fontFaces.ts";
import { loadFont } from "#worker/fonts.ts";
import { decodeScaled, fullSize } from "../codec/decoder.ts";
import { encodeJpeg } from "../codec/encoder.ts";
import { resamplePicture } from "../codec/resample.ts";
import { compositeDrawing, pixelate } from "./blurPixels.ts";
import { rasteriseSvg } from "./rasteriser.ts";

/** JPEG quality of a picture with markup. The picture is compressed a second time here; this quality is high enough to hide that. */
const markupQuality = 88;

/**
 * Draws markup into a JPEG: first the blurs, on its pixels, then all other shapes. The picture keeps its size, at most that of a
 * rendition because it is held decoded.
 */
export async function drawMarkup(jpeg: Uint8Array<ArrayBuffer>, shapes: Markup): Promise<Uint8Array> {
  const picture = await decodeScaled([jpeg], fullSize, (raster) => resamplePicture(raster, raster));
  if (!picture) throw new Error("a rendition cannot be decoded");
  for (const shape of shapes) {
    const blurArea = shape.type === "BLUR" ? computePixelBounds(shape, picture) : null;
    if (blurArea) pixelate(picture, blurArea);
  }
  const elements = shapes.flatMap((shape) => shapeToElements(shape, picture));
  if (elements.length > 0) {
    const { width, height } = picture;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${elements.map(toSvg).join("")}</svg>`;
    const texts = elements.flatMap(({ tag: tagName, text = "" }) => (tagName === "text" ? [text] : []));
    const fontFaces: FaceName[] = texts.length > 0 ? ["Arimo-Bold", ...signFacesFor(texts.join(""))] : [];
    const fonts = await Promise.all(fontFaces.map(loadFont));
    compositeDrawing(
      picture,
      await rasteriseSvg(
        svg,
        fonts.filter((font) => font !== null),
      ),
    );
  }
  return encodeJpeg(picture, markupQuality, { sharp: true });
}

const toSvg = ({ tag: tagName, attributes, text = "" }: MarkupElement): string => {
  const attributeText = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeXml(String(value))}"`,
  );
  return `<${tagName}${attributeText.join("")}>${escapeXml(text)}</${tagName}>`;
};

/** Escapes text for XML and removes control characters (line breaks and tabs, too), noncharacters and lone surrogates. */
const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u001f\ufffe\uffff]|\p{Cs}/gu, "")
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
