import { describe, expect, it } from "vitest";
import { structureOf } from "#domain/media/jpeg/jpegStructure.ts";
import { inspectBytes } from "../inspectPhoto.ts";
import { addSegment } from "../testing/exifSegment.ts";
import { makeGreyJpeg, makeProgressiveJpeg, makeQuadrantsJpeg } from "../testing/sampleJpegs.ts";
import { createConversion } from "./colors.ts";
import { decodeReduced, estimateDecoderMemory, maxDecoderMemoryBytes } from "./decodeReduced.ts";
import { decodeScaled, fullSize } from "./decoder.ts";
import { resizeWithCodec } from "./drawJpeg.ts";
import { encodeJpeg } from "./encoder.ts";
import { createHuffmanTable } from "./huffman.ts";
import { runWithMemory } from "./memoryBudget.ts";
import { resamplePicture } from "./resample.ts";

const mb = 1024 * 1024;
const plainAppearance = { orientation: 1, quarterTurns: 0 };

function toInMemoryJpeg(bytes: Uint8Array) {
  const structure = structureOf(bytes);
  if (!structure.ok) throw new Error(structure.reason);
  return { bytes, structure };
}

describe("design§Photos pictures that the codec handles", () => {
  const makePhoneFrame = (width: number, height: number, progressive = false) => ({
    ...{ width, height, progressive, components: 3 },
    samples: width * height * 1.5,
  });
  const rendition = { width: 1600, height: 1200 };

  it("need an amount of memory that is known before decoding", () => {
    expect(estimateDecoderMemory(makePhoneFrame(4032, 3024), 4 * mb, rendition) / mb).toBeCloseTo(19, 0);
    expect(estimateDecoderMemory(makePhoneFrame(8064, 6048), 14 * mb, rendition)).toBeLessThan(
      maxDecoderMemoryBytes,
    );
    expect(estimateDecoderMemory(makePhoneFrame(8064, 6048, true), 14 * mb, rendition)).toBeGreaterThan(
      maxDecoderMemoryBytes,
    );
    expect(estimateDecoderMemory(makePhoneFrame(3264, 2448, true), 4 * mb, rendition)).toBeLessThan(
      maxDecoderMemoryBytes,
    );
  });

  it("do not include pictures with more scans than any program writes", async () => {
    const jpeg = makeProgressiveJpeg();
    const size = { width: 400, height: 301 };
    expect(await decodeReduced(toInMemoryJpeg(jpeg), plainAppearance, size, false)).toMatchObject({
      ...size,
      grey: false,
    });
    const endOffset = jpeg.length - 2;
    const scanOffset = jpeg.lastIndexOf(0xda) - 1;
    const scans = Array.from({ length: 64 }, () => jpeg.subarray(scanOffset, endOffset));
    const manyScansJpeg = new Uint8Array(
      Buffer.concat([jpeg.subarray(0, endOffset), ...scans, jpeg.subarray(endOffset)]),
    );
    expect(await decodeReduced(toInMemoryJpeg(manyScansJpeg), plainAppearance, size, false)).toBeNull();
  });

  it("stay grey if they are grey", async () => {
    expect(
      await decodeReduced(toInMemoryJpeg(makeGreyJpeg()), plainAppearance, { width: 32, height: 32 }, false),
    ).toMatchObject({
      grey: true,
    });
  });

  it("3§3 are drawn in a lower quality if they take too many bytes, but never show blocks", async () => {
    let seed = 1;
    const noise = { width: 160, height: 120, data: new Uint8ClampedArray(160 * 120 * 4) };
    for (let index = 0; index < noise.data.length; index += 1) {
      seed = (seed * 48271) % 2147483647;
      noise.data[index] = index % 4 === 3 ? 255 : seed & 255;
    }
    const jpeg = toInMemoryJpeg(encodeJpeg(noise, 90));
    const sizeOf = async (maxBytes?: number) => {
      const spec = { width: 80, height: 60, quality: 65, ...(maxBytes && { maxBytes }) };
      return (await resizeWithCodec(jpeg, plainAppearance, [spec]))![0]!.length;
    };
    const [full, small, smallest] = [await sizeOf(), await sizeOf(1), await sizeOf(1e6)];
    expect(smallest).toBe(full);
    expect(small).toBeLessThan(full * 0.9);
    const between = await sizeOf(full - 1);
    expect(between).toBeLessThan(full);
    expect(between).toBeGreaterThan(small);
  });

  it("are released once the decoder has them", async () => {
    const jpeg = makeQuadrantsJpeg();
    expect(
      await decodeReduced(toInMemoryJpeg(jpeg), plainAppearance, { width: 96, height: 64 }, true),
    ).not.toBeNull();
    expect(jpeg).toHaveLength(0);
  });

  it("are decoded one after the other if they do not fit in memory together", async () => {
    const messages: string[] = [];
    let release = () => {};
    const firstRun = runWithMemory(20 * mb, () => new Promise<void>((resolve) => (release = resolve)));
    const secondRun = runWithMemory(20 * mb, async () => messages.push("second"));
    const thirdRun = runWithMemory(5 * mb, async () => messages.push("third"));
    await thirdRun;
    messages.push("first");
    release();
    await Promise.all([firstRun, secondRun]);
    expect(messages).toEqual(["third", "first", "second"]);
  });
});

describe("design§Photos memory budget", () => {
  it("runs work that fits in order of arrival", async () => {
    const messages: string[] = [];
    let release = () => {};
    const firstRun = runWithMemory(30 * mb, () => new Promise<void>((resolve) => (release = resolve)));
    const laterRuns = ["second", "third", "fourth"].map((name) =>
      runWithMemory(20 * mb, async () => {
        await scheduler.wait(1);
        messages.push(name);
      }),
    );
    release();
    await Promise.all([firstRun, ...laterRuns]);
    expect(messages).toEqual(["second", "third", "fourth"]);
  });
});

describe("design§Photos resampling", () => {
  it("keeps the brightness of a uniform area at any size", () => {
    for (const [sourceWidth, resultWidth] of [
      [2016, 1600],
      [503, 400],
      [37, 5],
      [3, 2],
    ] as const) {
      const data = new Uint8Array(sourceWidth * 3 * 3).fill(201);
      const { data: resampledData } = resamplePicture(
        { data, width: sourceWidth, height: 3, channels: 3 },
        { width: resultWidth, height: 2 },
      );
      expect(new Set(resampledData)).toEqual(new Set([201, 255]));
    }
  });

  it("keeps the position of an edge", () => {
    const data = Uint8Array.from({ length: 100 }, (_, x) => (x < 50 ? 0 : 255));
    const { data: resampledData } = resamplePicture(
      { data, width: 100, height: 1, channels: 1 },
      { width: 20, height: 1 },
    );
    const brightness = Array.from({ length: 20 }, (_, x) => resampledData[x * 4]!);
    expect(brightness.slice(0, 7).every((value) => value < 3)).toBe(true);
    expect(brightness.slice(13).every((value) => value > 252)).toBe(true);
    expect(brightness[9]! + brightness[10]!).toBe(255);
  });
});

/** A picture with gradients and an edge, different in each colour. */
function makePicture(width: number, height: number) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let index = 0; index < data.length; index += 4) {
    const [x, y] = [(index / 4) % width, Math.floor(index / 4 / width)];
    data.set([x + y < 60 ? 200 : 60, 255 * (x / width), 255 * (y / height), 255], index);
  }
  return { data, width, height };
}

/** The mean difference from the encoded picture, in steps of 1/255. */
async function measureEncodingError(
  picture: ReturnType<typeof makePicture>,
  quality: number,
  options = {},
): Promise<number> {
  const jpeg = encodeJpeg(picture, quality, options);
  const meanDifference = await decodeScaled([jpeg], fullSize, ({ data, width, height, channels }) => {
    expect({ width, height }).toEqual({ width: picture.width, height: picture.height });
    const differences = Array.from({ length: width * height * 3 }, (_, index) => {
      const [pixel, colour] = [Math.floor(index / 3), index % 3];
      return Math.abs(
        picture.data[pixel * 4 + colour]! - data[pixel * channels + (channels === 3 ? colour : 0)]!,
      );
    });
    return differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
  });
  return meanDifference ?? Number.NaN;
}

describe("design§Photos encoding", () => {
  it("is precise at any size, and more precise at higher quality", async () => {
    for (const [width, height] of [
      [1, 1],
      [16, 16],
      [97, 61],
    ] as const)
      expect(await measureEncodingError(makePicture(width, height), 82)).toBeLessThan(8);
    const picture = makePicture(160, 120);
    const [coarseError, fineError, sharpError] = [
      await measureEncodingError(picture, 40),
      await measureEncodingError(picture, 90),
      await measureEncodingError(picture, 90, { sharp: true }),
    ];
    expect([fineError < coarseError, sharpError < fineError, sharpError < 1]).toEqual([true, true, true]);
    expect(encodeJpeg(picture, 40).length).toBeLessThan(encodeJpeg(picture, 90).length);
  });

  it("writes a grey picture without chroma", async () => {
    const picture = makePicture(50, 40);
    for (let index = 0; index < picture.data.length; index += 4)
      picture.data.fill(picture.data[index + 1]!, index, index + 3);
    expect(inspectBytes(encodeJpeg(picture, 82, { grey: true }))).toMatchObject({
      facts: { components: 1, width: 50, height: 40 },
    });
    expect(await measureEncodingError(picture, 95, { grey: true })).toBeLessThan(1);
  });

  it("writes noise at the highest quality, the largest possible output, completely", async () => {
    let seed = 1;
    const noise = makePicture(64, 48);
    for (let index = 0; index < noise.data.length; index += 1) {
      seed = (seed * 48271) % 2147483647;
      noise.data[index] = index % 4 === 3 ? 255 : seed & 128 ? 255 : 0;
    }
    expect(await measureEncodingError(noise, 100, { sharp: true })).toBeLessThan(2);
  });

  it("uses no code longer than 16 bits or of ones only, and short codes for frequent symbols", () => {
    const frequencies = new Uint32Array(256);
    let [sum, nextSum] = [1, 1];
    for (let symbol = 0; symbol < 40; symbol += 1) {
      frequencies[symbol] = sum;
      [sum, nextSum] = [nextSum, sum + nextSum];
    }
    const { lengths, codes, symbols } = createHuffmanTable(frequencies);
    expect(symbols).toHaveLength(40);
    const bitStrings = [...symbols].map((symbol) =>
      codes[symbol]!.toString(2).padStart(lengths[symbol]!, "0"),
    );
    expect(Math.max(...bitStrings.map((code) => code.length))).toBe(16);
    for (const [position, code] of bitStrings.entries()) {
      expect(code).toMatch(/0/);
      expect(bitStrings.some((otherCode, index) => index !== position && otherCode.startsWith(code))).toBe(
        false,
      );
    }
    expect(lengths[39]!).toBeLessThan(lengths[20]!);
    const singleFrequency = new Uint32Array(256);
    singleFrequency[7] = 5;
    expect(createHuffmanTable(singleFrequency)).toMatchObject({ symbols: Uint8Array.of(7) });
  });
});

/** The sRGB primaries as profiles store them, relative to a white of 5000 K. */
const srgbPrimaries = [
  [0.4361, 0.2225, 0.0139],
  [0.3851, 0.7169, 0.0971],
  [0.1431, 0.0606, 0.7141],
];

/** An ICC profile with one tone curve and these primaries. */
function profileOf(curve: Buffer, primaries = srgbPrimaries, space = "RGB "): Buffer {
  const toFixedPoint = (value: number) => Math.round(value * 65536);
  const parts: [string, Buffer][] = [
    ...primaries.map((xyz, index): [string, Buffer] => {
      const bytes = Buffer.alloc(20);
      bytes.write("XYZ ");
      xyz.forEach((value, index) => void bytes.writeInt32BE(toFixedPoint(value), 8 + 4 * index));
      return [`${"rgb"[index]}XYZ`, bytes];
    }),
    ...["rTRC", "gTRC", "bTRC"].map((name): [string, Buffer] => [name, curve]),
  ];
  const head = Buffer.alloc(132 + 12 * parts.length);
  head.write(`${space}XYZ `, 16);
  head.writeUInt32BE(parts.length, 128);
  let offset = head.length;
  for (const [index, [name, bytes]] of parts.entries()) {
    head.write(name, 132 + 12 * index);
    head.writeUInt32BE(offset, 136 + 12 * index);
    head.writeUInt32BE(bytes.length, 140 + 12 * index);
    offset += bytes.length;
  }
  return Buffer.concat([head, ...parts.map(([, bytes]) => bytes)]);
}

function makeGammaCurve(value: number): Buffer {
  const curve = Buffer.alloc(14);
  curve.write("curv");
  curve.writeUInt32BE(1, 8);
  curve.writeUInt16BE(Math.round(value * 256), 12);
  return curve;
}

/** The sRGB curve as a formula. */
function makeSrgbCurve(): Buffer {
  const curve = Buffer.alloc(32);
  curve.write("para");
  curve.writeUInt16BE(3, 8);
  [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].forEach(
    (value, index) => void curve.writeInt32BE(Math.round(value * 65536), 12 + 4 * index),
  );
  return curve;
}

describe("design§Photos colour profiles", () => {
  const convertColour = (profile: Buffer, ...colour: number[]) => {
    const data = Uint8ClampedArray.from([...colour, 255]);
    createConversion(profile)!({ data, width: 1, height: 1 });
    return [...data.subarray(0, 3)];
  };

  it("convert colours with another curve or other primaries to sRGB", () => {
    // (128 / 255)² is 0.252 in linear light, which sRGB encodes as 137.
    expect(convertColour(profileOf(makeGammaCurve(2)), 128, 128, 128)).toEqual([137, 137, 137]);
    // Display P3: its red is outside sRGB; white stays white.
    const p3Primaries = [
      [0.5151, 0.2412, -0.0011],
      [0.292, 0.6922, 0.0419],
      [0.1571, 0.0666, 0.7841],
    ];
    expect(convertColour(profileOf(makeSrgbCurve(), p3Primaries), 255, 255, 255)).toEqual([255, 255, 255]);
    expect(convertColour(profileOf(makeSrgbCurve(), p3Primaries), 255, 0, 0)).toEqual([255, 0, 0]);
    const [red, green, blue] = convertColour(profileOf(makeSrgbCurve(), p3Primaries), 150, 100, 100);
    expect([red! > 155, green! < 100, blue! < 100]).toEqual([true, true, true]);
  });

  it("change nothing if they are sRGB, and are not supported if damaged, with tables or of other colour spaces", () => {
    expect(createConversion(profileOf(makeSrgbCurve()))).toBeNull();
    expect(createConversion(profileOf(makeSrgbCurve(), srgbPrimaries, "CMYK"))).toBeUndefined();
    const fullProfile = profileOf(makeGammaCurve(1.8));
    for (let length = 0; length < fullProfile.length; length += 7) {
      const truncatedProfile = fullProfile.subarray(0, length);
      expect(() => createConversion(truncatedProfile)).not.toThrow();
    }
    expect(createConversion(fullProfile.subarray(0, 200))).toBeUndefined();
    const tableProfile = Buffer.from(fullProfile);
    tableProfile.write("A2B0", 132);
    expect(createConversion(tableProfile)).toBeUndefined();
  });

  it("are assembled from their parts, in order", () => {
    const makePart = (number: number, text: string) =>
      Buffer.concat([Buffer.from("ICC_PROFILE\0"), Buffer.from([number, 2]), Buffer.from(text)]);
    const jpeg = addSegment(
      addSegment(makeQuadrantsJpeg(), 0xe2, makePart(1, "one, of space RG")),
      0xe2,
      makePart(2, "RGB two"),
    );
    expect(Buffer.from(toInMemoryJpeg(jpeg).structure.profile ?? []).toString()).toBe(
      "one, of space RGRGB two",
    );
    expect(toInMemoryJpeg(makeQuadrantsJpeg()).structure).toMatchObject({ profile: null, adobe: null });
  });
});
