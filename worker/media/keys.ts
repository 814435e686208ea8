/**
 * Where a customer's media lie in R2. The customer comes first so that a customer's objects can be listed, counted
 * and removed by prefix; the derivatives lie beside their original so that one prefix holds all of a photo.
 */

/** The stored forms of a photo: the very bytes that were captured, 400 px and 1600 px on the longest side. */
export const photoForms = ["original", "thumbnail", "rendition"] as const;
export type PhotoForm = (typeof photoForms)[number];

/** The prefix of everything that belongs to one photo, with its trailing slash. */
export function photoPrefix(customerId: string, photoId: string): string {
  return `customers/${segment(customerId)}/photos/${segment(photoId)}/`;
}

/**
 * Every upload of an original and every turn of the derivatives is a `revision` of its own, so that none is in another's way: an
 * old signed URL writes where nobody looks, and what a running download reads stays what it was. An empty one names the bare place.
 */
export const photoKey = (
  customerId: string,
  photoId: string,
  form: PhotoForm = "original",
  revision = "",
): string => photoPrefix(customerId, photoId) + within(revision) + form;

/** The revision of derivatives that are made at ingest, by the quarter turns its device gave the photo. */
export const turnedRevision = (revision: string, turned: number): string =>
  turned === 0 ? revision : `${revision || "first"}-${turned}`;

/** What may lie beside the key of an upload, instead of its `/original`. */
export const besideOriginal: readonly string[] = [
  "/original",
  ...["", "-1", "-2", "-3"].flatMap((turned) => [`${turned}/thumbnail`, `${turned}/rendition`]),
];

/** The prefix of everything that belongs to one file, with its trailing slash. */
export function filePrefix(customerId: string, fileId: string): string {
  return `customers/${segment(customerId)}/files/${segment(fileId)}/`;
}

export const fileKey = (customerId: string, fileId: string, revision = ""): string =>
  `${filePrefix(customerId, fileId)}${within(revision)}original`;

/** Where a file lies that came in by a link and waits for its device. */
export const tempFileKey = (customerId: string, tempFileId: string, revision = ""): string =>
  `customers/${segment(customerId)}/temp/${segment(tempFileId)}/${within(revision)}original`;

const within = (revision: string): string => (revision === "" ? "" : `${segment(revision)}/`);

interface StoredFile {
  customerId: number;
  id: string;
  revision: string;
}
interface StoredPhoto extends StoredFile {
  shownRevision: string;
}

/** Where the objects lie that a row names. */
export const keyOfPhoto = (row: StoredPhoto, form: PhotoForm): string =>
  photoKey(String(row.customerId), row.id, form, form === "original" ? row.revision : row.shownRevision);
export const keysOfPhoto = (row: StoredPhoto): string[] => photoForms.map((form) => keyOfPhoto(row, form));
export const keyOfFile = (row: StoredFile): string => fileKey(String(row.customerId), row.id, row.revision);
export const keyOfTempFile = (row: StoredFile): string =>
  tempFileKey(String(row.customerId), row.id, row.revision);

/** Where a document lies that was made in the background; the trigger export_document_deleted says the same. */
export const keyOfExportDocument = ({ customerId, id }: { customerId: number; id: string }): string =>
  `customers/${customerId}/exportDocuments/${segment(id)}/document`;

/** The images that a customer configures, by the folder they lie in. */
export type ImageFolder = "graphics" | "referencePhotos";

/**
 * The prefix of the objects of one image, with its trailing slash. A file that takes the place of another is a new `revision`, so
 * that the old one is there until the row names the new; the first one's is empty.
 */
export function imagePrefix(folder: ImageFolder, customerId: string, imageId: string, revision = ""): string {
  return `customers/${segment(customerId)}/${folder}/${segment(imageId)}/${within(revision)}`;
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
  | { kind: "photo"; customerId: string; photoId: string; form: PhotoForm; revision: string }
  | { kind: "file" | "tempFile"; customerId: string; fileId: string; revision: string };

const KEY =
  /^customers\/([\w-]+)\/(?:photos\/([\w-]+)\/(?:([\w-]+)\/)?(original|thumbnail|rendition)|(files|temp)\/([\w-]+)\/(?:([\w-]+)\/)?original)$/;

/** Reads a key back (storage events carry nothing else); null when it is none of ours. */
export function parseMediaKey(key: string): MediaKey | null {
  const [, customerId, photoId, photoRevision = "", form, folder, fileId, fileRevision = ""] =
    KEY.exec(key) ?? [];
  if (customerId === undefined) return null;
  if (photoId !== undefined)
    return { kind: "photo", customerId, photoId, form: form as PhotoForm, revision: photoRevision };
  if (fileId === undefined) return null;
  return { kind: folder === "temp" ? "tempFile" : "file", customerId, fileId, revision: fileRevision };
}

/** An id that held a slash or a dot could name another customer's object, and a signed URL would then open it. */
function segment(id: string): string {
  if (!/^[\w-]+$/.test(id))
    throw new TypeError("an id in a storage key may hold letters, digits, _ and - only");
  return id;
}
