/** Bytes of a bound value, which D1 limits to 2 MB. */
const maxChunkBytes = 1_000_000;

/** Values as JSON arrays that each fit in one parameter. A value that is longer than that is a chunk of its own. */
export function jsonChunks(values: readonly unknown[]): string[] {
  const chunks: string[] = [];
  let texts: string[] = [];
  let size = 0;
  for (const value of values) {
    const text = JSON.stringify(value);
    // At most three bytes for each UTF-16 unit.
    const bytes = text.length * 3;
    if (size + bytes > maxChunkBytes && texts.length > 0) {
      chunks.push(`[${texts.join()}]`);
      [texts, size] = [[], 0];
    }
    texts.push(text);
    size += bytes;
  }
  return texts.length > 0 ? [...chunks, `[${texts.join()}]`] : chunks;
}
