import { deflateSync } from "node:zlib";
import { unzlibSync, Zlib } from "fflate";
import { describe, expect, it } from "vitest";
import { makeCmykJpeg, makeGreyJpeg, makeQuadrantsJpeg } from "#worker/media/testing/sampleJpegs.ts";
import { crc32 } from "../crc32.ts";
import { concatBytes } from "../segments.ts";
import { tinyJpeg } from "../testing/samplePlans.ts";
import { isCompletePng, type Picture, parsePicture } from "./picture.ts";

function chunk(type: string, body: Uint8Array): Uint8Array {
  const chunkBytes = new Uint8Array(body.length + 12);
  const view = new DataView(chunkBytes.buffer);
  view.setUint32(0, body.length);
  chunkBytes.set(Buffer.from(type), 4);
  chunkBytes.set(body, 8);
  view.setUint32(body.length + 8, crc32(chunkBytes.subarray(4, body.length + 8)));
  return chunkBytes;
}

interface Sketch {
  width: number;
  height: number;
  bits: number;
  colorType: number;
  interlaced?: boolean;
  /** Each row starts with its filter byte. */
  rows: number[][];
  chunks?: [string, number[]][];
  /** Compressed image data to use instead of `rows`. */
  data?: Uint8Array;
}

function png({
  width,
  height,
  bits,
  colorType,
  interlaced: isInterlaced = false,
  rows,
  chunks = [],
  data,
}: Sketch): Uint8Array {
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, width);
  head.setUint32(4, height);
  new Uint8Array(head.buffer).set([bits, colorType, 0, 0, isInterlaced ? 1 : 0], 8);
  return concatBytes([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", new Uint8Array(head.buffer)),
    ...chunks.map(([type, body]) => chunk(type, Uint8Array.from(body))),
    chunk("IDAT", data ?? deflateSync(Uint8Array.from(rows.flat()))),
    chunk("IEND", new Uint8Array()),
  ]);
}

const bytesOf = ({ data }: Pick<Picture, "data">) => [...unzlibSync(data)];

/** The samples of an 8-bit picture, decoded as a PDF reader does. */
function pixelsOf(picture: Omit<Picture, "alpha">): number[] {
  const bytes = bytesOf(picture);
  const { Colors, Columns } =
    /Predictor 15\/Colors (?<Colors>\d)\/BitsPerComponent 8\/Columns (?<Columns>\d+)/.exec(picture.filter)
      ?.groups ?? {};
  if (!Colors) return bytes;
  const distance = Number(Colors);
  const length = distance * Number(Columns);
  const pixels: number[] = [];
  for (let index = 0; index < bytes.length; index += length + 1)
    for (let x = 0; x < length; x++) {
      const inRow = x >= distance;
      const left = inRow ? pixels.at(-distance)! : 0;
      const up = pixels.at(-length) ?? 0;
      const corner = inRow ? (pixels.at(-length - distance) ?? 0) : 0;
      const guess = left + up - corner;
      const nearest = [left, up, corner].reduce((best, value) =>
        Math.abs(guess - value) < Math.abs(guess - best) ? value : best,
      );
      pixels.push((bytes[index + 1 + x]! + [0, left, up, (left + up) >> 1, nearest][bytes[index]!]!) & 255);
    }
  return pixels;
}

describe("pictures of layouts in a PDF (3§4)", () => {
  it("PNGs without transparency are embedded unchanged", () => {
    const picture = parsePicture(
      png({ width: 2, height: 1, bits: 8, colorType: 2, rows: [[1, 9, 8, 7, 1, 1, 1]] }),
    )!;
    expect(picture).toMatchObject({ width: 2, height: 1, bits: 8, colorSpace: "/DeviceRGB", alpha: null });
    expect(picture.filter).toContain("/Predictor 15/Colors 3/BitsPerComponent 8/Columns 2");
    expect(bytesOf(picture)).toEqual([1, 9, 8, 7, 1, 1, 1]);
  });

  it("have a mask if they are transparent, by alpha, by palette or by one colour", () => {
    const alpha = parsePicture(
      png({
        width: 1,
        height: 2,
        bits: 8,
        colorType: 6,
        rows: [
          [0, 9, 8, 7, 128],
          [2, 1, 1, 1, 127],
        ],
      }),
    )!;
    expect(pixelsOf(alpha)).toEqual([9, 8, 7, 10, 9, 8]);
    expect(pixelsOf(alpha.alpha!)).toEqual([128, 255]);
    const palette = parsePicture(
      png({
        width: 3,
        height: 1,
        bits: 2,
        colorType: 3,
        rows: [[0, 0b00_01_10_00]],
        chunks: [
          ["PLTE", [1, 2, 3, 4, 5, 6, 7, 8, 9]],
          ["tRNS", [0, 50]],
        ],
      }),
    )!;
    expect(pixelsOf(palette)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(pixelsOf(palette.alpha!)).toEqual([0, 50, 255]);
    const color = parsePicture(
      png({
        width: 2,
        height: 1,
        bits: 16,
        colorType: 0,
        rows: [[0, 1, 0, 2, 0]],
        chunks: [["tRNS", [1, 0]]],
      }),
    )!;
    expect(pixelsOf(color)).toEqual([1, 2]);
    expect(pixelsOf(color.alpha!)).toEqual([0, 255]);
  });

  it.each([8, 16])("are separated from their mask with every filter, with %s bits", (bits) => {
    const [width, height, bytes] = [5, 10, bits / 8];
    for (const [colorType, samples] of [
      [6, 4],
      [4, 2],
    ] as const) {
      // Pseudo-random pixels, with the PNG filters applied as in the standard.
      const sampleAt = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (x * 37 + y * 101 + x * y * 7) & 255);
      const step = samples * bytes;
      const rows = Array.from({ length: height }, (_, y) => [
        y % 5,
        ...Array.from({ length: width * step }, (_, x) => {
          const [left, up, corner] = [
            x < step ? 0 : sampleAt(x - step, y),
            sampleAt(x, y - 1),
            x < step ? 0 : sampleAt(x - step, y - 1),
          ];
          const guess = left + up - corner;
          const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value)) as [
            number,
            number,
            number,
          ];
          const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
          return (sampleAt(x, y) - [0, left, up, (left + up) >> 1, paeth][y % 5]!) & 255;
        }),
      ]);
      const picture = parsePicture(png({ width, height, bits, colorType, rows }))!;
      const highs = Array.from({ length: height }, (_, y) =>
        Array.from({ length: width * samples }, (_, x) => sampleAt(x * bytes, y)),
      ).flat();
      expect(pixelsOf(picture)).toEqual(highs.filter((_, index) => index % samples < samples - 1));
      expect(pixelsOf(picture.alpha!)).toEqual(highs.filter((_, index) => index % samples === samples - 1));
    }
  });

  it("have no mask if no pixel is transparent", () => {
    const rows = [
      [0, 9, 8, 7, 255],
      [2, 1, 1, 1, 0],
    ];
    expect(parsePicture(png({ width: 1, height: 2, bits: 8, colorType: 6, rows }))?.alpha).toBeNull();
  });

  it("are deinterlaced", () => {
    // Passes 1, 4, 5 and 6, 7 of 4 × 2 pixels, numbered from 1 to 8.
    const rows = [
      [0, 1],
      [0, 3],
      [0, 2, 4],
      [0, 5, 6, 7, 8],
    ];
    const picture = parsePicture(
      png({ width: 4, height: 2, bits: 8, colorType: 0, interlaced: true, rows }),
    )!;
    expect(pixelsOf(picture)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(picture.alpha).toBeNull();
  });

  it("JPEGs are embedded unchanged, with their colour components", () => {
    expect(parsePicture(tinyJpeg("x"))).toMatchObject({
      width: 12,
      height: 8,
      colorSpace: "/DeviceRGB",
      isCompressed: true,
    });
    expect(parsePicture(makeQuadrantsJpeg())).toMatchObject({
      width: 96,
      height: 64,
      filter: "/Filter/DCTDecode",
    });
    expect(parsePicture(makeGreyJpeg())).toMatchObject({ colorSpace: "/DeviceGray" });
    expect(parsePicture(makeCmykJpeg())?.colorSpace).toContain("/DeviceCMYK");
  });

  it("are left out if they are broken, truncated or a decompression bomb", () => {
    const good = png({ width: 1, height: 1, bits: 8, colorType: 6, rows: [[0, 1, 2, 3, 4]] });
    expect(parsePicture(good)).not.toBeNull();
    expect(parsePicture(new Uint8Array())).toBeNull();
    expect(parsePicture(good.subarray(0, 40))).toBeNull();
    expect(parsePicture(Uint8Array.of(0xff, 0xd8, 0xff))).toBeNull();
    expect(
      parsePicture(png({ width: 60_000, height: 60_000, bits: 8, colorType: 6, rows: [[0]] })),
    ).toBeNull();
  });

  const rgba = { width: 4, height: 4, bits: 8, colorType: 6 };
  const rows = Array.from({ length: 4 }, () => [0, ...new Array(16).fill(9)]);
  const palette = { width: 2, height: 1, bits: 8, colorType: 3, rows: [[0, 0, 1]] };
  const PLTE: [string, number[]] = ["PLTE", [1, 2, 3, 4, 5, 6]];

  it("are intact if their data has exactly the pixels that the header declares", () => {
    for (const sketch of [
      { ...rgba, rows },
      { ...palette, chunks: [PLTE] },
    ])
      expect(isCompletePng(png(sketch))).toBe(true);
  });

  it.each<[string, Sketch]>([
    ["data that is not deflated", { ...rgba, rows, data: Uint8Array.of(1, 2, 3, 4) }],
    ["a wrong checksum", { ...rgba, rows, data: corrupt(deflateSync(Uint8Array.from(rows.flat()))) }],
    ["too few rows", { ...rgba, rows: rows.slice(1) }],
    ["an unknown filter", { ...rgba, rows: [...rows.slice(1), [5, ...new Array(16).fill(9)]] }],
    ["no palette", palette],
    ["a palette of half a colour", { ...palette, chunks: [["PLTE", [1, 2, 3, 4]]] }],
    ["an empty palette", { ...palette, chunks: [["PLTE", []]] }],
    ["an unknown colour type", { ...rgba, colorType: 5, rows }],
    ["200 MB behind a small header", { ...rgba, rows: [], data: bomb() }],
  ])("are broken with %s", (_, sketch) => {
    const bytes = png(sketch);
    expect(isCompletePng(bytes)).toBe(false);
    if (sketch.colorType === 6) expect(parsePicture(bytes)).toBeNull();
  });
});

function corrupt(bytes: Uint8Array): Uint8Array {
  bytes[bytes.length - 1]! ^= 1;
  return bytes;
}

/** 200 MB of zeros: more than the memory of an isolate. */
function bomb(): Uint8Array {
  const parts: Uint8Array[] = [];
  const stream = new Zlib({ level: 9 }, (part) => parts.push(part));
  const zeros = new Uint8Array(1_000_000);
  for (let count = 0; count < 200; count++) stream.push(zeros, count === 199);
  return concatBytes(parts);
}
