import { type ChromaSampling, factorsFor, tokensOf } from "./blocks.ts";
import { type HuffmanTable, huffmanTable } from "./huffman.ts";
import { zigzag } from "./jpegTokens.ts";
import type { Pixels } from "./pixelBuffer.ts";

/** What numbers are divided by at a quality of 50, by rows: ITU T.81, annex K.1. */
const luminanceTable = [
  ...[16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56],
  ...[14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92],
  ...[49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99],
];
const chrominanceTable = [
  ...[17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99],
  ...[47, 66, 99, 99, 99, 99, 99, 99, ...new Array<number>(32).fill(99)],
];

/** A quality from which colours that are to be sharp are those of each pixel. */
const sharpChromaQuality = 80;

/**
 * A JPEG of the kind that the image service makes: one pass, colours of every fourth pixel, Huffman tables of its own.
 * @param quality 1 to 100, as libjpeg counts it
 * @param options `grey` for one without colours, `sharp` for colours of every pixel where the quality is 80 and more: lines, texts
 */
export function encodeJpeg(
  picture: Pixels,
  quality: number,
  { grey = false, sharp = false } = {},
): Uint8Array<ArrayBuffer> {
  const colours: ChromaSampling = grey
    ? "none"
    : sharp && quality >= sharpChromaQuality
      ? "ofEach"
      : "ofFour";
  const [luma, chroma] = [
    quantizationTable(luminanceTable, quality),
    quantizationTable(chrominanceTable, quality),
  ];
  const tokens = tokensOf(picture, colours, factorsFor(luma), factorsFor(chroma));
  const tables = (grey ? [0, 2] : [0, 1, 2, 3]).map((number): Table => {
    const frequencies = tokens.frequencies[number]!;
    return { number, frequencies, ...huffmanTable(frequencies) };
  });
  const head = Buffer.concat([
    ...[segment(0xd8), segment(0xe0, Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\0\0", "latin1"))],
    ...(grey ? [luma] : [luma, chroma]).map((divisors, index) => segment(0xdb, [index], divisors)),
    segment(0xc0, frameOf(picture, colours)),
    ...tables.map(({ number, counts, symbols }) =>
      segment(0xc4, [((number >> 1) << 4) | (number & 1)], counts, symbols),
    ),
    segment(0xda, scanOf(grey)),
  ]);
  return writeScan(head, tokens.all, tables);
}

/** A table with its number (worker/media/codec/jpegTokens.ts) and how often its symbols occur. */
interface Table extends HuffmanTable {
  number: number;
  frequencies: Uint32Array;
}

/** In the order of `zigzag`. */
function quantizationTable(table: readonly number[], quality: number): Uint8Array {
  const scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  return Uint8Array.from(zigzag, (at) =>
    Math.max(1, Math.min(255, Math.floor((table[at]! * Math.floor(scale) + 50) / 100))),
  );
}

function segment(marker: number, ...parts: readonly (Uint8Array | readonly number[])[]): Buffer {
  const payload = Buffer.concat(parts.map((part) => Uint8Array.from(part)));
  const head = marker === 0xd8 ? [] : [(payload.length + 2) >> 8, (payload.length + 2) & 255];
  return Buffer.concat([Uint8Array.from([0xff, marker, ...head]), payload]);
}

/** Bits of a number, the size, and of each component its number, how often it is there in a unit, and its divisors. */
function frameOf({ width, height }: Pixels, colours: ChromaSampling): number[] {
  const size = [8, height >> 8, height & 255, width >> 8, width & 255];
  if (colours === "none") return [...size, 1, 1, 0x11, 0];
  return [...size, 3, 1, colours === "ofFour" ? 0x22 : 0x11, 0, 2, 0x11, 1, 3, 0x11, 1];
}

/** Of each component its number and its tables, and all of their numbers at once. */
const scanOf = (grey: boolean): number[] =>
  grey ? [1, 1, 0, 0, 63, 0] : [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0];

/** The head, the bits of the tokens and the end. */
function writeScan(
  head: Uint8Array,
  tokens: readonly Uint32Array[],
  tables: readonly Table[],
): Uint8Array<ArrayBuffer> {
  // As tokens name them: one lookup for each.
  const [codes, lengths] = [new Uint16Array(1024), new Uint8Array(1024)];
  let bits = 0;
  for (const { number, frequencies, ...table } of tables)
    for (const symbol of table.symbols) {
      const length = table.lengths[symbol]!;
      codes[(symbol << 2) | number] = table.codes[symbol]!;
      lengths[(symbol << 2) | number] = length;
      bits += frequencies[symbol]! * (length + (symbol & 15));
    }
  // A byte of ones needs a zero after it: one in 256, more in pictures that are made for it.
  let bytes = new Uint8Array(head.length + Math.ceil((bits / 8) * 1.01) + maxTokenBytes);
  bytes.set(head);
  let at = head.length;
  let held = 0;
  let count = 0;
  const put = (value: number, length: number) => {
    held = (held << length) | value;
    count += length;
    while (count >= 8) {
      count -= 8;
      const byte = (held >>> count) & 255;
      bytes[at++] = byte;
      if (byte === 255) bytes[at++] = 0;
    }
    held &= (1 << count) - 1;
  };
  for (const piece of tokens)
    for (const token of piece) {
      if (at + maxTokenBytes > bytes.length) bytes = grow(bytes);
      const key = token & 1023;
      put(codes[key]!, lengths[key]!);
      const more = (key >> 2) & 15;
      if (more > 0) put(token >>> 10, more);
    }
  if (count > 0) put((1 << (8 - count)) - 1, 8 - count);
  bytes[at++] = 0xff;
  bytes[at++] = 0xd9;
  return bytes.subarray(0, at);
}

/** Bytes that a token comes to at most, and the end after it. */
const maxTokenBytes = 16;

function grow(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(Math.ceil(bytes.length * 1.25));
  more.set(bytes);
  return more;
}
