/** The words of a list separated by semicolons. */
export const splitSemicolons = (list: string | null): string[] =>
  (list ?? "")
    .split(";")
    .map((word) => word.trim())
    .filter(Boolean);
