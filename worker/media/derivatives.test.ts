import { env } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { coloursOf } from "#worker/testing/pictureTesting.ts";
import { createDerivatives, type DerivativesInput } from "./derivatives.ts";
import { inspectBytes } from "./inspect.ts";
import { createPhotoKey } from "./keys.ts";
import { tiff, withExif, withSegment } from "./testing/exifSegment.ts";
import { cmyk, grey, largeProgressive, quadrants } from "./testing/sampleJpegs.ts";

const { IMAGES, STORAGE } = env as unknown as { IMAGES: ImagesBinding; STORAGE: R2Bucket };

const streamOf = (bytes: Uint8Array) => new Response(bytes).body!;

interface Changes extends Partial<Omit<DerivativesInput, "env" | "original">> {
  pictures?: "codec" | "service";
  images?: ImagesBinding;
  open?: () => Promise<ReadableStream<Uint8Array>>;
}

/** All inputs for a photo with these bytes, drawn by the image service; `changes` override them. */
function inputOf(
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

async function makeBoth(input: DerivativesInput) {
  const derivatives = await createDerivatives(input);
  if (!derivatives.ok) throw new Error(derivatives.reason);
  return derivatives;
}

async function readStored(key: string): Promise<Uint8Array> {
  const object = await STORAGE.get(key);
  if (!object) throw new Error(`${key} is not stored`);
  return new Uint8Array(await object.arrayBuffer());
}

const areStored = async (input: DerivativesInput) =>
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
  ])("orientation %i is applied and then removed", async (orientation, expected) => {
    const { thumbnail, rendition } = await makeBoth(
      inputOf(withExif(quadrants(), tiff({ image: { 274: orientation } })), renderer),
    );
    const size = orientation >= 5 ? { width: 64, height: 96 } : { width: 96, height: 64 };
    for (const derivative of [thumbnail, rendition]) {
      const bytes = await readStored(derivative.key);
      expect(derivative).toMatchObject(size);
      expect(inspectBytes(bytes)).toMatchObject({ ok: true, facts: { ...size, orientation: 1 } });
      expect(await coloursOf(bytes)).toEqual(expected);
    }
  });

  // Orientation 1 shows red green over blue white; 6 blue red over white green.
  it.each([
    [1, 1, ["blue", "red", "white", "green"]],
    [1, 2, ["white", "blue", "green", "red"]],
    [1, 3, ["green", "white", "red", "blue"]],
    [6, 1, ["white", "blue", "green", "red"]],
    [6, 2, ["green", "white", "red", "blue"]],
    [6, 3, ["red", "green", "blue", "white"]],
    [5, 1, ["green", "red", "white", "blue"]],
  ])(
    "2§5 orientation %i and %i quarter turns of the reviewer add up",
    async (orientation, quarterTurns, expected) => {
      const photo = withExif(quadrants(), tiff({ image: { 274: orientation } }));
      const isSideways = orientation >= 5 !== (quarterTurns % 2 === 1);
      const size = isSideways ? { width: 64, height: 96 } : { width: 96, height: 64 };
      const { thumbnail, rendition } = await makeBoth(inputOf(photo, { quarterTurns, ...renderer }));
      for (const derivative of [thumbnail, rendition]) {
        expect(derivative).toMatchObject(size);
        expect(await coloursOf(await readStored(derivative.key))).toEqual(expected);
      }
    },
  );

  it("have 400 and 1600 pixels on the longest side, each with its own facts", async () => {
    const { thumbnail, rendition } = await makeBoth(
      inputOf(withExif(largeProgressive(), tiff({ image: { 274: 6 } })), renderer),
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

  it("never enlarges", async () => {
    expect(await makeBoth(inputOf(grey(), renderer))).toMatchObject({
      thumbnail: { width: 32, height: 32 },
      rendition: { width: 32, height: 32 },
    });
  });

  it("contains no position and nothing else of the original's metadata", async () => {
    const secret = "Holmgatan 1";
    const exif = tiff({ image: { 270: secret }, gps: { 1: "N", 2: [[59, 1]], 3: "E", 4: [[18, 1]] } });
    const comment = new TextEncoder().encode(secret);
    const { thumbnail, rendition } = await makeBoth(
      inputOf(withSegment(withExif(quadrants(), exif), 0xfe, comment), renderer),
    );
    for (const { key } of [thumbnail, rendition]) {
      const bytes = await readStored(key);
      expect(new TextDecoder("latin1").decode(bytes)).not.toContain(secret);
      expect(inspectBytes(bytes)).toMatchObject({ facts: { lat: 1000, lng: 1000 } });
    }
  });

  it("a second run stores the same bytes under the same keys", async () => {
    const input = inputOf(quadrants(), renderer);
    expect(await createDerivatives(input)).toEqual(await createDerivatives(input));
  });
});

describe("design§Photos codec and image service", () => {
  it.each(["service", "codec"] as const)(
    "CMYK becomes colours that browsers show, by the image service (%s)",
    async (pictures) => {
      const { rendition } = await makeBoth(inputOf(cmyk(), { pictures }));
      const bytes = await readStored(rendition.key);
      expect(bytes[bytes.findIndex((byte, index) => byte === 0xff && bytes[index + 1] === 0xc0) + 9]).toBe(3);
    },
  );

  it("the second of two concurrent calls returns what the first stored", async () => {
    const input = inputOf(quadrants());
    const first = await makeBoth(input);
    // As if the image service had produced other bytes the second time: mirrored.
    const mirroredInput = inputOf(withExif(quadrants(), tiff({ image: { 274: 2 } })));
    const otherDerivatives = await makeBoth({ ...mirroredInput, keys: input.keys });
    expect(otherDerivatives).toEqual(first);
    expect(
      createHash("sha256")
        .update(await readStored(first.rendition.key))
        .digest("hex"),
    ).toBe(first.rendition.sha256);
  });
});

describe("design§Photos undecodable photos are refused, failures are thrown", () => {
  /** Structurally complete, but with invalid Huffman tables. */
  const undecodable = () => {
    const jpeg = quadrants();
    const tables = jpeg.findIndex((byte, index) => byte === 0xff && jpeg[index + 1] === 0xc4);
    return jpeg.fill(0xee, tables + 5, tables + 18);
  };

  it("refuses a photo that cannot be decoded, and stores nothing", async () => {
    const input = inputOf(undecodable());
    expect(await createDerivatives(input)).toEqual({
      ok: false,
      reason: "photoCorrupt",
      detail: "it cannot be decoded",
    });
    expect(await areStored(input)).toEqual([false, false]);
  });

  it("photos that the codec cannot decode go to the image service, which refuses them or fails", async () => {
    const undecodableInput = inputOf(undecodable(), { pictures: "codec" });
    expect(await createDerivatives(undecodableInput)).toMatchObject({ ok: false, reason: "photoCorrupt" });
    expect(await areStored(undecodableInput)).toEqual([false, false]);
    const withoutService = inputOf(undecodable(), { pictures: "codec", images: failingService });
    await expect(createDerivatives(withoutService)).rejects.toThrow("the image service was called");
  });

  it("an original in memory is not opened", async () => {
    const input = inputOf(quadrants(), { pictures: "codec", images: failingService });
    const open = () => Promise.reject(new Error("opened"));
    const { rendition } = await makeBoth({ ...input, original: { open, bytes: quadrants() } });
    expect(rendition).toMatchObject({ width: 96, height: 64 });
  });

  it("refuses a photo whose picture data ends early", async () => {
    const jpeg = largeProgressive();
    const open = async () => streamOf(jpeg.subarray(0, jpeg.length / 2));
    expect(await createDerivatives(inputOf(jpeg, { open }))).toMatchObject({
      ok: false,
      reason: "photoTruncated",
    });
  });

  it("refuses a photo the image service calls undecodable or too large", async () => {
    const failing = (code: number) =>
      ({
        input: () => {
          throw Object.assign(new Error("IMAGES_TRANSFORM_ERROR"), { code });
        },
      }) as unknown as ImagesBinding;
    expect(await createDerivatives(inputOf(quadrants(), { images: failing(9412) }))).toMatchObject({
      reason: "photoCorrupt",
    });
    expect(await createDerivatives(inputOf(quadrants(), { images: failing(9413) }))).toMatchObject({
      reason: "photoTooLarge",
    });
  });

  it("throws when the image service is down", async () => {
    const images = {
      input: () => {
        throw new Error("connection refused");
      },
    } as unknown as ImagesBinding;
    const input = inputOf(quadrants(), { images });
    await expect(createDerivatives(input)).rejects.toThrow("connection refused");
    expect(await areStored(input)).toEqual([false, false]);
  });

  it("retries once before it refuses the photo", async () => {
    let failures = 1;
    const images = {
      input: (stream: ReadableStream<Uint8Array>) => {
        if (failures-- > 0) throw new Error("hiccup");
        return IMAGES.input(stream);
      },
    } as unknown as ImagesBinding;
    expect(await createDerivatives(inputOf(quadrants(), { images }))).toMatchObject({ ok: true });
  });

  it("throws when the original cannot be read to its end", async () => {
    const jpeg = largeProgressive();
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
    await expect(createDerivatives(inputOf(jpeg, { open }))).rejects.toThrow("storage went away");
  });

  it("P4 libvips#4072 refuses a photo that the image service draws in another size, and does not fail for ever", async () => {
    const facts = { width: 90, height: 64, orientation: 1 };
    expect(await createDerivatives(inputOf(quadrants(), { facts }))).toMatchObject({
      ...{ ok: false, reason: "photoUnsupported" },
    });
  });
});
