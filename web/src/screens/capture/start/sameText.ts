const folded = (text: string): string => text.normalize("NFC").trim().toLocaleLowerCase();

/** Whether one of the suggestions is the text, whatever its blanks and capitals. */
export const holdsText = (items: readonly { text: string }[], text: string): boolean =>
  items.some((item) => folded(item.text) === folded(text));
