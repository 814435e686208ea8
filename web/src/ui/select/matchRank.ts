const fold = (text: string): string => text.normalize("NFC").toLocaleLowerCase();

/** How visibly a label matches a text, the best first: 0 is the text itself, 4 does not contain it. */
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

/** The options in their order, but those that match a text visibly first: the service also finds by what is not shown. */
export const byMatch = <T>(options: readonly T[], labelOf: (option: T) => string, text: string): T[] =>
  options
    .map((option, index) => ({ option, index, rank: matchRank(labelOf(option), text) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ option }) => option);
