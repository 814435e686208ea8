import { readdir } from "node:fs/promises";
import path from "node:path";
import exifr from "exifr";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { inspectBytes } from "#worker/media/inspectPhoto.ts";
import { readPicture, sceneKinds, takePhoto } from "./demoPictures.ts";

const shot = {
  takenAt: new Date("2025-07-01T09:30:15.250Z"),
  lat: 59.3293944,
  lng: 18.0686583,
  camera: "samsung SM-A546B",
};
const names = await readdir(path.join(import.meta.dirname, "pictures"));
const photoNames = names.filter((name) => sceneKinds.some((scene) => name.startsWith(`${scene}-`)));
const parseExif = (photo: Buffer) => exifr.parse(photo, { reviveValues: false, translateValues: false });

describe("the demo's pictures", () => {
  it("add at most 6 MB to the repository", async () => {
    const sizes = await Promise.all(names.map(async (name) => (await readPicture(name)).length));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(6_000_000);
  });

  it.each(photoNames)(
    "%s is a field photo that the service accepts, with EXIF as phones write it",
    async (name) => {
      const photo = await readPicture(name);
      expect(inspectBytes(photo)).toMatchObject({ ok: true });
      await sharp(photo, { failOn: "warning" }).stats();
      expect(await parseExif(photo)).toMatchObject({
        Make: expect.any(String),
        Model: expect.any(String),
        Orientation: expect.any(Number),
        DateTimeOriginal: expect.stringMatching(/^\d{4}:\d\d:\d\d \d\d:\d\d:\d\d$/),
        OffsetTimeOriginal: expect.stringMatching(/^\+0[12]:00$/),
        ExposureTime: expect.any(Number),
        latitude: expect.any(Number),
        longitude: expect.any(Number),
      });
    },
  );

  it("cover the orientations of phones, and begin upright", async () => {
    const orientations = await Promise.all(
      photoNames.map(async (name) => [name, (await parseExif(await readPicture(name))).Orientation] as const),
    );
    expect(new Set(orientations.map(([, orientation]) => orientation))).toEqual(new Set([1, 3, 5, 6, 8]));
    for (const [name, orientation] of orientations)
      if (name.endsWith("-1.jpg")) expect(orientation, name).toBe(1);
  });

  it.each(sceneKinds)("%s has a photo for every season", async (scene) => {
    for (const month of ["01", "04", "07", "11"])
      for (const lat of [56, 67]) {
        const { name } = await takePhoto(scene, {
          ...shot,
          takenAt: new Date(`2025-${month}-15T10:00:00Z`),
          lat,
        });
        expect(names).toContain(name);
      }
  });
});

describe("a shot", () => {
  it("writes its time with offset, position and camera, and keeps orientation and picture", async () => {
    const { name, bytes } = await takePhoto("mast", shot, 1);
    const exif = await parseExif(bytes);
    expect(exif).toMatchObject({
      Make: "samsung",
      Model: "SM-A546B",
      Orientation: 6,
      DateTimeOriginal: "2025:07:01 11:30:15",
      OffsetTimeOriginal: "+02:00",
      SubSecTimeOriginal: "250",
    });
    expect(exif.latitude).toBeCloseTo(shot.lat, 6);
    expect(exif.longitude).toBeCloseTo(shot.lng, 6);
    const pixels = (photo: Buffer) => sharp(photo).raw().toBuffer();
    expect((await pixels(bytes)).equals(await pixels(await readPicture(name)))).toBe(true);
  });

  it("south and west of Greenwich, and in winter time", async () => {
    const takenAt = new Date("2025-12-31T23:30:00Z");
    const exif = await parseExif((await takePhoto("meter", { takenAt, lat: -33.9, lng: -70.5 })).bytes);
    expect(exif).toMatchObject({ DateTimeOriginal: "2026:01:01 00:30:00", OffsetTimeOriginal: "+01:00" });
    expect([exif.latitude, exif.longitude]).toEqual([expect.closeTo(-33.9, 6), expect.closeTo(-70.5, 6)]);
  });

  it("the same shot gives the same bytes, another shot different bytes of the same picture", async () => {
    const { name, bytes } = await takePhoto("pole", shot);
    expect((await takePhoto("pole", shot)).bytes.equals(bytes)).toBe(true);
    const laterShot = await takePhoto("pole", { ...shot, takenAt: new Date(shot.takenAt.getTime() + 1000) });
    expect(laterShot.name).toBe(name);
    expect(laterShot.bytes.equals(bytes)).toBe(false);
    expect((await takePhoto("pole", shot, 1)).name).not.toBe(name);
  });
});
