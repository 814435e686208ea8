import type { Size } from "../../orientation";
import { type Paragraph, paragraphHeight, resized, shortened, widestLine } from "./pieces";

/** Texts shrink to this part of their size, in such steps. */
const LEAST_SCALE = 0.6;
const STEP = 0.05;

/**
 * Fits a text into a box as fitText.ts does, but by the true widths of its face.
 */
export function fittedParagraph(natural: Paragraph, box: Size): Paragraph {
  const room = { ...natural, width: box.width };
  const inside = box.height + 0.01;
  const leading = natural.lineHeight / natural.size;
  const all = widestLine(natural) * natural.lines.length;
  let withBrokenWord: Paragraph | null = null;
  for (let scale = 1; scale > LEAST_SCALE - STEP / 2; scale -= STEP) {
    const size = natural.size * scale;
    // Breaking a long text is expensive, so sizes at which it is far too long are skipped.
    if (natural.lines.length === 1 && ((all * scale) / box.width - 1) * size * leading > 2 * inside) continue;
    const paragraph = resized(room, size);
    if (paragraphHeight(paragraph) > inside) continue;
    if (!paragraph.lines.some(({ insideWord }) => insideWord)) return paragraph;
    withBrokenWord ??= paragraph;
  }
  if (withBrokenWord) return withBrokenWord;
  const size = Math.min(natural.size * LEAST_SCALE, Math.max(inside / leading, 0.5));
  const least = resized(room, size);
  return shortened(least, Math.max(Math.floor(inside / least.lineHeight), 1));
}
