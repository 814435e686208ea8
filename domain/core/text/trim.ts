/** The start of a text, of at most so many UTF-16 units and never ending in half a character. */
export const truncate = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
};

/** Without the blanks and marks it ends with. A pattern with `+$` would try every run of them anew. */
export function trimEndChars(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && isEdge(text[end - 1]!, marks)) end -= 1;
  return text.slice(0, end);
}

/** Without the blanks and marks it begins and ends with. */
export function trimChars(text: string, marks: string): string {
  const whole = trimEndChars(text, marks);
  let start = 0;
  while (start < whole.length && isEdge(whole[start]!, marks)) start += 1;
  return whole.slice(start);
}

const isEdge = (letter: string, marks: string): boolean => marks.includes(letter) || letter.trim() === "";
