/** Bytes per parameter; D1's limit is 2 MB. */
const maxChunkBytes = 1_000_000;

/** Splits values into JSON arrays that each fit in one parameter. A value above the limit gets its own chunk. */
export function jsonChunks(values: readonly unknown[]): string[] {
  const chunks: string[] = [];
  let texts: string[] = [];
  let size = 0;
  for (const value of values) {
    const text = JSON.stringify(value);
    // UTF-8 takes at most three bytes per UTF-16 code unit.
    const byteCount = text.length * 3;
    if (size + byteCount > maxChunkBytes && texts.length > 0) {
      chunks.push(`[${texts.join()}]`);
      [texts, size] = [[], 0];
    }
    texts.push(text);
    size += byteCount;
  }
  return texts.length > 0 ? [...chunks, `[${texts.join()}]`] : chunks;
}
