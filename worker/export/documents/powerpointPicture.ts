import type PptxGenJS from "pptxgenjs";
import { emuPerInch } from "#worker/export/ooxml.ts";
import type { Size } from "../orientation.ts";
import { createPlaceholder } from "./placeholder.ts";

/** An area on a slide, in inches. */
export interface SlideArea extends Size {
  x: number;
  y: number;
}

/** Number of lengths per frame in template values: x, y, width and height, in EMU. */
export const frameLengthCount = 4;

/**
 * A frame in the centre of an area. It keeps the photo's own proportions and is rotated around its centre, so the rotated photo
 * fills the area.
 */
export const frameLengths = (frame: Size, area: SlideArea): number[] =>
  [
    area.x + (area.width - frame.width) / 2,
    area.y + (area.height - frame.height) / 2,
    frame.width,
    frame.height,
  ].map((inches) => Math.round(inches * emuPerInch));

/** Draws the frame of a picture; its lengths may be placeholders. `index` numbers the pictures of the slide from 1. */
export function drawPicture(
  slide: PptxGenJS.Slide,
  { quarters, flipH }: { quarters: number; flipH: boolean },
  { lengths, altText, index }: { lengths: readonly number[]; altText: string; index: number },
): void {
  const [x = 0, y = 0, w = 0, h = 0] = lengths.map((length) => length / emuPerInch);
  const bytes = createPlaceholder(`template ${index}`, { width: 4, height: 3 });
  slide.addImage({
    data: `data:image/jpeg;base64,${btoa(String.fromCharCode(...bytes))}`,
    x,
    y,
    w,
    h,
    rotate: quarters * 90,
    flipH,
    altText,
  });
}

/** Language and direction of a paragraph. */
export const paragraphDirection = (rtl: boolean, lang: string): PptxGenJS.TextPropsOptions =>
  rtl ? { lang, rtlMode: true, align: "right" } : { lang, align: "left" };
