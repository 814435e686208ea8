import type { ReportedField } from "#domain/documentation/documentationFields.ts";
import type { PhotoDateSource } from "#domain/media/photoDate.ts";

/**
 * The contents of an export, frozen before its first byte: every photo and file with its storage key, entity tag, size and
 * CRC-32, and everything that is missing. A plan is pure data: the features that own the rows make it (worker/exportContent),
 * this folder turns it into bytes and needs no env.
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
 * colour, 4 for CMYK, which a PDF has to declare.
 */
export interface StoredImage extends StoredObject {
  width: number;
  height: number;
  components: number;
}

export interface PlannedDocumentation extends Record<ReportedField, string> {
  id: string;
  name: string;
  alias: string | null;
  status: string;
  customerName: string;
  templateName: string;
  creator: string;
  deviceId: string;
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
  /** The ids of the last groups of `path`. They tell apart groups with the same name and parent. */
  groupIds?: readonly string[];
  position: number;
  /** The text of a static text, or an explanation of any other task. */
  description?: string | null;
  /** Column names of contact persons. */
  columns?: string[];
  /** True if its preconditions, or those of a group around it, are not met. */
  skipped?: boolean;
  /** Lists that expected another answer: their names and the expected answers. */
  unexpected?: { list: string; answer: string }[];
}

export interface PlannedPhoto {
  id: string;
  /** Its documentation, in an export of several with a folder for each. */
  documentationId?: string;
  name: string;
  alias: string | null;
  comment: string | null;
  reviewComment?: string | null;
  creator: string;
  /** When it was taken, or when it arrived if that is unknown: ISO 8601, UTC. */
  dateCreated: string;
  dateSource: PhotoDateSource;
  lat: number;
  lng: number;
  /** Direction of the camera in degrees clockwise from north. */
  direction?: number | null;
  taskId: string | null;
  /** The reviewer's rotation in quarter turns clockwise, 0 to 3, applied after the EXIF orientation. */
  rotation: number;
  sha256: string;
  /**
   * Set for a photo with markup, whose `original` is the rendition with the markup instead of the captured bytes; the SHA-256 of
   * that rendition.
   */
  marked?: { sha256: string };
  /** The captured bytes, unchanged. `orientation` is the EXIF value, 1 to 8. */
  original: StoredImage & { orientation: number };
  /** The upright rendition, at most 1600 px, and the quarter turns that are applied to it. */
  rendition: StoredImage & { quarterTurns: number };
  /**
   * The upright thumbnail, at most 400 px, for previews. Its CRC-32 is unknown (0), so it cannot be in a file with checksums.
   */
  thumbnail: StoredImage & { quarterTurns: number };
}

export interface PlannedFile {
  id: string;
  /** Its documentation, in an export of several with a folder for each. */
  documentationId?: string;
  name: string;
  taskId: string | null;
  creator: string;
  dateCreated: string;
  sha256: string;
  object: StoredObject;
}

/** A file uploaded through a link on which staff have not decided: documents leave it out, the zip contains it. */
export interface PlannedReceivedFile {
  id: string;
  /** Its documentation, in an export of several with a folder for each. */
  documentationId?: string;
  name: string;
  /** The creator of the link, and the IP address of the sender. */
  sender: { link: string; address: string };
  /** When it arrived. */
  dateCreated: string;
  sha256: string;
  object: StoredObject;
}

/** An earlier version of a photo, which a newer one replaced; included only on request. */
export interface PlannedEarlierPhoto {
  id: string;
  photoId: string;
  name: string;
  creator: string;
  dateCreated: string;
  dateSource: PhotoDateSource;
  /** When the newer one replaced it, and why a retake was requested. */
  replaced: string;
  reason: string | null;
  sha256: string;
  object: StoredObject;
  /** `object` is the rendition with the markup. */
  markup?: true;
}

/** A thread about the documentation, a photo or a task; included only on request. */
export interface PlannedThread {
  photoId: string | null;
  taskId: string | null;
  /** The name of the photo or task; empty for the documentation. */
  subject: string;
  resolved: { date: string; author: string } | null;
  comments: { creator: string; text: string; dateCreated: string; edited: string | null }[];
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

/** One of the documentations of an export. */
export type PlannedGroupMember = Pick<
  PlannedDocumentation,
  "id" | "name" | "templateName" | "status" | "creator" | "dateCreated"
> & {
  expectedPhotos: number;
  includedPhotos: number;
  /** Its folder in a zip with a folder for each documentation. */
  folder?: string;
};

export interface ExportPlan {
  /** The exported documentation; for several, the values they share. */
  documentation: PlannedDocumentation;
  /** The logo of the licence it was made with: a PNG, base64. */
  logo?: string | null;
  /** The documentations of an export of several. */
  documentations?: PlannedGroupMember[];
  /** Number of photos announced on completion, received or not. */
  expectedPhotos: number;
  tasks: PlannedTask[];
  photos: PlannedPhoto[];
  files: PlannedFile[];
  /** Not for groups. */
  received?: PlannedReceivedFile[];
  /** Only for a single documentation, on request. */
  earlier?: PlannedEarlierPhoto[];
  /** Only for a single documentation, on request. */
  threads?: PlannedThread[];
  missing: MissingItem[];
  /** Selected documentations that are not exported at all. */
  leftOut?: { id: string; name: string; reason: "exportRefused" | "gone" }[];
  language: "en" | "sv";
  /** When the exported state last changed; used instead of the current time, so that the same state gives the same bytes. */
  asOf: string;
}
