import type { Size } from "#worker/export/orientation.ts";
import { findLargestFit, minScale } from "../scales.ts";
import {
  type Paragraph,
  paragraphHeight,
  resizeParagraph,
  truncateParagraph,
  widestLine,
} from "./flowables.ts";

/**
 * Fits a text into a box as fitText.ts does, but by the true widths of its face.
 */
export function fitParagraph(natural: Paragraph, box: Size): Paragraph {
  const boxParagraph = { ...natural, width: box.width };
  const maxHeight = box.height + 0.01;
  const leading = natural.lineHeight / natural.size;
  const totalWidth = widestLine(natural) * natural.lines.length;
  const fit = findLargestFit((scale) => {
    const size = natural.size * scale;
    // Breaking a long text is expensive, so sizes at which it is far too long are skipped.
    if (natural.lines.length === 1 && ((totalWidth * scale) / box.width - 1) * size * leading > 2 * maxHeight)
      return null;
    const paragraph = resizeParagraph(boxParagraph, size);
    if (paragraphHeight(paragraph) > maxHeight) return null;
    return {
      drawing: paragraph,
      hasBrokenWord: paragraph.lines.some(({ endsInsideWord }) => endsInsideWord),
    };
  });
  if (fit) return fit;
  const size = Math.min(natural.size * minScale, Math.max(maxHeight / leading, 0.5));
  const smallestParagraph = resizeParagraph(boxParagraph, size);
  return truncateParagraph(
    smallestParagraph,
    Math.max(Math.floor(maxHeight / smallestParagraph.lineHeight), 1),
  );
}
