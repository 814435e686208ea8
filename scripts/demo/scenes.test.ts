import exifr from "exifr";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import {
  drawGraphic,
  drawLogo,
  drawReferencePhoto,
  drawScene,
  sceneKinds,
  type Variation,
} from "./scenes.ts";

const variation: Variation = {
  seed: 5,
  takenAt: new Date("2025-07-01T09:30:15Z"),
  lat: 59.3293944,
  lng: 18.0686583,
  orientation: 1,
  camera: "Apple iPhone 15",
};

/** A coarse fingerprint of a picture: 8 x 8 grey values. */
async function fingerprint(jpeg: Buffer): Promise<number[]> {
  const upright = await sharp(jpeg, { autoOrient: true })
    .resize(8, 8, { fit: "fill" })
    .greyscale()
    .raw()
    .toBuffer();
  return [...upright];
}

describe("demo photos", () => {
  it.each(sceneKinds)("%s is a complete JPEG of a plausible size", async (kind) => {
    const photo = await drawScene(kind, {
      ...variation,
      takenAt: new Date("2025-01-20T11:00:00Z"),
      caption: "Åre 7",
    });
    const { format, width, height } = await sharp(photo, { failOn: "warning" }).metadata();
    expect({ format, width, height }).toEqual({ format: "jpeg", width: 960, height: 720 });
    expect(photo.length).toBeGreaterThan(50_000);
    expect(photo.length).toBeLessThan(260_000);
  });

  it("contain time with offset, position, camera and orientation", async () => {
    const photo = await drawScene("mast", { ...variation, orientation: 6 });
    const exif = await exifr.parse(photo, { reviveValues: false, translateValues: false });
    expect(exif).toMatchObject({
      Make: "Apple",
      Model: "iPhone 15",
      Orientation: 6,
      DateTimeOriginal: "2025:07:01 11:30:15",
      OffsetTimeOriginal: "+02:00",
    });
    expect(exif.latitude).toBeCloseTo(variation.lat, 6);
    expect(exif.longitude).toBeCloseTo(variation.lng, 6);
  });

  it("the same input gives the same bytes, another seed another picture", async () => {
    const photo = await drawScene("pole", variation);
    expect(await drawScene("pole", variation)).toEqual(photo);
    expect(await drawScene("pole", { ...variation, seed: 6 })).not.toEqual(photo);
  });

  it.each([
    [1, [2, 3, 4]],
    [6, [5, 7, 8]],
  ])("every orientation looks like orientation %i once rotated upright", async (first, expected) => {
    const upright = await fingerprint(await drawScene("sign", { ...variation, orientation: first }));
    for (const orientation of expected) {
      const actual = await fingerprint(await drawScene("sign", { ...variation, orientation }));
      const maxDifference = Math.max(
        ...actual.map((value, index) => Math.abs(value - (upright[index] ?? 0))),
      );
      expect(maxDifference, `orientation ${orientation}`).toBeLessThan(8);
    }
  });

  it("reference photos, plans and logos are drawn too", async () => {
    const formats = await Promise.all(
      [await drawReferencePhoto("splice"), await drawGraphic(3, "ETAPP 2"), await drawLogo("Norrfiber")].map(
        async (picture) => (await sharp(picture).metadata()).format,
      ),
    );
    expect(formats).toEqual(["jpeg", "png", "png"]);
  });
});
