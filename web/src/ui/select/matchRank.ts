const fold = (text: string): string => text.normalize("NFC").toLocaleLowerCase();

/** Ranks how visibly a label matches a text, from 0 (equal) to 4 (not contained). */
export function matchRank(label: string, text: string): number {
  const [name, part] = [fold(label), fold(text)];
  if (name === part) return 0;
  const index = name.indexOf(part);
  if (index === 0) return 1;
  if (index === -1) return 4;
  return name.includes(` ${part}`) ? 2 : 3;
}

/** Whether a label contains a text, ignoring case. */
export const matchesVisibly = (label: string, text: string): boolean => matchRank(label, text) < 4;

/** Sorts the options that match a text visibly first, and keeps the order otherwise: the service also searches text that is not shown. */
export const byMatch = <T>(options: readonly T[], labelOf: (option: T) => string, text: string): T[] =>
  options
    .map((option, index) => ({ option, index, rank: matchRank(labelOf(option), text) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ option }) => option);
