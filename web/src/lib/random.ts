const range = 2 ** 32;

/** A random integer from 0 to `bound` - 1. Draws that would favour small numbers are repeated, so all are equally likely. */
export function randomBelow(bound: number): number {
  const fairRange = range - (range % bound);
  const draw = new Uint32Array(1);
  do crypto.getRandomValues(draw);
  while (draw[0]! >= fairRange);
  return draw[0]! % bound;
}
