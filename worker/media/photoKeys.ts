import { isOneOf } from "#domain/core/objects.ts";
/**
 * Keys of a customer's media in R2. They begin with the customer, so that its objects can be listed, counted and removed by
 * prefix. Derivatives share a prefix with their original, so that one prefix covers all files of a photo.
 */

/** The stored forms of a photo: the captured bytes unchanged, 400 px and 1600 px on the longest side. */
export const photoForms = ["original", "thumbnail", "rendition"] as const;
export type PhotoForm = (typeof photoForms)[number];

/** The prefix of everything that belongs to one photo, with its trailing slash. */
export function createPhotoPrefix(customerId: string, photoId: string): string {
  return `customers/${assertKeySegment(customerId)}/photos/${assertKeySegment(photoId)}/`;
}

/**
 * Every upload of an original and every rerendering of the derivatives has its own `revision`, so that an old signed URL
 * overwrites nothing and a running download reads the same bytes to its end. An empty revision has no folder in the key.
 */
export const createPhotoKey = (
  customerId: string,
  photoId: string,
  form: PhotoForm = "original",
  revision = "",
): string => createPhotoPrefix(customerId, photoId) + createRevisionFolder(revision) + form;

/** The revision of derivatives created at ingest, which depends on the quarter turns by which the device rotated the photo. */
export const toRotatedRevision = (revision: string, quarterTurns: number): string =>
  quarterTurns === 0 ? revision : `${revision || "first"}-${quarterTurns}`;

/**
 * The revision of derivatives created at ingest that include the markup drawn on the device; the unmarked ones use
 * `toRotatedRevision`.
 */
export const toMarkedRevision = (revision: string): string => `${revision || "first"}-marked`;

/** Suffixes that the keys of an upload's objects may have instead of `/original`. */
export const objectKeySuffixes: readonly string[] = [
  "/original",
  ...["", "-1", "-2", "-3"]
    .flatMap((rotationSuffix) => [rotationSuffix, `${rotationSuffix}-marked`])
    .flatMap((revisionSuffix) => [`${revisionSuffix}/thumbnail`, `${revisionSuffix}/rendition`]),
];

/** The prefix of everything that belongs to one file, with its trailing slash. */
export function createFilePrefix(customerId: string, fileId: string): string {
  return `customers/${assertKeySegment(customerId)}/files/${assertKeySegment(fileId)}/`;
}

/**
 * Also the key of an upload through a link: when it is accepted as a file it keeps its id and revision, and its bytes are not moved.
 */
export const createFileKey = (customerId: string, fileId: string, revision = ""): string =>
  `${createFilePrefix(customerId, fileId)}${createRevisionFolder(revision)}original`;

/** The customer whose object a key names; undefined for an object of the service. */
export function getCustomerIdOfKey(key: string): number | undefined {
  const [, customerId] = /^customers\/(\d{1,15})\//.exec(key) ?? [];
  return customerId === undefined ? undefined : Number(customerId);
}

const createRevisionFolder = (revision: string): string =>
  revision === "" ? "" : `${assertKeySegment(revision)}/`;

interface StoredFile {
  customerId: number;
  id: string;
  revision: string;
}
interface StoredPhoto extends StoredFile {
  derivativeRevision: string;
  /** The revision of the rendition without markup. */
  unmarkedRevision?: string | null;
}

/** The key of one form of a photo. */
export const toPhotoObjectKey = (row: StoredPhoto, form: PhotoForm): string =>
  createPhotoKey(
    String(row.customerId),
    row.id,
    form,
    form === "original" ? row.revision : row.derivativeRevision,
  );
/** The key of a photo's rendition without markup; null for a photo without markup. */
export const toUnmarkedKey = (row: Omit<StoredPhoto, "derivativeRevision">): string | null =>
  row.unmarkedRevision == null
    ? null
    : createPhotoKey(String(row.customerId), row.id, "rendition", row.unmarkedRevision);
export const listPhotoKeys = (row: StoredPhoto): string[] => [
  ...photoForms.map((form) => toPhotoObjectKey(row, form)),
  ...[toUnmarkedKey(row)].filter((key) => key !== null),
];
/** The key of one form of an earlier version of a photo, which a newer one replaced. */
export const toEarlierPhotoKey = (row: StoredPhoto & { photoId: string }, form: PhotoForm): string =>
  toPhotoObjectKey({ ...row, id: row.photoId }, form);
export const toFileObjectKey = (row: StoredFile): string =>
  createFileKey(String(row.customerId), row.id, row.revision);

/** The key of a document created in the background; the trigger export_document_deleted repeats it. */
export const createExportDocumentKey = ({ customerId, id }: { customerId: number; id: string }): string =>
  `customers/${customerId}/exportDocuments/${assertKeySegment(id)}/document`;

/** The key of a photo shrunk for deliveries. `createExternalFileKey` creates the key of an external file sent with a delivery. */
export const createPhotoVariantKey = (customerId: number, id: string): string =>
  `customers/${customerId}/photoVariants/${assertKeySegment(id)}`;
export const createExternalFileKey = (customerId: number, deliveryId: string, id: string): string =>
  `customers/${customerId}/deliveries/${assertKeySegment(deliveryId)}/${assertKeySegment(id)}`;

/** The folders of images that customers configure. */
export type ImageFolder = "graphics" | "referencePhotos";

/**
 * The prefix of the objects of one image, with its trailing slash. A replacement file has a new `revision`, so that the old
 * objects exist until the row names the new ones; the first revision is empty.
 */
export function createImagePrefix(
  folder: ImageFolder,
  customerId: string,
  imageId: string,
  revision = "",
): string {
  return `customers/${assertKeySegment(customerId)}/${folder}/${assertKeySegment(imageId)}/${createRevisionFolder(revision)}`;
}

export function createImageKey(
  folder: ImageFolder,
  customerId: string,
  imageId: string,
  { form = "original", revision = "" }: { form?: PhotoForm; revision?: string } = {},
): string {
  return createImagePrefix(folder, customerId, imageId, revision) + form;
}

/** The parts of the key of a photo or file. */
export type MediaKey =
  | { kind: "photo"; customerId: string; photoId: string; form: PhotoForm; revision: string }
  | { kind: "file"; customerId: string; fileId: string; revision: string };

const keyPattern =
  /^customers\/([\w-]+)\/(?:photos\/([\w-]+)\/(?:([\w-]+)\/)?(original|thumbnail|rendition)|files\/([\w-]+)\/(?:([\w-]+)\/)?original)$/;

/** Parses the key of a photo or file (storage events carry nothing else); null for any other key. */
export function parseMediaKey(key: string): MediaKey | null {
  const [, customerId, photoId, photoRevision = "", form, fileId, fileRevision = ""] =
    keyPattern.exec(key) ?? [];
  if (customerId === undefined) return null;
  if (photoId !== undefined && isOneOf(photoForms, form))
    return { kind: "photo", customerId, photoId, form, revision: photoRevision };
  if (fileId === undefined) return null;
  return { kind: "file", customerId, fileId, revision: fileRevision };
}

/** Rejects ids with a slash or a dot: such a key could name another customer's object, and a signed URL would open it. */
function assertKeySegment(id: string): string {
  if (!/^[\w-]+$/.test(id))
    throw new TypeError("an id in a storage key may hold letters, digits, _ and - only");
  return id;
}
