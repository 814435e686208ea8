/** A mention that is being typed: the characters after its `@`, and where it begins in the text. */
interface MentionQuery {
  start: number;
  term: string;
}

const maxTermLength = 60;

/** The mention at the caret, which begins with an `@` at the start of a word; null if there is none. */
export function findMentionQuery(text: string, caret: number): MentionQuery | null {
  const start = text.lastIndexOf("@", caret - 1);
  if (start < 0 || caret - start > maxTermLength) return null;
  const isWordStart = start === 0 || /\s/.test(text[start - 1]!);
  const term = text.slice(start + 1, caret);
  return isWordStart && !/\s/.test(term) ? { start, term } : null;
}

export interface TextPart {
  text: string;
  /** Its offset in the text. */
  start: number;
  isMention: boolean;
}

/** Splits a text into plain parts and mentions of the given names. */
export function splitMentions(text: string, names: readonly string[]): TextPart[] {
  // The longest name first: one may begin another.
  const mentions = names.map((name) => `@${name}`).toSorted((a, b) => b.length - a.length);
  const parts: TextPart[] = [];
  let start = 0;
  for (let index = text.indexOf("@"); index >= 0; index = text.indexOf("@", index + 1)) {
    const mention = mentions.find((candidate) => text.startsWith(candidate, index));
    if (!mention) continue;
    if (index > start) parts.push({ text: text.slice(start, index), start, isMention: false });
    parts.push({ text: mention, start: index, isMention: true });
    start = index + mention.length;
    index = start - 1;
  }
  if (start < text.length) parts.push({ text: text.slice(start), start, isMention: false });
  return parts;
}
