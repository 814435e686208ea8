import { foldCase } from "#domain/core/text/foldCase.ts";
import { foldSearchText } from "#domain/core/text/searchTerms.ts";

/** Whether a label is a text, ignoring case. */
export const isSameText = (label: string, text: string): boolean =>
  foldCase(label.normalize("NFC")) === foldCase(text.normalize("NFC"));

const notContained = 6;

/** Ranks how visibly a label matches a text, from 0 (equal), with letters as searches fold them. */
function matchRank(label: string, text: string): number {
  if (label === text) return 0;
  if (isSameText(label, text)) return 1;
  const [name, part] = [foldSearchText(label.normalize("NFC")), foldSearchText(text.normalize("NFC"))];
  if (name === part) return 2;
  const index = name.indexOf(part);
  if (index === 0) return 3;
  if (index === -1) return notContained;
  return name.includes(` ${part}`) ? 4 : 5;
}

/** Whether a label contains a text. */
export const matchesVisibly = (label: string, text: string): boolean => matchRank(label, text) < notContained;

/** Sorts the options that match a text visibly first, and keeps the order otherwise: the service also searches text that is not shown. */
export const byMatch = <T>(options: readonly T[], labelOf: (option: T) => string, text: string): T[] =>
  options
    .map((option, index) => ({ option, index, rank: matchRank(labelOf(option), text) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ option }) => option);
