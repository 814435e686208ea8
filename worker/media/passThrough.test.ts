import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { makeDerivatives } from "./derivatives.ts";
import { inspectBytes } from "./inspect.ts";
import { photoKey } from "./keys.ts";
import { passThroughRendition } from "./passThrough.ts";
import { tiff, withExif, withSegment } from "./testing/exifSegment.ts";
import { cmyk, grey, largeProgressive, quadrants } from "./testing/sampleJpegs.ts";

const { IMAGES, STORAGE } = env as unknown as { IMAGES: ImagesBinding; STORAGE: R2Bucket };

const factsOf = (jpeg: Uint8Array) => {
  const inspection = inspectBytes(jpeg);
  if (!inspection.ok) throw new Error(inspection.reason);
  return inspection.facts;
};

/** Large enough that metadata is no reason to re-encode: the samples themselves have few pixels. */
const large = { width: 1600, height: 1200, orientation: 1 };
const text = (content: string) => new TextEncoder().encode(content);

describe("design§Photos a photo that is its own rendition", () => {
  it("only loses its metadata", () => {
    const plain = quadrants();
    const described = withSegment(
      withExif(plain, tiff({ image: { 270: "Holmgatan 1" } })),
      0xfe,
      text("Holmgatan 1"),
    );
    const passedThrough = passThroughRendition(described, large, 0);
    expect(passedThrough && Buffer.from(passedThrough).equals(plain)).toBe(true);
    expect(passThroughRendition(plain, large, 0)).toBe(plain);
    expect(passThroughRendition(grey(), large, 0)).not.toBeNull();
  });

  it.each([
    ["turned by its device", quadrants(), { ...large, orientation: 6 }, 0],
    ["turned by its reviewer", quadrants(), large, 1],
    ["too large", quadrants(), { ...large, width: 1601 }, 0],
    ["of too many bytes", quadrants(), { width: 30, height: 30, orientation: 1 }, 0],
    ["of several passes", largeProgressive(), large, 0],
    ["of four colours", cmyk(), large, 0],
    ["with a colour profile", withSegment(quadrants(), 0xe2, text("ICC_PROFILE\0\x01\x01")), large, 0],
    ["with a small picture of itself", withSegment(quadrants(), 0xe0, text("JFXX\0\x10\xff\xd8")), large, 0],
    ["with something after its end", Buffer.concat([quadrants(), text("a film")]), large, 0],
    [
      "with words after its numbers",
      Buffer.concat([quadrants().subarray(0, -2), withSegment(quadrants(), 0xfe, text("hi")).subarray(2, 8)]),
      large,
      0,
    ],
  ] as const)("is not one that is %s", (_, jpeg, facts, quarterTurns) => {
    expect(passThroughRendition(jpeg, facts, quarterTurns)).toBeNull();
  });

  it.each(["codec", "service"])(
    "has a thumbnail drawn by the %s, one picture instead of two",
    async (PICTURES) => {
      const jpeg = withExif(quadrants(), tiff({ image: { 270: "Holmgatan 1" } }));
      const padded = { ...factsOf(jpeg) };
      const id = crypto.randomUUID();
      let pictures = 0;
      const images = {
        input: (stream: ReadableStream) => {
          pictures += 1;
          return IMAGES.input(stream);
        },
      } as ImagesBinding;
      const derivatives = await makeDerivatives({
        env: { PICTURES, IMAGES: images, STORAGE },
        original: {
          open: () => Promise.reject(new Error("it is read once")),
          bytes: new Uint8Array(jpeg),
        },
        facts: padded,
        keys: { thumbnail: photoKey("c1", id, "thumbnail"), rendition: photoKey("c1", id, "rendition") },
      });
      if (!derivatives.ok) throw new Error(derivatives.reason);
      const stored = await (await STORAGE.get(derivatives.rendition.key))!.arrayBuffer();
      expect(Buffer.from(stored).equals(quadrants())).toBe(true);
      expect(derivatives.thumbnail).toMatchObject({ width: 96, height: 64 });
      expect(pictures).toBe(PICTURES === "codec" ? 0 : 1);
    },
  );

  it("is refused when it does not decode, and nothing is stored", async () => {
    const jpeg = new Uint8Array(quadrants());
    // Without its tables the JPEG cannot be decoded.
    const index = jpeg.findIndex((byte, index) => byte === 0xff && jpeg[index + 1] === 0xc4);
    jpeg[index + 1] = 0xef;
    const id = crypto.randomUUID();
    const keys = { thumbnail: photoKey("c1", id, "thumbnail"), rendition: photoKey("c1", id, "rendition") };
    const derivatives = await makeDerivatives({
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
