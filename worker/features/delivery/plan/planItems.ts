import type { StoredExternalFile } from "#domain/delivery/deliveryRequest.ts";
import type { PlannedPhoto, PlannedFile as PlannedUpload } from "#worker/export/exportPlanTypes.ts";
import type { PlanItem } from "./pathRegistry.ts";

/** Plan items for stored objects. */

export const createPhotoItem = (path: string, photo: PlannedPhoto): PlanItem => ({
  path,
  kind: "PHOTO",
  sourceId: photo.id,
  contentType: "image/jpeg",
  creator: photo.creator,
  comment: photo.comment ?? "",
  etag: photo.original.etag,
  bytes: photo.original.size,
  sha256: (photo.marked?.sha256 ?? photo.sha256) || null,
  crc32: photo.original.crc32,
  dateCreated: photo.dateCreated,
  photo,
  content: { kind: "object", object: photo.original, isGenerated: false },
});

export const createFileItem = (path: string, file: PlannedUpload): PlanItem => ({
  path,
  kind: "FILE",
  sourceId: file.id,
  contentType: "application/octet-stream",
  creator: file.creator,
  comment: "",
  etag: file.object.etag,
  bytes: file.object.size,
  sha256: file.sha256 || null,
  crc32: file.object.crc32,
  dateCreated: file.dateCreated,
  file,
  content: { kind: "object", object: file.object, isGenerated: false },
});

export const createExternalItem = (
  path: string,
  { id, size, type, key, sha256, crc32, etag }: StoredExternalFile,
): PlanItem => ({
  ...{ path, kind: "EXTERNAL_FILE", sourceId: id, contentType: type, creator: "", comment: "" },
  ...{ etag, bytes: size, sha256, crc32, dateCreated: null },
  content: { kind: "object", object: { key, etag, size, crc32 }, isGenerated: true },
});
