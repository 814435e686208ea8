const range = 2 ** 32;

/** A whole number below `below`, all equally likely: draws that would favour small ones are repeated. */
export function randomBelow(below: number): number {
  const fair = range - (range % below);
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while (drawn[0]! >= fair);
  return drawn[0]! % below;
}
