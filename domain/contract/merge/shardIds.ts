/** Numbers of each database's own (lines of the log) get the place of their database before them, so that a number names one row. */
export const shardNumberRange = 10_000_000_000_000;

export const toGlobalNumber = (index: number, number: number): number => index * shardNumberRange + number;

export const fromGlobalNumber = (number: number): { place: number; number: number } => ({
  place: Math.floor(number / shardNumberRange),
  number: number % shardNumberRange,
});

/**
 * The id of the part of something that is made in several databases at once, in one of them: they differ in their last two digits, so
 * that each part is found by the id of another.
 */
export const shardPartId = (id: string, index: number): string =>
  id.slice(0, -2) + index.toString(16).padStart(2, "0");
