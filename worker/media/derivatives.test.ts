import { env } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readColours } from "#worker/testing/pictureTesting.ts";
import { createDerivatives, type DerivativesInput } from "./derivatives.ts";
import { inspectBytes } from "./inspectPhoto.ts";
import { createPhotoKey } from "./photoKeys.ts";
import { addExif, addSegment, makeTiff } from "./testing/exifSegment.ts";
import { makeCmykJpeg, makeGreyJpeg, makeProgressiveJpeg, makeQuadrantsJpeg } from "./testing/sampleJpegs.ts";

const { IMAGES, STORAGE } = env as unknown as { IMAGES: ImagesBinding; STORAGE: R2Bucket };

const streamOf = (bytes: Uint8Array) => new Response(bytes).body!;

interface Changes extends Partial<Omit<DerivativesInput, "env" | "original">> {
  pictures?: "codec" | "service";
  images?: ImagesBinding;
  open?: () => Promise<ReadableStream<Uint8Array>>;
}

/** All inputs for a photo with these bytes, drawn by the image service; `changes` override them. */
function makeInput(
  jpeg: Uint8Array,
  { pictures = "service", images = IMAGES, open = async () => streamOf(jpeg), ...changes }: Changes = {},
): DerivativesInput {
  const inspection = inspectBytes(jpeg);
  if (!inspection.ok) throw new Error(inspection.reason);
  const photoId = crypto.randomUUID();
  return {
    env: { PICTURES: pictures, IMAGES: images, STORAGE },
    original: { open: async () => ({ body: await open(), size: jpeg.length }) },
    facts: inspection.facts,
    keys: {
      thumbnail: createPhotoKey("c1", photoId, "thumbnail"),
      rendition: createPhotoKey("c1", photoId, "rendition"),
    },
    ...changes,
  };
}

async function makeDerivatives(input: DerivativesInput) {
  const derivatives = await createDerivatives(input);
  if (!derivatives.ok) throw new Error(derivatives.reason);
  return derivatives;
}

async function readStored(key: string): Promise<Uint8Array> {
  const object = await STORAGE.get(key);
  if (!object) throw new Error(`${key} is not stored`);
  return new Uint8Array(await object.arrayBuffer());
}

const checkStored = async (input: DerivativesInput) =>
  (await Promise.all(Object.values(input.keys).map((key) => STORAGE.head(key)))).map(
    (object) => object !== null,
  );

/** An image service that fails when it is called. */
const failingService = {
  input: () => {
    throw new Error("the image service was called");
  },
} as unknown as ImagesBinding;

describe.each([
  { pictures: "service", images: IMAGES },
  { pictures: "codec", images: failingService },
] as const)("design§Photos upright derivatives drawn by the $pictures", (renderer) => {
  // The stored pixels are always the same: red and green above, blue and white below. The expected picture follows from the EXIF
  // standard's meaning of each value (the corner of the scene where the first row and column begin).
  it.each([
    [1, ["red", "green", "blue", "white"]],
    [2, ["green", "red", "white", "blue"]],
    [3, ["white", "blue", "green", "red"]],
    [4, ["blue", "white", "red", "green"]],
    [5, ["red", "blue", "green", "white"]],
    [6, ["blue", "red", "white", "green"]],
    [7, ["white", "green", "blue", "red"]],
    [8, ["green", "white", "red", "blue"]],
  ])("apply orientation %i and remove it", async (orientation, expectedColours) => {
    const { thumbnail, rendition } = await makeDerivatives(
      makeInput(addExif(makeQuadrantsJpeg(), makeTiff({ image: { 274: orientation } })), renderer),
    );
    const size = orientation >= 5 ? { width: 64, height: 96 } : { width: 96, height: 64 };
    for (const derivative of [thumbnail, rendition]) {
      const bytes = await readStored(derivative.key);
      expect(derivative).toMatchObject(size);
      expect(inspectBytes(bytes)).toMatchObject({ ok: true, facts: { ...size, orientation: 1 } });
      expect(await readColours(bytes)).toEqual(expectedColours);
    }
  });

  // Orientation 1 shows red and green above blue and white; orientation 6 shows blue and red above white and green.
  it.each([
    [1, 1, ["blue", "red", "white", "green"]],
    [1, 2, ["white", "blue", "green", "red"]],
    [1, 3, ["green", "white", "red", "blue"]],
    [6, 1, ["white", "blue", "green", "red"]],
    [6, 2, ["green", "white", "red", "blue"]],
    [6, 3, ["red", "green", "blue", "white"]],
    [5, 1, ["green", "red", "white", "blue"]],
  ])(
    "2§5 apply orientation %i and then %i quarter turns of the reviewer",
    async (orientation, quarterTurns, expectedColours) => {
      const photo = addExif(makeQuadrantsJpeg(), makeTiff({ image: { 274: orientation } }));
      const isSideways = orientation >= 5 !== (quarterTurns % 2 === 1);
      const size = isSideways ? { width: 64, height: 96 } : { width: 96, height: 64 };
      const { thumbnail, rendition } = await makeDerivatives(makeInput(photo, { quarterTurns, ...renderer }));
      for (const derivative of [thumbnail, rendition]) {
        expect(derivative).toMatchObject(size);
        expect(await readColours(await readStored(derivative.key))).toEqual(expectedColours);
      }
    },
  );

  it("have 400 and 1600 pixels on the longest side, each with its own facts", async () => {
    const { thumbnail, rendition } = await makeDerivatives(
      makeInput(addExif(makeProgressiveJpeg(), makeTiff({ image: { 274: 6 } })), renderer),
    );
    expect(thumbnail).toMatchObject({ width: 301, height: 400 });
    expect(rendition).toMatchObject({ width: 1203, height: 1600 });
    for (const derivative of [thumbnail, rendition]) {
      const bytes = await readStored(derivative.key);
      expect(derivative).toMatchObject({
        size: bytes.length,
        crc32: crc32(bytes) >>> 0,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        etag: (await STORAGE.head(derivative.key))?.etag,
      });
      expect(inspectBytes(bytes)).toMatchObject({
        facts: { width: derivative.width, height: derivative.height },
      });
    }
    expect((await STORAGE.head(rendition.key))?.httpMetadata?.contentType).toBe("image/jpeg");
  });

  it("never enlarge the photo", async () => {
    expect(await makeDerivatives(makeInput(makeGreyJpeg(), renderer))).toMatchObject({
      thumbnail: { width: 32, height: 32 },
      rendition: { width: 32, height: 32 },
    });
  });

  it("contain neither the position nor other metadata of the original", async () => {
    const secret = "Holmgatan 1";
    const exif = makeTiff({ image: { 270: secret }, gps: { 1: "N", 2: [[59, 1]], 3: "E", 4: [[18, 1]] } });
    const comment = new TextEncoder().encode(secret);
    const { thumbnail, rendition } = await makeDerivatives(
      makeInput(addSegment(addExif(makeQuadrantsJpeg(), exif), 0xfe, comment), renderer),
    );
    for (const { key } of [thumbnail, rendition]) {
      const bytes = await readStored(key);
      expect(new TextDecoder("latin1").decode(bytes)).not.toContain(secret);
      expect(inspectBytes(bytes)).toMatchObject({ facts: { lat: 1000, lng: 1000 } });
    }
  });

  it("have the same bytes and keys after a second run", async () => {
    const input = makeInput(makeQuadrantsJpeg(), renderer);
    expect(await createDerivatives(input)).toEqual(await createDerivatives(input));
  });
});

describe("design§Photos codec and image service", () => {
  it.each(["service", "codec"] as const)(
    "convert CMYK to colours that browsers show (%s)",
    async (pictures) => {
      const { rendition } = await makeDerivatives(makeInput(makeCmykJpeg(), { pictures }));
      const bytes = await readStored(rendition.key);
      expect(bytes[bytes.findIndex((byte, index) => byte === 0xff && bytes[index + 1] === 0xc0) + 9]).toBe(3);
    },
  );

  it("return the stored derivative if another call has stored it first", async () => {
    const input = makeInput(makeQuadrantsJpeg());
    const firstDerivatives = await makeDerivatives(input);
    // The mirrored photo simulates an image service that produces different bytes the second time.
    const mirroredInput = makeInput(addExif(makeQuadrantsJpeg(), makeTiff({ image: { 274: 2 } })));
    const otherDerivatives = await makeDerivatives({ ...mirroredInput, keys: input.keys });
    expect(otherDerivatives).toEqual(firstDerivatives);
    expect(
      createHash("sha256")
        .update(await readStored(firstDerivatives.rendition.key))
        .digest("hex"),
    ).toBe(firstDerivatives.rendition.sha256);
  });
});

describe("design§Photos createDerivatives", () => {
  /** Structurally complete, but with invalid Huffman tables. */
  const makeUndecodable = () => {
    const jpeg = makeQuadrantsJpeg();
    const tablesIndex = jpeg.findIndex((byte, index) => byte === 0xff && jpeg[index + 1] === 0xc4);
    return jpeg.fill(0xee, tablesIndex + 5, tablesIndex + 18);
  };

  it("refuses a photo that cannot be decoded, and stores nothing", async () => {
    const input = makeInput(makeUndecodable());
    expect(await createDerivatives(input)).toEqual({
      ok: false,
      reason: "photoCorrupt",
      detail: "it cannot be decoded",
    });
    expect(await checkStored(input)).toEqual([false, false]);
  });

  it("passes photos that the codec cannot decode to the image service, which refuses them or fails", async () => {
    const undecodableInput = makeInput(makeUndecodable(), { pictures: "codec" });
    expect(await createDerivatives(undecodableInput)).toMatchObject({ ok: false, reason: "photoCorrupt" });
    expect(await checkStored(undecodableInput)).toEqual([false, false]);
    const inputWithoutService = makeInput(makeUndecodable(), { pictures: "codec", images: failingService });
    await expect(createDerivatives(inputWithoutService)).rejects.toThrow("the image service was called");
  });

  it("does not open an original in memory", async () => {
    const input = makeInput(makeQuadrantsJpeg(), { pictures: "codec", images: failingService });
    const open = () => Promise.reject(new Error("opened"));
    const { rendition } = await makeDerivatives({ ...input, original: { open, bytes: makeQuadrantsJpeg() } });
    expect(rendition).toMatchObject({ width: 96, height: 64 });
  });

  it("refuses a photo whose picture data ends early", async () => {
    const jpeg = makeProgressiveJpeg();
    const open = async () => streamOf(jpeg.subarray(0, jpeg.length / 2));
    expect(await createDerivatives(makeInput(jpeg, { open }))).toMatchObject({
      ok: false,
      reason: "photoTruncated",
    });
  });

  it("refuses a photo the image service calls undecodable or too large", async () => {
    const makeFailingService = (code: number) =>
      ({
        input: () => {
          throw Object.assign(new Error("IMAGES_TRANSFORM_ERROR"), { code });
        },
      }) as unknown as ImagesBinding;
    expect(
      await createDerivatives(makeInput(makeQuadrantsJpeg(), { images: makeFailingService(9412) })),
    ).toMatchObject({
      reason: "photoCorrupt",
    });
    expect(
      await createDerivatives(makeInput(makeQuadrantsJpeg(), { images: makeFailingService(9413) })),
    ).toMatchObject({
      reason: "photoTooLarge",
    });
  });

  it("throws when the image service is down", async () => {
    const images = {
      input: () => {
        throw new Error("connection refused");
      },
    } as unknown as ImagesBinding;
    const input = makeInput(makeQuadrantsJpeg(), { images });
    await expect(createDerivatives(input)).rejects.toThrow("connection refused");
    expect(await checkStored(input)).toEqual([false, false]);
  });

  it("retries once before it refuses the photo", async () => {
    let failureCount = 1;
    const images = {
      input: (stream: ReadableStream<Uint8Array>) => {
        if (failureCount-- > 0) throw new Error("hiccup");
        return IMAGES.input(stream);
      },
    } as unknown as ImagesBinding;
    expect(await createDerivatives(makeInput(makeQuadrantsJpeg(), { images }))).toMatchObject({ ok: true });
  });

  it("throws when the original cannot be read to its end", async () => {
    const jpeg = makeProgressiveJpeg();
    const open = async () => {
      let isSent = false;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (isSent) controller.error(new Error("storage went away"));
          else controller.enqueue(jpeg.subarray(0, 5000));
          isSent = true;
        },
      });
    };
    await expect(createDerivatives(makeInput(jpeg, { open }))).rejects.toThrow("storage went away");
  });

  it("P4 libvips#4072 refuses a photo that the image service draws in another size, and does not throw", async () => {
    const facts = { width: 90, height: 64, orientation: 1 };
    expect(await createDerivatives(makeInput(makeQuadrantsJpeg(), { facts }))).toMatchObject({
      ...{ ok: false, reason: "photoUnsupported" },
    });
  });
});
