/** A value of a change as it is read: text as it is, lists and objects as JSON. Null is what has no value. */
export function paramText(value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Longer than this is folded until it is asked for. */
export const longText = 160;
export const manyParams = 4;

export const folded = (text: string): string =>
  text.length > longText ? `${text.slice(0, longText).trimEnd()}…` : text;
