/** The minimum scale of texts, and the step in which they shrink. */
export const minScale = 0.6;
const step = 0.05;

/**
 * The text at the largest scale at which it fits with whole words, else at the largest at which it fits with a broken one; null
 * if it does not fit at all. `tryAt` returns null for a scale at which the text does not fit.
 */
export function firstThatFits<T>(
  tryAt: (scale: number) => { drawing: T; brokenWord: boolean } | null,
): T | null {
  let withBrokenWord: T | null = null;
  for (let scale = 1; scale > minScale - step / 2; scale -= step) {
    const fit = tryAt(scale);
    if (!fit) continue;
    if (!fit.brokenWord) return fit.drawing;
    withBrokenWord ??= fit.drawing;
  }
  return withBrokenWord;
}
