import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { structureOf } from "#domain/media/jpeg/jpegStructure.ts";
import { coloursOf } from "#worker/testing/pictureTesting.ts";
import { decodeScaled } from "./codec/decoder.ts";
import { encodeJpeg } from "./codec/encoder.ts";
import { decodeStream, streamedRasterBytes } from "./codec/streamedRaster.ts";
import { createDerivatives } from "./derivatives.ts";
import { inspectBytes, inspectPhoto } from "./inspect.ts";
import { createPhotoKey } from "./keys.ts";
import { pictureParts } from "./pictureBytes.ts";
import { getUprightSize } from "./size.ts";
import { concat, tiff, withExif, withSegment } from "./testing/exifSegment.ts";
import { cmyk, crashing, grey, largeProgressive, noise, quadrants } from "./testing/sampleJpegs.ts";

/* Photos of the field, as phones and programs write them, drawn by both means. */

const { IMAGES, STORAGE } = env as unknown as { IMAGES: ImagesBinding; STORAGE: R2Bucket };

/** Inspects and draws a photo. `images` may stand for the image service. */
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
const noService = {
  input: () => {
    throw new Error("the image service was called");
  },
} as unknown as ImagesBinding;
const both = ["codec", "service"] as const;
const text = (latin1: string) => Uint8Array.from(latin1, (character) => character.charCodeAt(0));
/** The trailer of a Samsung phone: directories and words between arbitrary bytes. */
const samsungTrailer = (...content: number[]) =>
  concat(
    text("\0\0\x01\x0a\x0e\0\0\0Panorama_Shot_Info"),
    Uint8Array.from(content),
    text("SEFH\x6b\0\0\0SEFT"),
  );

/**
 * A grey frame of 64 x 48 pixels, 4:2:0, without Huffman tables: twelve units of six blocks without coefficients.
 * @param beforeRestart if given, there is a restart marker after every four units, and these bytes before it
 */
const motionFrame = (beforeRestart?: Uint8Array) =>
  concat(
    Uint8Array.of(0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...new Array<number>(64).fill(8)),
    Uint8Array.of(0xff, 0xc0, 0, 17, 8, 0, 48, 0, 64, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0),
    ...(beforeRestart ? [Uint8Array.of(0xff, 0xdd, 0, 4, 0, 4)] : []),
    Uint8Array.of(0xff, 0xda, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0),
    ...Array.from({ length: 12 }, (_, unit) =>
      concat(
        Uint8Array.of(0x28, 0xa2, 0x8a, 0),
        ...(beforeRestart && (unit === 3 || unit === 7)
          ? [beforeRestart, Uint8Array.of(0xff, unit === 3 ? 0xd0 : 0xd1)]
          : []),
      ),
    ),
    Uint8Array.of(0xff, 0xd9),
  );

describe.each(both)("photos of phones, drawn by the %s", (pictures) => {
  it.each([
    ["nothing after the data", new Uint8Array()],
    ["a trailer", samsungTrailer()],
    [
      "a trailer with marker bytes",
      samsungTrailer(0xff, 0xd8, 0xff, 0xc4, 0, 9, 0xff, 0xda, 0xff, 0x01, 0xff),
    ],
    ["a trailer with another picture", concat(samsungTrailer(), quadrants().slice().reverse(), grey())],
    ["zeros", new Uint8Array(5000)],
    ["fill bytes", new Uint8Array(5000).fill(0xff)],
    ["spaces", new Uint8Array(5000).fill(0x20)],
  ])(
    "P2 libjpeg-turbo#163 a panorama without an end marker is accepted whole: %s",
    async (_, trailingBytes) => {
      const jpeg = concat(quadrants().slice(0, -2), trailingBytes);
      const drawResult = await draw(jpeg, pictures);
      expect(drawResult).toMatchObject({ ok: true, rendition: { width: 96, height: 64 } });
      if (drawResult.ok) expect(await coloursOf(drawResult.bytes)).toEqual(["red", "green", "blue", "white"]);
    },
  );

  it.each([
    ["baseline", quadrants()],
    ["noise", noise()],
    ["grey", grey()],
    ["progressive", largeProgressive()],
    ["CMYK", cmyk()],
  ])(
    "P2 photoprism#1944 a %s photo without its end marker is complete, and one that is cut off is not",
    async (_, jpeg) => {
      expect(await draw(jpeg.slice(0, -2), pictures)).toMatchObject({ ok: true });
      const cutJpeg = concat(
        jpeg.slice(0, Math.floor(jpeg.length * 0.8)),
        samsungTrailer(0xff, 0xd8, 0xff, 0xc4),
      );
      expect(await draw(cutJpeg, pictures)).toMatchObject({ ok: false });
    },
  );

  it("P2 jpeg-decoder mjpeg: a frame of Motion JPEG, which leaves out the standard tables, is drawn with them", async () => {
    expect(await draw(motionFrame(), pictures)).toMatchObject({
      ...{ ok: true, rendition: { width: 64, height: 48 } },
    });
    const cutJpeg = motionFrame().slice(0, -12);
    expect(await draw(cutJpeg, pictures)).toMatchObject({ ok: false });
  });

  it.each([
    ["none", []],
    ["some", [1, 2, 3]],
    ["stuffed", [0x12, 0xff, 0, 0x34]],
    ["fill", [0xff, 0xff]],
  ])(
    "P2 opencv#9477 jpeg-decoder#100 bytes that webcams and scanners write before a restart marker: %s",
    async (_, extra) => {
      const jpeg = motionFrame(Uint8Array.from(extra));
      expect(await draw(jpeg, pictures)).toMatchObject({ ok: true, rendition: { width: 64, height: 48 } });
      expect(await draw(jpeg.slice(0, -2), pictures)).toMatchObject({ ok: true });
      const surplus = concat(jpeg.slice(0, -2), Uint8Array.of(0xff, 0xd7), jpeg.slice(-2));
      expect(await draw(surplus, pictures)).toMatchObject({ ok: true });
    },
  );

  it.each([
    ["RGB", grey()],
    ["CMYK", quadrants()],
    ["GRAY", quadrants()],
    ["Lab ", cmyk()],
  ])(
    "P6 libvips#1520 the profile of another colour space (%s) is ignored, as browsers do",
    async (space, jpeg) => {
      const profile = concat(
        text("ICC_PROFILE\0\x01\x01"),
        new Uint8Array(16),
        text(space.padEnd(4)),
        text("XYZ "),
        new Uint8Array(200),
      );
      const [plain, withProfile] = [
        await draw(jpeg, pictures),
        await draw(withSegment(jpeg, 0xe2, profile), pictures),
      ];
      expect(withProfile).toMatchObject({ ok: true });
      if (plain.ok && withProfile.ok) expect(Buffer.from(withProfile.bytes).equals(plain.bytes)).toBe(true);
    },
  );

  it.each([1, 2, 7, 100])(
    "P6 circles-api#36 %i stray bytes between segments change nothing",
    async (count) => {
      const stray = new Uint8Array(count).fill(0x2a);
      const jpeg = quadrants();
      const profile = withSegment(jpeg, 0xe2, text("ICC_PROFILE\0\x01\x01 not a profile"));
      for (const source of [jpeg, profile]) {
        const clean = await draw(source, pictures);
        const drawResult = await draw(concat(source.slice(0, 2), stray, source.slice(2)), pictures);
        expect(drawResult).toMatchObject({ ok: true });
        if (drawResult.ok && clean.ok) expect(Buffer.from(drawResult.bytes).equals(clean.bytes)).toBe(true);
      }
    },
  );

  /** An EXIF segment whose orientation 6 has another type or count. */
  const orientations = (type: number, count: number, value: number[]): Uint8Array => {
    const exif = tiff({ image: { 274: 6 } }).slice(0, 200);
    exif.set([type, 0, count, 0, 0, 0, ...value], 12);
    return exif;
  };
  it.each<[string, Uint8Array]>([
    ["BYTE", orientations(1, 1, [6, 0, 0, 0])],
    ["SBYTE", orientations(6, 1, [6, 0, 0, 0])],
    ["SSHORT", orientations(8, 1, [6, 0, 0, 0])],
    ["LONG", orientations(4, 1, [6, 0, 0, 0])],
    ["SLONG", orientations(9, 1, [6, 0, 0, 0])],
    ["UNDEFINED", orientations(7, 1, [6, 0, 0, 0])],
    ["ASCII", orientations(2, 2, [0x36, 0, 0, 0])],
    ["two SHORTs", orientations(3, 2, [6, 0, 3, 0])],
    ["no SHORTs", orientations(3, 0, [6, 0, 0, 0])],
    ["9", orientations(3, 1, [9, 0, 0, 0])],
    ["0", orientations(3, 1, [0, 0, 0, 0])],
    ["a SHORT", tiff({ image: { 274: 6 } })],
    ["a SHORT of big-endian", tiff({ image: { 274: 6 } }, false)],
  ])("P4 libvips#4072 one reader decides on an orientation: %s", async (_, exif) => {
    for (const jpeg of [quadrants(), cmyk()])
      for (const taggedJpeg of [
        withExif(jpeg, exif),
        withExif(withExif(jpeg, tiff({ image: { 274: 8 } })), exif),
        withExif(withExif(jpeg, exif), tiff({ image: { 271: "Maker" } })),
        withSegment(jpeg, 0xe1, concat(text("Exif\0\xff"), exif)),
        concat(jpeg.slice(0, -2), withExif(jpeg, exif).slice(2, 40), jpeg.slice(-2)),
      ]) {
        const drawResult = await draw(taggedJpeg, pictures);
        expect(drawResult).toMatchObject({ ok: true });
        if (drawResult.ok) expect(drawResult.rendition).toMatchObject(getUprightSize(drawResult.facts));
      }
  });
});

it("P3 a photo that crashes the decoder changes nothing for the next ones, however many there are", async () => {
  for (let time = 0; time < 12; time++)
    expect(await draw(crashing(), "codec")).toMatchObject({ ok: false, reason: "photoCorrupt" });
  expect(await draw(withExif(quadrants(), tiff({ image: { 274: 6 } })), "codec", noService)).toMatchObject({
    ...{ ok: true, rendition: { width: 64, height: 96 } },
  });
}, 60_000);

describe("pictures that are too large to be held in memory", () => {
  /** A picture with gradients and edges. */
  function scene(width: number, height: number, options = {}) {
    const data = new Uint8ClampedArray(width * height * 4);
    for (let index = 0; index < data.length; index += 4) {
      const [x, y] = [(index / 4) % width, Math.floor(index / 4 / width)];
      data.set([(x + y) % 400 < 200 ? 200 : 60, 255 * (x / width), 255 * (y / height), 255], index);
    }
    return encodeJpeg({ data, width, height }, 90, options);
  }
  /** A grey JPEG as one with three components, each of which is that picture in a scan of its own. */
  function inThreeScans(greyJpeg: Uint8Array) {
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
  const meanDifference = (a: Uint8Array, b: Uint8Array) =>
    a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;
  const inPieces = (bytes: Uint8Array, size: number) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let from = 0; from < bytes.length; from += size)
          controller.enqueue(bytes.slice(from, from + size));
        controller.close();
      },
    });

  it.each([
    ["4:2:0", scene(1003, 701)],
    ["4:4:4", scene(1003, 701, { sharp: true })],
    ["grey", scene(1003, 701, { grey: true })],
  ])("P2 are decoded while they stream, like those that are held: %s", async (_, jpeg) => {
    const structure = structureOf(jpeg);
    if (!structure.ok) throw new Error(structure.reason);
    for (const divisor of [8, 4, 2]) {
      const size = { width: Math.ceil(1003 / divisor), height: Math.ceil(701 / divisor) };
      expect(streamedRasterBytes(structure, size)).not.toBeNull();
      const streamedRaster = await decodeStream(structure, inPieces(jpeg, 30_000), size);
      const difference = await decodeScaled(pictureParts(jpeg, structure), size, (heldRaster) => {
        expect(streamedRaster).toMatchObject({
          width: heldRaster.width,
          height: heldRaster.height,
          channels: heldRaster.channels,
        });
        return meanDifference(heldRaster.data, streamedRaster!.data);
      });
      expect(difference).toBeLessThan(4);
    }
  });

  it.each([
    ["progressive", largeProgressive()],
    ["with a scan for each component", inThreeScans(scene(1003, 701, { grey: true }))],
  ])(
    "P2 photoprism#3363 those that every scan refines are drawn at an eighth of their size: %s",
    async (_, jpeg) => {
      const structure = structureOf(jpeg);
      if (!structure.ok) throw new Error(structure.reason);
      const size = { width: Math.ceil(structure.width / 8), height: Math.ceil(structure.height / 8) };
      expect(structure.progressive || structure.scans > 1).toBe(true);
      expect(streamedRasterBytes(structure, { width: size.width + 1, height: size.height })).toBeNull();
      expect(streamedRasterBytes({ ...structure, width: 12_000, height: 9000 }, size)).not.toBeNull();
      const streamedRaster = await decodeStream(structure, inPieces(jpeg, 3000), size);
      const difference = await decodeScaled(pictureParts(jpeg, structure), size, (heldRaster) => {
        const { width, height, channels } = heldRaster;
        expect(streamedRaster).toMatchObject({ width, height, channels });
        return meanDifference(heldRaster.data, streamedRaster!.data);
      });
      expect(difference).toBeLessThan(4);
      expect(await decodeStream(structure, inPieces(jpeg.slice(0, jpeg.length / 2), 3000), size)).toBeNull();
    },
  );

  it("P2 their end marker may be missing too, and one that is cut off is refused", async () => {
    const jpeg = scene(1003, 701);
    const open = (bytes: Uint8Array) => ({ reopen: async () => inPieces(bytes, 5000) });
    const whole = concat(jpeg.slice(0, -2), samsungTrailer(0xff, 0xd8));
    expect(await inspectPhoto(inPieces(whole, 5000), open(whole))).toMatchObject({ ok: true });
    const cutJpeg = jpeg.slice(0, jpeg.length - 500);
    expect(await inspectPhoto(inPieces(cutJpeg, 5000), open(cutJpeg))).toMatchObject({
      reason: "photoTruncated",
    });
  });
});
