/**
 * What an export holds, frozen before its first byte: every photo and file with its storage key, entity tag,
 * size and CRC-32, and everything that should have been there and is not. A plan is pure data; the features
 * that own the rows make it (worker/features/export), this folder turns it into bytes and takes no env.
 */

/** One stored object. `size` in bytes, `crc32` unsigned, `etag` as R2 reports it (unquoted). */
export interface StoredObject {
  key: string;
  etag: string;
  size: number;
  crc32: number;
}

/**
 * A stored JPEG. `width` and `height` in pixels as stored, before any EXIF orientation is applied; `components` 1 for grey, 3 for
 * colour, 4 for CMYK, which a PDF has to say for it.
 */
export interface StoredImage extends StoredObject {
  width: number;
  height: number;
  components: number;
}

export interface PlannedDocumentation {
  id: string;
  name: string;
  alias: string | null;
  status: string;
  customerName: string;
  templateName: string;
  creator: string;
  deviceId: string;
  phoneModel: string;
  osVersion: string;
  appVersion: string;
  /** ISO 8601 instants, UTC. */
  dateCreated: string;
  dateUploaded: string | null;
  tags: string[];
  /** WGS84 degrees; 1000 means unknown (2§9). */
  lat: number;
  lng: number;
}

/** A task of the documentation in reading order. `path` names the groups around it, outermost first. */
export interface PlannedTask {
  id: string;
  name: string;
  type: string;
  answer: string | null;
  path: string[];
  position: number;
  /** What static texts say, and others explain. */
  description?: string | null;
  /** Names of the cells of contact persons. */
  columns?: string[];
  /** Its preconditions, or those of a group around it, do not hold now. */
  skipped?: boolean;
  /** Lists whose expected answer was another: their names and what was expected. */
  unexpected?: { list: string; answer: string }[];
}

export interface PlannedPhoto {
  id: string;
  /** Whose it is, in an export of several that has a folder for each. */
  documentationId?: string;
  name: string;
  alias: string | null;
  comment: string | null;
  creator: string;
  /** When it was taken: ISO 8601, UTC. */
  dateCreated: string;
  lat: number;
  lng: number;
  taskId: string | null;
  /** The reviewer's quarter turns clockwise, 0 to 3, on top of the EXIF orientation. */
  rotation: number;
  sha256: string;
  /** Where something is drawn on it, and `original` is therefore no captured bytes but the rendition that shows that: their SHA-256. */
  marked?: { sha256: string };
  /** The captured bytes, unchanged. `orientation` is EXIF's 1 to 8. */
  original: StoredImage & { orientation: number };
  /** The upright rendition, at most 1600 px, and how many of the quarter turns it was made with. */
  rendition: StoredImage & { turned: number };
  /** The same at 400 px at most, for previews: its CRC-32 is not known (0), so nothing with a checksum can hold it. */
  thumbnail: StoredImage & { turned: number };
}

export interface PlannedFile {
  id: string;
  /** Whose it is, in an export of several that has a folder for each. */
  documentationId?: string;
  name: string;
  taskId: string | null;
  creator: string;
  dateCreated: string;
  sha256: string;
  object: StoredObject;
}

/** A file that came by an upload link and that staff have not decided on: no document holds it, the zip does. */
export interface PlannedReceivedFile {
  id: string;
  /** Whose it is, in an export of several that has a folder for each. */
  documentationId?: string;
  name: string;
  /** Who made the link, and the IP address it was sent from. */
  sentBy: { link: string; address: string };
  /** When it arrived. */
  dateCreated: string;
  sha256: string;
  object: StoredObject;
}

/** What a photo was before a newer one took its place: no export holds it unless it is asked for. */
export interface PlannedEarlierPhoto {
  id: string;
  photoId: string;
  name: string;
  creator: string;
  dateCreated: string;
  /** When the newer one took its place, and why it was asked for. */
  replaced: string;
  reason: string | null;
  sha256: string;
  object: StoredObject;
  /** It is the rendition that shows what is drawn on it. */
  markup?: true;
}

/** A photo or file that has not arrived or was refused. */
export interface MissingItem {
  id: string;
  kind: "PHOTO" | "FILE";
  name: string;
  taskId: string | null;
  /** A problem code of domain/core/problem.ts, or "notUploaded". */
  reason: string;
}

/** One of several documentations that an export is made of. */
export type PlannedMember = Pick<
  PlannedDocumentation,
  "id" | "name" | "templateName" | "status" | "creator" | "dateCreated"
> & {
  expectedPhotos: number;
  includedPhotos: number;
  /** Its folder in a zip that has one for each. */
  folder?: string;
};

export interface ExportPlan {
  /** What it is of; where it is of several, what they have in common. */
  documentation: PlannedDocumentation;
  /** Of the licence it was made with: a PNG, base64. */
  logo?: string | null;
  /** Each of several, where the export is not of one alone. */
  documentations?: PlannedMember[];
  /** The photos the documentation was completed with, arrived or not. */
  expectedPhotos: number;
  tasks: PlannedTask[];
  photos: PlannedPhoto[];
  files: PlannedFile[];
  /** Not of groups. */
  received?: PlannedReceivedFile[];
  /** Of one documentation alone, where they are asked for. */
  earlier?: PlannedEarlierPhoto[];
  missing: MissingItem[];
  /** Documentations that were chosen and are not exported at all. */
  leftOut?: { id: string; name: string; reason: "exportRefused" | "gone" }[];
  language: "en" | "sv";
  /** The instant the listed state was last changed; it stands in for "now" so that the same state gives the same bytes. */
  asOf: string;
}
