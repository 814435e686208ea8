/**
 * The page links of a gallery: all if there are fewer than ten, otherwise the first three, the last three and the neighbours of
 * the current page (2§2). `null` is a gap. Pages count from 1.
 */
export function pageNumbers(current: number, pages: number): (number | null)[] {
  const all = Array.from({ length: pages }, (_, index) => index + 1);
  if (pages < 10) return all;
  const linked = all.filter((page) => page <= 3 || page > pages - 3 || Math.abs(page - current) <= 1);
  return linked.flatMap((page, index) => {
    const previous = linked[index - 1];
    return previous !== undefined && page - previous > 1 ? [null, page] : [page];
  });
}
