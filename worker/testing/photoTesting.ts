import { createHash } from "node:crypto";
import { addExif, makeTiff } from "#worker/media/testing/exifSegment.ts";
import { makeQuadrantsJpeg } from "#worker/media/testing/sampleJpegs.ts";

/** Bytes for tests of uploads: a valid photo, and variants of it. */
export const makePlainPhoto = makeQuadrantsJpeg;

export const makePhotoWithTags = (tags: Parameters<typeof makeTiff>[0]) =>
  addExif(makeQuadrantsJpeg(), makeTiff(tags));

/** The valid photo with a frame header that says 20 000 x 20 000 pixels. */
export function makeHugePhoto(): Uint8Array {
  const bytes = makeQuadrantsJpeg();
  const frameIndex = bytes.findIndex((byte, index) => byte === 0xff && bytes[index + 1] === 0xc0);
  bytes.set([0x4e, 0x20, 0x4e, 0x20], frameIndex + 5);
  return bytes;
}

export const makePngBytes = () =>
  Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52);

/** MD5 in base64, as a reservation sends it. */
export const md5Of = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("base64");
