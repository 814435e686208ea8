const chunkBytes = 4 << 20;

/** Whether two files have the same bytes; false if one can no longer be read. Compares in chunks and stops at the first difference. */
export async function haveSameBytes(a: Blob, b: Blob): Promise<boolean> {
  if (a.size !== b.size) return false;
  try {
    for (let from = 0; from < a.size; from += chunkBytes) {
      const [left, right] = await Promise.all(
        [a, b].map(async (file) => new Uint8Array(await file.slice(from, from + chunkBytes).arrayBuffer())),
      );
      if (!left!.every((byte, index) => byte === right![index])) return false;
    }
    return true;
  } catch {
    return false;
  }
}
