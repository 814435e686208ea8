import { createHash } from "node:crypto";
import { decodeLayoutImage } from "#domain/layout/layoutImage.ts";
import { LruCache } from "#worker/export/lruCache.ts";
import { type Picture, parsePicture } from "#worker/export/pdf/picture.ts";

/** Cache size in bytes: previews and ranges of a document use the same pictures repeatedly. */
const maxCacheBytes = 8_000_000;

const sizeInBytes = (picture: Picture | null) =>
  (picture?.data.length ?? 0) + (picture?.alpha?.data.length ?? 0) + 1000;
const pictureCache = new LruCache<Picture | null>(maxCacheBytes, sizeInBytes);

/** The picture of an IMAGE in PDF form, from its base64; null if it is not a picture. */
export function decodeLayoutPicture(data: string): Picture | null {
  return pictureCache.getOrCreate(createHash("sha256").update(data).digest("base64"), () => {
    const image = decodeLayoutImage(data);
    return image && parsePicture(image.bytes);
  });
}
