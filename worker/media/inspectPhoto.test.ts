import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inspectBytes, inspectPhoto } from "./inspectPhoto.ts";
import { addExif, addSegment, concat, makeTiff } from "./testing/exifSegment.ts";
import {
  makeCmykJpeg,
  makeGreyJpeg,
  makeNoiseJpeg,
  makeProgressiveJpeg,
  makeQuadrantsJpeg,
} from "./testing/sampleJpegs.ts";

/** A stream that delivers the bytes in chunks of the given size. */
function streamInChunks(bytes: Uint8Array, chunkBytes: number): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(offset, offset + chunkBytes));
      offset += chunkBytes;
    },
  });
}

/** Offset of the first marker with this code. */
function findMarker(jpeg: Uint8Array, code: number): number {
  const index = jpeg.findIndex((byte, index) => byte === 0xff && jpeg[index + 1] === code);
  expect(index).toBeGreaterThan(0);
  return index;
}

/** A baseline sample with another size in its frame header. */
function makeJpegOfSize(width: number, height: number): Uint8Array {
  const jpeg = makeQuadrantsJpeg();
  new DataView(jpeg.buffer).setUint16(findMarker(jpeg, 0xc0) + 5, height);
  new DataView(jpeg.buffer).setUint16(findMarker(jpeg, 0xc0) + 7, width);
  return jpeg;
}

/** A seeded generator, so that a failure can be reproduced. */
function makeRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % limit;
  };
}

const getVerdict = (bytes: Uint8Array) => {
  const inspection = inspectBytes(bytes);
  return inspection.ok ? "ok" : inspection.reason;
};

describe("design§Photos inspection of a photo", () => {
  it("design§Photos returns size, CRC-32, SHA-256, MD5 and dimensions in one pass", async () => {
    const jpeg = makeQuadrantsJpeg();
    const inspection = await inspectPhoto(streamInChunks(jpeg, 100));
    expect(inspection).toEqual({
      ok: true,
      facts: {
        size: jpeg.length,
        crc32: crc32(jpeg) >>> 0,
        sha256: createHash("sha256").update(jpeg).digest("hex"),
        md5: createHash("md5").update(jpeg).digest("hex"),
        width: 96,
        height: 64,
        components: 3,
        orientation: 1,
        takenAt: null,
        takenAtSource: "EXIF",
        lat: 1000,
        lng: 1000,
        direction: null,
        camera: null,
      },
    });
  });

  it.each([
    ["grey", makeGreyJpeg(), 1],
    ["colour", makeQuadrantsJpeg(), 3],
    ["CMYK", makeCmykJpeg(), 4],
  ])("3§4 recognises a %s photo by its components, which a PDF has to declare", (_, jpeg, components) => {
    expect(inspectBytes(jpeg)).toMatchObject({ ok: true, facts: { components } });
  });

  it.each([
    ["baseline", makeQuadrantsJpeg()],
    ["progressive with several scans", makeProgressiveJpeg()],
    ["stuffed bytes", makeNoiseJpeg()],
    ["grey", makeGreyJpeg()],
    ["CMYK", makeCmykJpeg()],
  ])("accepts %s", (_name, jpeg) => expect(getVerdict(jpeg)).toBe("ok"));

  it("gives the same result for any chunk size", async () => {
    const exif = makeTiff({ image: { 274: 6 }, exif: { 36867: "2024:05:31 14:05:09" } });
    for (const jpeg of [
      addExif(makeQuadrantsJpeg(), exif),
      makeNoiseJpeg(),
      addExif(makeNoiseJpeg(), exif).subarray(0, 900),
    ]) {
      const inspection = inspectBytes(jpeg);
      for (const size of [1, 2, 3, 7, 64, 1000]) {
        expect(await inspectPhoto(streamInChunks(jpeg, size))).toEqual(inspection);
      }
    }
  });

  it("reads byte streams and other streams in the same way, including long ones", async () => {
    const jpeg = concat(makeProgressiveJpeg(), new Uint8Array(700_000));
    const inspection = inspectBytes(jpeg);
    expect(await inspectPhoto(new Response(jpeg).body!)).toEqual(inspection);
    expect(await inspectPhoto(streamInChunks(jpeg, 50_000))).toEqual(inspection);
  });

  it("throws the error of the stream: a failed transfer is not a refusal", async () => {
    const brokenStream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error("connection lost")),
    });
    await expect(inspectPhoto(brokenStream)).rejects.toThrow("connection lost");
  });
});

describe("design§Photos photos that cameras write and decoders can show are accepted", () => {
  it.each<[string, Uint8Array]>([
    [
      "bytes after the end (motion photo, gain map)",
      concat(makeQuadrantsJpeg(), makeNoiseJpeg(), new Uint8Array(5000)),
    ],
    ["one stray byte after the end", concat(makeQuadrantsJpeg(), new Uint8Array([0]))],
    [
      "stray bytes between segments",
      concat(makeQuadrantsJpeg().subarray(0, 2), new Uint8Array([0, 1, 2]), makeQuadrantsJpeg().subarray(2)),
    ],
    [
      "fill bytes before a marker",
      concat(makeQuadrantsJpeg().subarray(0, 2), new Uint8Array([255, 255]), makeQuadrantsJpeg().subarray(2)),
    ],
    [
      "fill bytes before the end",
      concat(
        makeQuadrantsJpeg().subarray(0, -2),
        new Uint8Array([255, 255]),
        makeQuadrantsJpeg().subarray(-2),
      ),
    ],
    [
      "a comment and a maker's segment",
      addSegment(addSegment(makeQuadrantsJpeg(), 0xfe, makeNoiseJpeg()), 0xec, makeGreyJpeg()),
    ],
    ["an empty segment", addSegment(makeQuadrantsJpeg(), 0xe3, new Uint8Array())],
    ["a whole JPEG inside EXIF (its preview)", addExif(makeQuadrantsJpeg(), makeGreyJpeg())],
    ["a segment of the maximum length", addSegment(makeQuadrantsJpeg(), 0xe1, new Uint8Array(65_533))],
  ])("%s", (_name, jpeg) => expect(getVerdict(jpeg)).toBe("ok"));

  it("restart markers, if there are as many as the frame needs", () => {
    // 96 x 64 in units of 16 x 16 is 24 units: an interval of 12 needs one restart.
    const jpeg = addSegment(makeQuadrantsJpeg(), 0xdd, new Uint8Array([0, 12]));
    expect(getVerdict(jpeg)).toBe("photoTruncated");
    const middleOffset = jpeg.length - 20;
    const restartedJpeg = concat(
      jpeg.subarray(0, middleOffset),
      new Uint8Array([0xff, 0xd0]),
      jpeg.subarray(middleOffset),
    );
    expect(getVerdict(restartedJpeg)).toBe("ok");
  });
});

describe("design§Photos an invalid photo is refused with the reason", () => {
  const encodeLatin1 = (latin1: string) => Uint8Array.from(latin1, (character) => character.charCodeAt(0));

  it.each<[string, Uint8Array, string | undefined]>([
    ["HEIC", encodeLatin1("\0\0\0\x24ftypheic\0\0\0\0mif1heic"), "HEIC"],
    ["HEIF", encodeLatin1("\0\0\0\x24ftypmif1\0\0\0\0mif1heic"), "HEIF"],
    ["AVIF", encodeLatin1("\0\0\0\x20ftypavif\0\0\0\0avifmif1"), "AVIF"],
    ["PNG", encodeLatin1("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR"), "PNG"],
    ["GIF", encodeLatin1("GIF89a\x01\0\x01\0"), "GIF"],
    ["WebP", encodeLatin1("RIFF\x24\0\0\0WEBPVP8 "), "WebP"],
    ["TIFF", encodeLatin1("II*\0\x08\0\0\0"), "TIFF"],
    ["BMP", encodeLatin1(`BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0${"\0".repeat(20)}`), "BMP"],
    ["PDF", encodeLatin1("%PDF-1.7\n"), "PDF"],
    ["video", encodeLatin1("\0\0\0\x18ftypmp42\0\0\0\0"), "MP4"],
    ["web page", encodeLatin1("<!DOCTYPE html><title>404</title>"), "HTML"],
    ["zeros", new Uint8Array(1000), undefined],
  ])("%s", (_name, bytes, detail) => {
    const digests = { size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
    const inspection = inspectBytes(bytes);
    expect(inspection).toMatchObject({ ok: false, reason: "notJpeg", digests });
    expect(inspection.ok ? null : inspection.detail).toBe(detail);
  });

  it("an empty file", async () => {
    expect(getVerdict(new Uint8Array())).toBe("photoEmpty");
    expect(await inspectPhoto(streamInChunks(new Uint8Array(), 1))).toMatchObject({
      reason: "photoEmpty",
      digests: { size: 0 },
    });
  });

  it.each([
    ["over 250 megapixels", 20_000, 20_000, "photoTooLarge"],
    ["just over 250 megapixels", 25_001, 10_000, "photoTooLarge"],
    ["no width", 0, 64, "photoCorrupt"],
    ["no height", 96, 0, "photoCorrupt"],
  ])("%s", (_name, width, height, reason) => expect(getVerdict(makeJpegOfSize(width, height))).toBe(reason));

  it.each([
    [0xc3, "lossless"],
    [0xc5, "hierarchical"],
    [0xc9, "arithmetic"],
  ])("frame type %i (%s), which neither browsers nor Office show", (code) => {
    const jpeg = makeQuadrantsJpeg();
    jpeg[findMarker(jpeg, 0xc0) + 1] = code;
    expect(getVerdict(jpeg)).toBe("photoUnsupported");
  });

  it("12 bits per sample", () => {
    const jpeg = makeQuadrantsJpeg();
    jpeg[findMarker(jpeg, 0xc0) + 4] = 12;
    expect(getVerdict(jpeg)).toBe("photoUnsupported");
  });

  it("a picture cut short and closed by a program", () => {
    const jpeg = makeQuadrantsJpeg();
    const scanOffset = findMarker(jpeg, 0xda) + 14;
    const end = jpeg.subarray(-2);
    expect(getVerdict(concat(jpeg.subarray(0, scanOffset), end))).toBe("photoTruncated");
    expect(getVerdict(concat(jpeg.subarray(0, findMarker(jpeg, 0xda)), end))).toBe("photoTruncated");
    // The header claims far more than the data can hold.
    expect(getVerdict(makeJpegOfSize(6000, 4000))).toBe("photoTruncated");
  });

  it("a file padded with zeros after an interrupted copy", () => {
    const jpeg = makeNoiseJpeg();
    expect(getVerdict(jpeg.fill(0, jpeg.length / 2))).toBe("photoTruncated");
  });

  it("damaged markers", () => {
    const jpeg = makeNoiseJpeg();
    const stuffedIndex = jpeg.findLastIndex((byte, index) => byte === 0xff && jpeg[index + 1] === 0);
    jpeg[stuffedIndex + 1] = 0x42;
    expect(getVerdict(jpeg)).toBe("photoCorrupt");
    expect(getVerdict(concat(makeQuadrantsJpeg().subarray(0, 2), makeQuadrantsJpeg()))).toBe("photoCorrupt");
  });
});

describe("design§Photos damaged files", () => {
  const exif = makeTiff({
    image: { 274: 6, 271: "Maker" },
    exif: { 36867: "2024:05:31 14:05:09" },
    gps: { 1: "N" },
  });

  it.each([
    ["baseline", addExif(makeQuadrantsJpeg(), exif)],
    ["noise", makeNoiseJpeg()],
    ["grey", makeGreyJpeg()],
    ["progressive", makeProgressiveJpeg()],
  ])("P2 are refused wherever a %s photo is cut, unless only its end marker is missing", (_name, jpeg) => {
    const trailers = [
      new Uint8Array(),
      new Uint8Array(200),
      new Uint8Array(200).fill(0xff),
      Uint8Array.of(0xff, 0xc4, 1, 2, 0xff, 0xd8, 0xff, 0xd9),
    ];
    // Tests every length of the small photos, and the lengths near both ends of the large photo.
    const getStep = (length: number) =>
      jpeg.length > 5000 && length > 700 && length < jpeg.length - 300 ? 97 : 1;
    for (let length = 0; length < jpeg.length; length += getStep(length)) {
      const cutJpeg = jpeg.subarray(0, length);
      const isWhole = length >= jpeg.length - 2;
      const expectedVerdict = length === 0 ? "photoEmpty" : isWhole ? "ok" : "photoTruncated";
      expect(getVerdict(cutJpeg), `cut at ${length} of ${jpeg.length}`).toBe(expectedVerdict);
      if (length > findMarker(jpeg, 0xda) + 14)
        for (const trailer of trailers.slice(1, 3))
          expect(getVerdict(concat(cutJpeg, trailer)), `cut at ${length} of ${jpeg.length}, padded`).toBe(
            isWhole || isRestored(concat(cutJpeg, trailer), jpeg) ? "ok" : "photoTruncated",
          );
    }
  });

  /** Whether padding happens to be the same as the bytes that were cut off. */
  const isRestored = (paddedJpeg: Uint8Array, jpeg: Uint8Array) =>
    Buffer.from(paddedJpeg.subarray(0, jpeg.length - 2)).equals(jpeg.subarray(0, -2));

  it("never make the inspection throw", () => {
    const nextRandom = makeRandom(7);
    const sources = [addExif(makeQuadrantsJpeg(), exif), makeNoiseJpeg(), makeGreyJpeg(), makeCmykJpeg()];
    for (let round = 0; round < 4000; round++) {
      const jpeg = sources[round % sources.length]!.slice();
      for (let flipCount = 1 + nextRandom(6); flipCount > 0; flipCount--)
        jpeg[nextRandom(jpeg.length)] = nextRandom(256);
      const inspection = inspectBytes(jpeg);
      if (!inspection.ok) continue;
      expect(inspection.facts.width * inspection.facts.height).toBeGreaterThan(0);
      expect(inspection.facts.orientation).toBeGreaterThanOrEqual(1);
      expect(inspection.facts.orientation).toBeLessThanOrEqual(8);
    }
  });
});
