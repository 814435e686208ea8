/**
 * Four sizes of text that are told apart, the largest first: of headings 1 to 4, and of tasks' names. Primer's small title and
 * large body are one size, so the second stands between two of its own.
 */
const textSizes = [
  "var(--text-title-size-medium)",
  "1.125rem",
  "var(--text-body-size-large)",
  "var(--text-body-size-medium)",
] as const;

/** The size of a heading, 1 the largest of 4 (3§5), is kept among its options. */
export const headerSize = (options: string | null): string =>
  textSizes[/^[1-4]$/.test(options ?? "") ? Number(options) - 1 : 3]!;

/** The size of a task's name (3§3). */
export const taskSize = (size: "normal" | "large" | "larger" | "largest"): string =>
  textSizes[["largest", "larger", "large", "normal"].indexOf(size)]!;
