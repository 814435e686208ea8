/**
 * Four distinguishable text sizes, largest first, for headings 1 to 4 and names of tasks. Primer's small title and large body are
 * equal, so the second size is our own, between two of Primer's.
 */
const textSizes = [
  "var(--text-title-size-medium)",
  "1.125rem",
  "var(--text-body-size-large)",
  "var(--text-body-size-medium)",
] as const;

/** The level of a heading, 1 (largest) to 4, stored in its options (3§5). */
export const getHeadingLevel = (options: string | null): number =>
  /^[1-4]$/.test(options ?? "") ? Number(options) : 4;

/** The size of a heading. */
export const getHeadingFontSize = (options: string | null): string =>
  textSizes[getHeadingLevel(options) - 1]!;

/** The size of a task's name (3§3). */
export const getTaskFontSize = (size: "normal" | "large" | "larger" | "largest"): string =>
  textSizes[["largest", "larger", "large", "normal"].indexOf(size)]!;
