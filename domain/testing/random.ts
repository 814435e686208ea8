/** Pseudorandom numbers that are the same for the same seed, so that failures can be reproduced. */
export interface Random {
  /** An integer from 0 up to, but not including, `exclusiveMax`. */
  number(exclusiveMax: number): number;
  one<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
}

export function seededRandom(seed: number): Random {
  let state = (seed + 1) * 0x9e3779b9;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const number = (max: number) => Math.floor(next() * max);
  return { number, one: (list) => list[number(list.length)]!, chance: (probability) => next() < probability };
}
