/** Text files of any origin: editors, Excel, old systems. */

/**
 * The text of a file: UTF-8, UTF-16 with a byte order mark, otherwise Windows-1252, as Excel writes in Sweden. The mark is left
 * out. Null for a file that is no text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  return decodeChunk(bytes, encodingFromBom(bytes));
}

/** The encoding that the byte order mark at the beginning of a file tells. */
export function encodingFromBom(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
}

/** The text of whole lines of such a file, whose encoding is known where it was marked. Null for what is no text. */
export function decodeChunk(bytes: Uint8Array, marked: "utf-16le" | "utf-16be" | null): string | null {
  const encoding = marked ?? (isUtf8(bytes) ? "utf-8" : "windows-1252");
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes("\u0000") ? null : text;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The lines of a text that are not empty, with their numbers from 1. One at a time, so that millions of empty lines take no memory. */
export function* numberedLines(text: string): Generator<[number: number, line: string]> {
  const ends = /\r\n|\n|\r/g;
  for (let [number, start] = [1, 0]; ; number += 1) {
    const end = ends.exec(text);
    const line = text.slice(start, end?.index);
    if (line.trim() !== "") yield [number, line];
    if (!end) return;
    start = ends.lastIndex;
  }
}
