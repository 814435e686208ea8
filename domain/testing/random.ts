/** Pseudorandom numbers that are the same for the same seed, so that failures can be reproduced. */
export interface Random {
  /** An integer from 0 up to, but not including, `exclusiveMax`. */
  number(exclusiveMax: number): number;
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
}

export function seededRandom(seed: number): Random {
  let state = (seed + 1) * 0x9e3779b9;
  const nextFraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let hash = Math.imul(state ^ (state >>> 15), 1 | state);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) / 4294967296;
  };
  const number = (max: number) => Math.floor(nextFraction() * max);
  return {
    number,
    pick: (list) => list[number(list.length)]!,
    chance: (probability) => nextFraction() < probability,
  };
}
