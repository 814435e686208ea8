import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { structureOf } from "#domain/media/jpeg/jpegStructure.ts";
import { createDerivatives } from "./derivatives.ts";
import { inspectBytes } from "./inspectPhoto.ts";
import { passThroughRendition } from "./passThrough.ts";
import { createPhotoKey } from "./photoKeys.ts";
import { addExif, addSegment, makeTiff } from "./testing/exifSegment.ts";
import { makeCmykJpeg, makeGreyJpeg, makeProgressiveJpeg, makeQuadrantsJpeg } from "./testing/sampleJpegs.ts";

const { IMAGES, STORAGE } = env as unknown as { IMAGES: ImagesBinding; STORAGE: R2Bucket };

const factsOf = (jpeg: Uint8Array) => {
  const inspection = inspectBytes(jpeg);
  if (!inspection.ok) throw new Error(inspection.reason);
  return inspection.facts;
};

const uprightAppearance = { orientation: 1, quarterTurns: 0 };
const encodeText = (content: string) => new TextEncoder().encode(content);

/** `size` makes the samples, which have few pixels, large enough for their bytes. */
function passThrough(
  jpeg: Uint8Array,
  { size = { width: 1600, height: 1200 }, appearance = uprightAppearance } = {},
) {
  const structure = structureOf(jpeg);
  if (!structure.ok) throw new Error(structure.reason);
  return passThroughRendition(jpeg, { ...structure, ...size }, appearance);
}

describe("design§Photos a photo that is its own rendition", () => {
  it("loses only metadata, embedded thumbnails, stray bytes and trailers", () => {
    const plainJpeg = makeQuadrantsJpeg();
    const exif = makeTiff({ image: { 270: "Holmgatan 1" } });
    for (const jpeg of [
      addSegment(addExif(plainJpeg, exif), 0xfe, encodeText("Holmgatan 1")),
      addSegment(plainJpeg, 0xe0, encodeText("JFXX\0\x10\xff\xd8")),
      addSegment(plainJpeg, 0xe2, encodeText("MPF\0")),
      Buffer.concat([plainJpeg, encodeText("a film")]),
      Buffer.concat([plainJpeg.subarray(0, 2), encodeText("stray"), plainJpeg.subarray(2)]),
      Buffer.concat([
        plainJpeg.subarray(0, -2),
        addSegment(plainJpeg, 0xfe, encodeText("hi")).subarray(2, 8),
        plainJpeg.subarray(-2),
      ]),
    ]) {
      const rendition = passThrough(jpeg);
      expect(rendition && Buffer.from(rendition).equals(plainJpeg)).toBe(true);
    }
    expect(passThrough(plainJpeg)).toBe(plainJpeg);
    expect(passThrough(makeGreyJpeg())).not.toBeNull();
  });

  it.each([
    ["turned by its device", makeQuadrantsJpeg(), { appearance: { orientation: 6, quarterTurns: 0 } }],
    ["turned by its reviewer", makeQuadrantsJpeg(), { appearance: { orientation: 1, quarterTurns: 1 } }],
    ["too large", makeQuadrantsJpeg(), { size: { width: 1601, height: 1200 } }],
    ["with too many bytes", makeQuadrantsJpeg(), { size: { width: 30, height: 30 } }],
    ["with several scans", makeProgressiveJpeg(), {}],
    ["with four components", makeCmykJpeg(), {}],
    ["with a colour profile", addSegment(makeQuadrantsJpeg(), 0xe2, encodeText("ICC_PROFILE\0\x01\x01")), {}],
    [
      "with a small picture of itself in JFIF",
      addSegment(makeQuadrantsJpeg(), 0xe0, encodeText("JFIF\0 and a thumbnail")),
      {},
    ],
  ] as const)("is never a photo %s", (_, jpeg, changes) => {
    expect(passThrough(jpeg, changes)).toBeNull();
  });

  it.each(["codec", "service"])(
    "has a thumbnail drawn by the %s, so that only one picture is drawn",
    async (PICTURES) => {
      const jpeg = addExif(makeQuadrantsJpeg(), makeTiff({ image: { 270: "Holmgatan 1" } }));
      const facts = { ...factsOf(jpeg) };
      const id = crypto.randomUUID();
      let imageCallCount = 0;
      const images = {
        input: (stream: ReadableStream) => {
          imageCallCount += 1;
          return IMAGES.input(stream);
        },
      } as ImagesBinding;
      const derivatives = await createDerivatives({
        env: { PICTURES, IMAGES: images, STORAGE },
        original: {
          open: () => Promise.reject(new Error("it is read once")),
          bytes: new Uint8Array(jpeg),
        },
        facts,
        keys: {
          thumbnail: createPhotoKey("c1", id, "thumbnail"),
          rendition: createPhotoKey("c1", id, "rendition"),
        },
      });
      if (!derivatives.ok) throw new Error(derivatives.reason);
      const storedBytes = await (await STORAGE.get(derivatives.rendition.key))!.arrayBuffer();
      expect(Buffer.from(storedBytes).equals(makeQuadrantsJpeg())).toBe(true);
      expect(derivatives.thumbnail).toMatchObject({ width: 96, height: 64 });
      expect(imageCallCount).toBe(PICTURES === "codec" ? 0 : 1);
    },
  );

  it("is refused if it cannot be decoded, and nothing is stored", async () => {
    const jpeg = new Uint8Array(makeQuadrantsJpeg());
    // Without its tables the JPEG cannot be decoded.
    const index = jpeg.findIndex((byte, index) => byte === 0xff && jpeg[index + 1] === 0xc4);
    jpeg[index + 1] = 0xef;
    const id = crypto.randomUUID();
    const keys = {
      thumbnail: createPhotoKey("c1", id, "thumbnail"),
      rendition: createPhotoKey("c1", id, "rendition"),
    };
    const derivatives = await createDerivatives({
      env: { IMAGES, STORAGE },
      original: {
        open: async () => ({ body: new Response(jpeg).body!, size: jpeg.length }),
        bytes: jpeg.slice(),
      },
      facts: factsOf(jpeg),
      keys,
    });
    expect(derivatives).toMatchObject({ ok: false, reason: "photoCorrupt" });
    expect(await STORAGE.head(keys.rendition)).toBeNull();
  });
});
