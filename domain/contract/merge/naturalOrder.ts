import { compareTexts, sortKeyOf } from "#domain/core/text/sortKey.ts";

/** Sorts photos and files by name in memory, in the same order as worker/db/naturalOrder.ts, which explains it. */
export const compareNatural = (a: string, b: string): number =>
  compareTexts(sortKeyOf(stemOf(a)), sortKeyOf(stemOf(b))) || compareTexts(a, b);

function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  if (dot < 0) return name;
  let end = dot;
  while (end > 0 && name[end - 1] === ".") end -= 1;
  return name.slice(0, end);
}
