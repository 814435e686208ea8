import type { Size } from "#worker/export/orientation.ts";
import { firstThatFits, minScale } from "../scales.ts";
import { type Paragraph, paragraphHeight, resized, truncateParagraph, widestLine } from "./flowables.ts";

/**
 * Fits a text into a box as fitText.ts does, but by the true widths of its face.
 */
export function fittedParagraph(natural: Paragraph, box: Size): Paragraph {
  const fitted = { ...natural, width: box.width };
  const maxHeight = box.height + 0.01;
  const leading = natural.lineHeight / natural.size;
  const all = widestLine(natural) * natural.lines.length;
  const found = firstThatFits((scale) => {
    const size = natural.size * scale;
    // Breaking a long text is expensive, so sizes at which it is far too long are skipped.
    if (natural.lines.length === 1 && ((all * scale) / box.width - 1) * size * leading > 2 * maxHeight)
      return null;
    const paragraph = resized(fitted, size);
    if (paragraphHeight(paragraph) > maxHeight) return null;
    return { drawing: paragraph, brokenWord: paragraph.lines.some(({ insideWord }) => insideWord) };
  });
  if (found) return found;
  const size = Math.min(natural.size * minScale, Math.max(maxHeight / leading, 0.5));
  const smallest = resized(fitted, size);
  return truncateParagraph(smallest, Math.max(Math.floor(maxHeight / smallest.lineHeight), 1));
}
