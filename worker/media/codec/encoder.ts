import { jpegMarker } from "#domain/media/jpegMarkers.ts";
import { type ChromaSampling, computeFactors, createTokens } from "./blocks.ts";
import { createHuffmanTable, type HuffmanTable } from "./huffman.ts";
import { zigzag } from "./jpegTokens.ts";
import type { Pixels } from "./pixelBuffer.ts";

/** Quantisation at quality 50, by rows: ITU T.81, annex K.1. */
const luminanceTable = [
  ...[16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56],
  ...[14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92],
  ...[49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99],
];
const chrominanceTable = [
  ...[17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99],
  ...[47, 66, 99, 99, 99, 99, 99, 99, ...new Array<number>(32).fill(99)],
];

/** From this quality on, `sharp` disables chroma subsampling (4:4:4). */
const sharpChromaQuality = 80;

/**
 * Encodes a JPEG in the same way as the image service: baseline, 4:2:0, optimised Huffman tables.
 * @param quality 1 to 100, on the scale of libjpeg
 * @param options `grey` for a picture without colours, `sharp` for 4:4:4 at quality 80 and above (lines, text)
 */
export function encodeJpeg(
  picture: Pixels,
  quality: number,
  { grey: isGrey = false, sharp: isSharp = false } = {},
): Uint8Array<ArrayBuffer> {
  const sampling: ChromaSampling = isGrey
    ? "none"
    : isSharp && quality >= sharpChromaQuality
      ? "ofEach"
      : "ofFour";
  const [lumaTable, chromaTable] = [
    createQuantizationTable(luminanceTable, quality),
    createQuantizationTable(chrominanceTable, quality),
  ];
  const tokens = createTokens(picture, sampling, computeFactors(lumaTable), computeFactors(chromaTable));
  const tables = (isGrey ? [0, 2] : [0, 1, 2, 3]).map((tableNumber): NumberedHuffmanTable => {
    const frequencies = tokens.frequencies[tableNumber]!;
    return { number: tableNumber, frequencies, ...createHuffmanTable(frequencies) };
  });
  const header = Buffer.concat([
    ...[
      createSegment(jpegMarker.startOfImage),
      createSegment(jpegMarker.app0, Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\0\0", "latin1")),
    ],
    ...(isGrey ? [lumaTable] : [lumaTable, chromaTable]).map((divisors, index) =>
      createSegment(jpegMarker.quantizationTables, [index], divisors),
    ),
    createSegment(jpegMarker.baselineFrame, createFrameHeader(picture, sampling)),
    ...tables.map(({ number, counts, symbols }) =>
      createSegment(jpegMarker.huffmanTables, [((number >> 1) << 4) | (number & 1)], counts, symbols),
    ),
    createSegment(jpegMarker.startOfScan, createScanHeader(isGrey)),
  ]);
  return writeScan(header, tokens.chunks, tables);
}

/** A table with its number (worker/media/codec/jpegTokens.ts) and the frequencies of its symbols. */
interface NumberedHuffmanTable extends HuffmanTable {
  number: number;
  frequencies: Uint32Array;
}

/** In the order of `zigzag`. */
function createQuantizationTable(table: readonly number[], quality: number): Uint8Array {
  const scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  return Uint8Array.from(zigzag, (index) =>
    Math.max(1, Math.min(255, Math.floor((table[index]! * Math.floor(scale) + 50) / 100))),
  );
}

function createSegment(marker: number, ...parts: readonly (Uint8Array | readonly number[])[]): Buffer {
  const payload = Buffer.concat(parts.map((part) => Uint8Array.from(part)));
  const header =
    marker === jpegMarker.startOfImage ? [] : [(payload.length + 2) >> 8, (payload.length + 2) & 255];
  return Buffer.concat([Uint8Array.from([0xff, marker, ...header]), payload]);
}

/** The SOF0 payload: precision, size, and for each component its id, sampling factors and quantisation table. */
function createFrameHeader({ width, height }: Pixels, sampling: ChromaSampling): number[] {
  const size = [8, height >> 8, height & 255, width >> 8, width & 255];
  if (sampling === "none") return [...size, 1, 1, 0x11, 0];
  return [...size, 3, 1, sampling === "ofFour" ? 0x22 : 0x11, 0, 2, 0x11, 1, 3, 0x11, 1];
}

/** The SOS payload: each component with its Huffman tables, and the full spectral range. */
const createScanHeader = (isGrey: boolean): number[] =>
  isGrey ? [1, 1, 0, 0, 63, 0] : [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0];

/** Writes the header, the bits of the tokens and EOI. */
function writeScan(
  header: Uint8Array,
  tokens: readonly Uint32Array[],
  tables: readonly NumberedHuffmanTable[],
): Uint8Array<ArrayBuffer> {
  // Indexed by the lower ten bits of a token: one lookup per token.
  const [codeByKey, lengthByKey] = [new Uint16Array(1024), new Uint8Array(1024)];
  let totalBits = 0;
  for (const { number, frequencies, ...table } of tables)
    for (const symbol of table.symbols) {
      const length = table.lengths[symbol]!;
      codeByKey[(symbol << 2) | number] = table.codes[symbol]!;
      lengthByKey[(symbol << 2) | number] = length;
      totalBits += frequencies[symbol]! * (length + (symbol & 15));
    }
  // A 0xFF byte needs a stuffed zero after it: one byte in 256, more in adversarial pictures.
  let bytes = new Uint8Array(header.length + Math.ceil((totalBits / 8) * 1.01) + maxTokenBytes);
  bytes.set(header);
  let offset = header.length;
  let bitBuffer = 0;
  let bitCount = 0;
  const writeBits = (value: number, length: number) => {
    bitBuffer = (bitBuffer << length) | value;
    bitCount += length;
    while (bitCount >= 8) {
      bitCount -= 8;
      const byte = (bitBuffer >>> bitCount) & 255;
      bytes[offset++] = byte;
      if (byte === 255) bytes[offset++] = 0;
    }
    bitBuffer &= (1 << bitCount) - 1;
  };
  for (const chunk of tokens)
    for (const token of chunk) {
      if (offset + maxTokenBytes > bytes.length) bytes = enlarge(bytes);
      const symbolKey = token & 1023;
      writeBits(codeByKey[symbolKey]!, lengthByKey[symbolKey]!);
      const extraBits = (symbolKey >> 2) & 15;
      if (extraBits > 0) writeBits(token >>> 10, extraBits);
    }
  if (bitCount > 0) writeBits((1 << (8 - bitCount)) - 1, 8 - bitCount);
  bytes[offset++] = 0xff;
  bytes[offset++] = jpegMarker.endOfImage;
  return bytes.subarray(0, offset);
}

/** Maximum bytes of a token and the EOI after it. */
const maxTokenBytes = 16;

function enlarge(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const largerBuffer = new Uint8Array(Math.ceil(bytes.length * 1.25));
  largerBuffer.set(bytes);
  return largerBuffer;
}
