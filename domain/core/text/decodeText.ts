/** Decodes text files of any origin: editors, Excel, legacy systems. */

/**
 * Decodes a file: UTF-8, UTF-16 with a byte order mark, otherwise Windows-1252, as Excel writes in Sweden. The byte order mark is
 * removed. Null if the file is not text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  return decodeChunk(bytes, encodingFromBom(bytes));
}

/** The encoding that a byte order mark at the start of a file indicates. */
export function encodingFromBom(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
}

/**
 * Decodes a chunk of whole lines. `bomEncoding` is the encoding from the file's byte order mark, if it has one. Null if it is not text.
 */
export function decodeChunk(bytes: Uint8Array, bomEncoding: "utf-16le" | "utf-16be" | null): string | null {
  const encoding = bomEncoding ?? (isUtf8(bytes) ? "utf-8" : "windows-1252");
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

/** Yields the non-empty lines of a text with their numbers, from 1. A generator, so that a text with millions of lines needs no list of them. */
export function* numberedLines(text: string): Generator<[number: number, line: string]> {
  const lineEnds = /\r\n|\n|\r/g;
  for (let [number, start] = [1, 0]; ; number += 1) {
    const end = lineEnds.exec(text);
    const line = text.slice(start, end?.index);
    if (line.trim() !== "") yield [number, line];
    if (!end) return;
    start = lineEnds.lastIndex;
  }
}
