/** The minimum scale of texts, and the step in which they shrink. */
export const minScale = 0.6;
const scaleStep = 0.05;

/**
 * The text at the largest scale at which it fits without breaking a word, else at the largest at which it fits; null if it does
 * not fit at all. `fitAtScale` returns null for a scale at which the text does not fit.
 */
export function findLargestFit<T>(
  fitAtScale: (scale: number) => { drawing: T; hasBrokenWord: boolean } | null,
): T | null {
  let withBrokenWord: T | null = null;
  for (let scale = 1; scale > minScale - scaleStep / 2; scale -= scaleStep) {
    const fit = fitAtScale(scale);
    if (!fit) continue;
    if (!fit.hasBrokenWord) return fit.drawing;
    withBrokenWord ??= fit.drawing;
  }
  return withBrokenWord;
}
