/** Bytes of a bound value, which D1 limits to 2 MB. */
const maxChunkBytes = 1_000_000;

/** Rows as JSON arrays that each fit in one parameter. A row that is longer by itself is a piece of its own. */
export function jsonChunks(rows: readonly object[]): string[] {
  const found: string[] = [];
  let texts: string[] = [];
  let size = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    // At most three bytes for each UTF-16 unit.
    const bytes = text.length * 3;
    if (size + bytes > maxChunkBytes && texts.length > 0) {
      found.push(`[${texts.join()}]`);
      [texts, size] = [[], 0];
    }
    texts.push(text);
    size += bytes;
  }
  return texts.length > 0 ? [...found, `[${texts.join()}]`] : found;
}
