/** Decodes text files of any origin: editors, spreadsheets on any system, legacy systems. */

export const textEncodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252", "macintosh", "cp850"] as const;
export type TextEncoding = (typeof textEncodings)[number];

/** Bytes of a file from which its encoding is recognised. */
const sampleBytes = 1_000_000;

export interface DecodedText {
  text: string;
  encoding: TextEncoding;
}

/**
 * Decodes a file: UTF-8 or UTF-16, otherwise the encoding that a spreadsheet uses on Windows, on a Mac or for MS-DOS. The byte order mark is
 * removed. Null if the file is not text.
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const encoding = encodingOf(bytes);
  const text = decodeChunk(bytes, encoding);
  return text === null ? null : { text, encoding };
}

/** The encoding of a file, by its byte order mark or its contents; `bytes` may be only its beginning. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, sampleBytes);
  const wideEncoding = wideEncodingOf(sample);
  if (wideEncoding) return wideEncoding;
  return isUtf8(sample, sample.length < bytes.length) ? "utf-8" : singleByteEncodingOf(sample);
}

/** Western texts in UTF-16 have a zero byte in nearly every character. */
function wideEncodingOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const zeroCounts = [0, 0];
  for (const [index, byte] of bytes.subarray(0, 2000).entries()) if (byte === 0) zeroCounts[index % 2]! += 1;
  const characterCount = Math.min(bytes.length, 2000) / 2;
  const [evenCount = 0, oddCount = 0] = zeroCounts;
  if (oddCount > characterCount * 0.7 && evenCount === 0) return "utf-16le";
  return evenCount > characterCount * 0.7 && oddCount === 0 ? "utf-16be" : null;
}

/** The bytes of å, ä, ö, Å, Ä, Ö, é and ü in the encodings of Windows, Macs and MS-DOS. */
const letterBytes = {
  "windows-1252": [0xe5, 0xe4, 0xf6, 0xc5, 0xc4, 0xd6, 0xe9, 0xfc],
  macintosh: [0x8c, 0x8a, 0x9a, 0x81, 0x80, 0x85, 0x8e, 0x9f],
  cp850: [0x86, 0x84, 0x94, 0x8f, 0x8e, 0x99, 0x82, 0x81],
} as const;

/** The encoding in which the most bytes are Swedish letters; ties go to Windows. */
function singleByteEncodingOf(bytes: Uint8Array): keyof typeof letterBytes {
  const byteCounts = new Array<number>(256).fill(0);
  for (const byte of bytes) byteCounts[byte]! += 1;
  const scoreOf = (letters: readonly number[]) => letters.reduce((sum, byte) => sum + byteCounts[byte]!, 0);
  const scores = {
    "windows-1252": scoreOf(letterBytes["windows-1252"]),
    macintosh: scoreOf(letterBytes.macintosh),
    cp850: scoreOf(letterBytes.cp850),
  };
  const bestScore = Math.max(...Object.values(scores));
  if (scores["windows-1252"] === bestScore) return "windows-1252";
  return scores.macintosh === bestScore ? "macintosh" : "cp850";
}

/** The characters 0x80 to 0xFF of code page 850, which TextDecoder does not know. */
const cp850Characters =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";

/** Decodes a file, or a chunk of whole lines of it. Null if it is not text. */
export function decodeChunk(bytes: Uint8Array, encoding: TextEncoding): string | null {
  const text =
    encoding === "cp850"
      ? new TextDecoder("windows-1252").decode(bytes.map((byte) => (byte < 0x80 ? byte : 0x3f)))
      : new TextDecoder(encoding).decode(bytes);
  if (text.includes("\u0000")) return null;
  if (encoding !== "cp850") return text;
  return text.replace(/\?/g, (mark, index: number) =>
    bytes[index]! < 0x80 ? mark : cp850Characters[bytes[index]! - 0x80]!,
  );
}

function isUtf8(bytes: Uint8Array, isTruncated: boolean): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes, { stream: isTruncated });
    return true;
  } catch {
    return false;
  }
}
