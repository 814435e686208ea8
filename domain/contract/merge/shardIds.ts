/** Prefixes a per-database row number with the index of its database, so that numbers are unique across databases. */
export const shardNumberRange = 10_000_000_000_000;

export const toGlobalNumber = (index: number, number: number): number => index * shardNumberRange + number;

export const fromGlobalNumber = (number: number): { shardIndex: number; number: number } => ({
  shardIndex: Math.floor(number / shardNumberRange),
  number: number % shardNumberRange,
});

/**
 * Derives the id of the part of a job that runs in one of several databases. The ids of the parts differ only in their last two
 * digits, so that each can be derived from any other.
 */
export const shardPartId = (id: string, index: number): string =>
  id.slice(0, -2) + index.toString(16).padStart(2, "0");
