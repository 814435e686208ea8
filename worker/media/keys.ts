/**
 * Where a customer's media lie in R2. The customer comes first so that a customer's objects can be listed, counted
 * and removed by prefix; the derivatives lie beside their original so that one prefix holds all of a photo.
 */

/** The stored forms of a photo: the very bytes that were captured, 400 px and 1600 px on the longest side. */
export type PhotoForm = "original" | "thumbnail" | "rendition";

/** The prefix of everything that belongs to one photo, with its trailing slash. */
export function photoPrefix(customerId: string, photoId: string): string {
  return `customers/${segment(customerId)}/photos/${segment(photoId)}/`;
}

export function photoKey(customerId: string, photoId: string, form: PhotoForm = "original"): string {
  return photoPrefix(customerId, photoId) + form;
}

/** The prefix of everything that belongs to one file, with its trailing slash. */
export function filePrefix(customerId: string, fileId: string): string {
  return `customers/${segment(customerId)}/files/${segment(fileId)}/`;
}

export function fileKey(customerId: string, fileId: string): string {
  return `${filePrefix(customerId, fileId)}original`;
}

/** The images that a customer configures, by the folder they lie in. */
export type ImageFolder = "graphics" | "referencePhotos";

/**
 * The prefix of the objects of one image, with its trailing slash. A file that takes the place of another is a new `revision`, so
 * that the old one is there until the row names the new; the first one's is empty.
 */
export function imagePrefix(folder: ImageFolder, customerId: string, imageId: string, revision = ""): string {
  const place = `customers/${segment(customerId)}/${folder}/${segment(imageId)}/`;
  return revision === "" ? place : `${place}${segment(revision)}/`;
}

export function imageKey(
  folder: ImageFolder,
  customerId: string,
  imageId: string,
  { form = "original", revision = "" }: { form?: PhotoForm; revision?: string } = {},
): string {
  return imagePrefix(folder, customerId, imageId, revision) + form;
}

/** What a key of a photo or file names. */
export type MediaKey =
  | { kind: "photo"; customerId: string; photoId: string; form: PhotoForm }
  | { kind: "file"; customerId: string; fileId: string };

const KEY =
  /^customers\/([\w-]+)\/(?:photos\/([\w-]+)\/(original|thumbnail|rendition)|files\/([\w-]+)\/original)$/;

/** Reads a key back (storage events carry nothing else); null when it is none of ours. */
export function parseMediaKey(key: string): MediaKey | null {
  const [, customerId, photoId, form, fileId] = KEY.exec(key) ?? [];
  if (customerId === undefined) return null;
  if (photoId !== undefined) return { kind: "photo", customerId, photoId, form: form as PhotoForm };
  return fileId === undefined ? null : { kind: "file", customerId, fileId };
}

/** An id that held a slash or a dot could name another customer's object, and a signed URL would then open it. */
function segment(id: string): string {
  if (!/^[\w-]+$/.test(id))
    throw new TypeError("an id in a storage key may hold letters, digits, _ and - only");
  return id;
}
