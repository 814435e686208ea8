/** Splits a semicolon-separated list into its non-empty items. */
export const splitSemicolons = (list: string | null): string[] =>
  (list ?? "")
    .split(";")
    .map((word) => word.trim())
    .filter(Boolean);
