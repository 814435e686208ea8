/**
 * The page links of a gallery: all if there are fewer than ten, otherwise the first three, the last three and the neighbours of
 * the current page (2§2). `null` is a gap. Pages count from 1.
 */
export function listPageNumbers(current: number, pageCount: number): (number | null)[] {
  const all = Array.from({ length: pageCount }, (_, index) => index + 1);
  if (pageCount < 10) return all;
  const linkedPages = all.filter(
    (page) => page <= 3 || page > pageCount - 3 || Math.abs(page - current) <= 1,
  );
  return linkedPages.flatMap((page, index) => {
    const previous = linkedPages[index - 1];
    return previous !== undefined && page - previous > 1 ? [null, page] : [page];
  });
}
