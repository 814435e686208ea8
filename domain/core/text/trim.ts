/** Truncates a text to at most `max` UTF-16 units, without splitting a surrogate pair. */
export const truncate = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const prefix = text.slice(0, max);
  return /[\ud800-\udbff]$/.test(prefix) ? prefix.slice(0, -1) : prefix;
};

/** Removes trailing whitespace and the characters of `marks`. A pattern with `+$` would be quadratic. */
export function trimEndChars(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && isTrimmable(text[end - 1]!, marks)) end -= 1;
  return text.slice(0, end);
}

/** Removes leading and trailing whitespace and the characters of `marks`. */
export function trimChars(text: string, marks: string): string {
  const endTrimmedText = trimEndChars(text, marks);
  let start = 0;
  while (start < endTrimmedText.length && isTrimmable(endTrimmedText[start]!, marks)) start += 1;
  return endTrimmedText.slice(start);
}

const isTrimmable = (character: string, marks: string): boolean =>
  marks.includes(character) || character.trim() === "";
