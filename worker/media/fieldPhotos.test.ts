import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { structureOf } from "#domain/media/jpeg/jpegStructure.ts";
import { readColours } from "#worker/testing/pictureTesting.ts";
import { decodeScaled } from "./codec/decoder.ts";
import { encodeJpeg } from "./codec/encoder.ts";
import { computeRasterBytes, decodeStream } from "./codec/streamedRaster.ts";
import { createDerivatives } from "./derivatives.ts";
import { getUprightSize } from "./imageSize.ts";
import { inspectBytes, inspectPhoto } from "./inspectPhoto.ts";
import { createPhotoKey } from "./photoKeys.ts";
import { toPictureParts } from "./pictureBytes.ts";
import { addExif, addSegment, concat, makeTiff } from "./testing/exifSegment.ts";
import {
  makeCmykJpeg,
  makeCrashingJpeg,
  makeGreyJpeg,
  makeNoiseJpeg,
  makeProgressiveJpeg,
  makeQuadrantsJpeg,
} from "./testing/sampleJpegs.ts";

/* Photos from the field, as phones and programs write them, drawn by the codec and by the image service. */

const { IMAGES, STORAGE } = env as unknown as { IMAGES: ImagesBinding; STORAGE: R2Bucket };

/** Inspects and draws a photo. `images` replaces the image service. */
async function draw(jpeg: Uint8Array, pictures: "codec" | "service", images = IMAGES) {
  const inspection = inspectBytes(jpeg);
  if (!inspection.ok) return inspection;
  const id = crypto.randomUUID();
  const drawResult = await createDerivatives({
    env: { PICTURES: pictures, IMAGES: images, STORAGE },
    original: { open: async () => ({ body: new Response(jpeg).body!, size: jpeg.length }) },
    facts: inspection.facts,
    keys: {
      thumbnail: createPhotoKey("c1", id, "thumbnail"),
      rendition: createPhotoKey("c1", id, "rendition"),
    },
  });
  if (!drawResult.ok) return drawResult;
  const storedObject = await STORAGE.get(drawResult.rendition.key);
  const bytes = new Uint8Array(await storedObject!.arrayBuffer());
  return { ok: true as const, facts: inspection.facts, rendition: drawResult.rendition, bytes };
}
const failingService = {
  input: () => {
    throw new Error("the image service was called");
  },
} as unknown as ImagesBinding;
const renderers = ["codec", "service"] as const;
const encodeLatin1 = (latin1: string) => Uint8Array.from(latin1, (character) => character.charCodeAt(0));
/** The trailer of a Samsung phone: directories and words between arbitrary bytes. */
const makeSamsungTrailer = (...content: number[]) =>
  concat(
    encodeLatin1("\0\0\x01\x0a\x0e\0\0\0Panorama_Shot_Info"),
    Uint8Array.from(content),
    encodeLatin1("SEFH\x6b\0\0\0SEFT"),
  );

/**
 * A grey frame of 64 x 48 pixels, 4:2:0, without Huffman tables: twelve units of six blocks without coefficients.
 * @param restartPrefix if given, there is a restart marker after every four units, and these bytes before it
 */
const makeMotionFrame = (restartPrefix?: Uint8Array) =>
  concat(
    Uint8Array.of(0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...new Array<number>(64).fill(8)),
    Uint8Array.of(0xff, 0xc0, 0, 17, 8, 0, 48, 0, 64, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0),
    ...(restartPrefix ? [Uint8Array.of(0xff, 0xdd, 0, 4, 0, 4)] : []),
    Uint8Array.of(0xff, 0xda, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0),
    ...Array.from({ length: 12 }, (_, unit) =>
      concat(
        Uint8Array.of(0x28, 0xa2, 0x8a, 0),
        ...(restartPrefix && (unit === 3 || unit === 7)
          ? [restartPrefix, Uint8Array.of(0xff, unit === 3 ? 0xd0 : 0xd1)]
          : []),
      ),
    ),
    Uint8Array.of(0xff, 0xd9),
  );

describe.each(renderers)("photos of phones, drawn by the %s", (pictures) => {
  it.each([
    ["nothing after the data", new Uint8Array()],
    ["a trailer", makeSamsungTrailer()],
    [
      "a trailer with marker bytes",
      makeSamsungTrailer(0xff, 0xd8, 0xff, 0xc4, 0, 9, 0xff, 0xda, 0xff, 0x01, 0xff),
    ],
    [
      "a trailer with another picture",
      concat(makeSamsungTrailer(), makeQuadrantsJpeg().slice().reverse(), makeGreyJpeg()),
    ],
    ["zeros", new Uint8Array(5000)],
    ["fill bytes", new Uint8Array(5000).fill(0xff)],
    ["spaces", new Uint8Array(5000).fill(0x20)],
  ])("P2 libjpeg-turbo#163 may be panoramas without an end marker: %s", async (_, trailingBytes) => {
    const jpeg = concat(makeQuadrantsJpeg().slice(0, -2), trailingBytes);
    const drawResult = await draw(jpeg, pictures);
    expect(drawResult).toMatchObject({ ok: true, rendition: { width: 96, height: 64 } });
    if (drawResult.ok) expect(await readColours(drawResult.bytes)).toEqual(["red", "green", "blue", "white"]);
  });

  it.each([
    ["baseline", makeQuadrantsJpeg()],
    ["noise", makeNoiseJpeg()],
    ["grey", makeGreyJpeg()],
    ["progressive", makeProgressiveJpeg()],
    ["CMYK", makeCmykJpeg()],
  ])(
    "P2 photoprism#1944 are complete without their end marker, but not when cut off: %s",
    async (_, jpeg) => {
      expect(await draw(jpeg.slice(0, -2), pictures)).toMatchObject({ ok: true });
      const cutJpeg = concat(
        jpeg.slice(0, Math.floor(jpeg.length * 0.8)),
        makeSamsungTrailer(0xff, 0xd8, 0xff, 0xc4),
      );
      expect(await draw(cutJpeg, pictures)).toMatchObject({ ok: false });
    },
  );

  it("P2 jpeg-decoder mjpeg may be frames of Motion JPEG, which are drawn with the standard tables that they leave out", async () => {
    expect(await draw(makeMotionFrame(), pictures)).toMatchObject({
      ...{ ok: true, rendition: { width: 64, height: 48 } },
    });
    const cutJpeg = makeMotionFrame().slice(0, -12);
    expect(await draw(cutJpeg, pictures)).toMatchObject({ ok: false });
  });

  it.each([
    ["none", []],
    ["some", [1, 2, 3]],
    ["stuffed", [0x12, 0xff, 0, 0x34]],
    ["fill", [0xff, 0xff]],
  ])(
    "P2 opencv#9477 jpeg-decoder#100 may have extra bytes before a restart marker, as from webcams and scanners: %s",
    async (_, extraBytes) => {
      const jpeg = makeMotionFrame(Uint8Array.from(extraBytes));
      expect(await draw(jpeg, pictures)).toMatchObject({ ok: true, rendition: { width: 64, height: 48 } });
      expect(await draw(jpeg.slice(0, -2), pictures)).toMatchObject({ ok: true });
      const surplusJpeg = concat(jpeg.slice(0, -2), Uint8Array.of(0xff, 0xd7), jpeg.slice(-2));
      expect(await draw(surplusJpeg, pictures)).toMatchObject({ ok: true });
    },
  );

  it.each([
    ["RGB", makeGreyJpeg()],
    ["CMYK", makeQuadrantsJpeg()],
    ["GRAY", makeQuadrantsJpeg()],
    ["Lab ", makeCmykJpeg()],
  ])(
    "P6 libvips#1520 are drawn without the profile of another colour space (%s), as in browsers",
    async (space, jpeg) => {
      const profile = concat(
        encodeLatin1("ICC_PROFILE\0\x01\x01"),
        new Uint8Array(16),
        encodeLatin1(space.padEnd(4)),
        encodeLatin1("XYZ "),
        new Uint8Array(200),
      );
      const [plainResult, profiledResult] = [
        await draw(jpeg, pictures),
        await draw(addSegment(jpeg, 0xe2, profile), pictures),
      ];
      expect(profiledResult).toMatchObject({ ok: true });
      if (plainResult.ok && profiledResult.ok)
        expect(Buffer.from(profiledResult.bytes).equals(plainResult.bytes)).toBe(true);
    },
  );

  it.each([1, 2, 7, 100])(
    "P6 circles-api#36 look the same with %i stray bytes between segments",
    async (byteCount) => {
      const strayBytes = new Uint8Array(byteCount).fill(0x2a);
      const jpeg = makeQuadrantsJpeg();
      const profile = addSegment(jpeg, 0xe2, encodeLatin1("ICC_PROFILE\0\x01\x01 not a profile"));
      for (const source of [jpeg, profile]) {
        const cleanResult = await draw(source, pictures);
        const drawResult = await draw(concat(source.slice(0, 2), strayBytes, source.slice(2)), pictures);
        expect(drawResult).toMatchObject({ ok: true });
        if (drawResult.ok && cleanResult.ok)
          expect(Buffer.from(drawResult.bytes).equals(cleanResult.bytes)).toBe(true);
      }
    },
  );

  /** An EXIF segment whose orientation 6 has another type or count. */
  const makeOrientationExif = (type: number, byteCount: number, value: number[]): Uint8Array => {
    const exif = makeTiff({ image: { 274: 6 } }).slice(0, 200);
    exif.set([type, 0, byteCount, 0, 0, 0, ...value], 12);
    return exif;
  };
  it.each<[string, Uint8Array]>([
    ["BYTE", makeOrientationExif(1, 1, [6, 0, 0, 0])],
    ["SBYTE", makeOrientationExif(6, 1, [6, 0, 0, 0])],
    ["SSHORT", makeOrientationExif(8, 1, [6, 0, 0, 0])],
    ["LONG", makeOrientationExif(4, 1, [6, 0, 0, 0])],
    ["SLONG", makeOrientationExif(9, 1, [6, 0, 0, 0])],
    ["UNDEFINED", makeOrientationExif(7, 1, [6, 0, 0, 0])],
    ["ASCII", makeOrientationExif(2, 2, [0x36, 0, 0, 0])],
    ["two SHORTs", makeOrientationExif(3, 2, [6, 0, 3, 0])],
    ["no SHORTs", makeOrientationExif(3, 0, [6, 0, 0, 0])],
    ["9", makeOrientationExif(3, 1, [9, 0, 0, 0])],
    ["0", makeOrientationExif(3, 1, [0, 0, 0, 0])],
    ["a SHORT", makeTiff({ image: { 274: 6 } })],
    ["a SHORT of big-endian", makeTiff({ image: { 274: 6 } }, false)],
  ])("P4 libvips#4072 are drawn with the orientation that the inspection reads: %s", async (_, exif) => {
    for (const jpeg of [makeQuadrantsJpeg(), makeCmykJpeg()])
      for (const taggedJpeg of [
        addExif(jpeg, exif),
        addExif(addExif(jpeg, makeTiff({ image: { 274: 8 } })), exif),
        addExif(addExif(jpeg, exif), makeTiff({ image: { 271: "Maker" } })),
        addSegment(jpeg, 0xe1, concat(encodeLatin1("Exif\0\xff"), exif)),
        concat(jpeg.slice(0, -2), addExif(jpeg, exif).slice(2, 40), jpeg.slice(-2)),
      ]) {
        const drawResult = await draw(taggedJpeg, pictures);
        expect(drawResult).toMatchObject({ ok: true });
        if (drawResult.ok) expect(drawResult.rendition).toMatchObject(getUprightSize(drawResult.facts));
      }
  });
});

it("P3 photos that crash the decoder do not affect later photos", async () => {
  for (let time = 0; time < 12; time++)
    expect(await draw(makeCrashingJpeg(), "codec")).toMatchObject({ ok: false, reason: "photoCorrupt" });
  expect(
    await draw(addExif(makeQuadrantsJpeg(), makeTiff({ image: { 274: 6 } })), "codec", failingService),
  ).toMatchObject({
    ...{ ok: true, rendition: { width: 64, height: 96 } },
  });
}, 60_000);

describe("pictures that are too large to be held in memory", () => {
  /** A picture with gradients and edges. */
  function makeScene(width: number, height: number, options = {}) {
    const data = new Uint8ClampedArray(width * height * 4);
    for (let index = 0; index < data.length; index += 4) {
      const [x, y] = [(index / 4) % width, Math.floor(index / 4 / width)];
      data.set([(x + y) % 400 < 200 ? 200 : 60, 255 * (x / width), 255 * (y / height), 255], index);
    }
    return encodeJpeg({ data, width, height }, 90, options);
  }
  /** Converts a grey JPEG to one with three components, each of them the same picture in its own scan. */
  function toThreeScans(greyJpeg: Uint8Array) {
    const frameStart = greyJpeg.findIndex((byte, index) => byte === 0xff && greyJpeg[index + 1] === 0xc0);
    const frame = greyJpeg.slice(frameStart, frameStart + 9);
    const ids = [1, 2, 3];
    const tablesStart = frameStart + 13;
    const scanStart = greyJpeg.findIndex((byte, index) => byte === 0xff && greyJpeg[index + 1] === 0xda);
    return concat(
      greyJpeg.slice(0, frameStart),
      Uint8Array.of(...frame.slice(0, 3), 17, ...frame.slice(4, 9), 3, ...ids.flatMap((id) => [id, 0x11, 0])),
      ...ids.flatMap((id) => [
        greyJpeg.slice(tablesStart, scanStart),
        Uint8Array.of(0xff, 0xda, 0, 8, 1, id, 0, 0, 63, 0),
        greyJpeg.slice(scanStart + 10, -2),
      ]),
      Uint8Array.of(0xff, 0xd9),
    );
  }
  const computeMeanDifference = (a: Uint8Array, b: Uint8Array) =>
    a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;
  const streamInChunks = (bytes: Uint8Array, chunkBytes: number) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let offset = 0; offset < bytes.length; offset += chunkBytes)
          controller.enqueue(bytes.slice(offset, offset + chunkBytes));
        controller.close();
      },
    });

  it.each([
    ["4:2:0", makeScene(1003, 701)],
    ["4:4:4", makeScene(1003, 701, { sharp: true })],
    ["grey", makeScene(1003, 701, { grey: true })],
  ])("P2 are decoded from a stream as they are from memory: %s", async (_, jpeg) => {
    const structure = structureOf(jpeg);
    if (!structure.ok) throw new Error(structure.reason);
    for (const divisor of [8, 4, 2]) {
      const size = { width: Math.ceil(1003 / divisor), height: Math.ceil(701 / divisor) };
      expect(computeRasterBytes(structure, size)).not.toBeNull();
      const streamedRaster = await decodeStream(structure, streamInChunks(jpeg, 30_000), size);
      const difference = await decodeScaled(toPictureParts(jpeg, structure), size, (heldRaster) => {
        expect(streamedRaster).toMatchObject({
          width: heldRaster.width,
          height: heldRaster.height,
          channels: heldRaster.channels,
        });
        return computeMeanDifference(heldRaster.data, streamedRaster!.data);
      });
      expect(difference).toBeLessThan(4);
    }
  });

  it.each([
    ["progressive", makeProgressiveJpeg()],
    ["with a scan for each component", toThreeScans(makeScene(1003, 701, { grey: true }))],
  ])(
    "P2 photoprism#3363 are decoded at an eighth of their size if they have several scans: %s",
    async (_, jpeg) => {
      const structure = structureOf(jpeg);
      if (!structure.ok) throw new Error(structure.reason);
      const size = { width: Math.ceil(structure.width / 8), height: Math.ceil(structure.height / 8) };
      expect(structure.progressive || structure.scanCount > 1).toBe(true);
      expect(computeRasterBytes(structure, { width: size.width + 1, height: size.height })).toBeNull();
      expect(computeRasterBytes({ ...structure, width: 12_000, height: 9000 }, size)).not.toBeNull();
      const streamedRaster = await decodeStream(structure, streamInChunks(jpeg, 3000), size);
      const difference = await decodeScaled(toPictureParts(jpeg, structure), size, (heldRaster) => {
        const { width, height, channels } = heldRaster;
        expect(streamedRaster).toMatchObject({ width, height, channels });
        return computeMeanDifference(heldRaster.data, streamedRaster!.data);
      });
      expect(difference).toBeLessThan(4);
      expect(
        await decodeStream(structure, streamInChunks(jpeg.slice(0, jpeg.length / 2), 3000), size),
      ).toBeNull();
    },
  );

  it("P2 may lack their end marker too, but are refused when cut off", async () => {
    const jpeg = makeScene(1003, 701);
    const makeOptions = (bytes: Uint8Array) => ({ reopen: async () => streamInChunks(bytes, 5000) });
    const wholeJpeg = concat(jpeg.slice(0, -2), makeSamsungTrailer(0xff, 0xd8));
    expect(await inspectPhoto(streamInChunks(wholeJpeg, 5000), makeOptions(wholeJpeg))).toMatchObject({
      ok: true,
    });
    const cutJpeg = jpeg.slice(0, jpeg.length - 500);
    expect(await inspectPhoto(streamInChunks(cutJpeg, 5000), makeOptions(cutJpeg))).toMatchObject({
      reason: "photoTruncated",
    });
  });
});
