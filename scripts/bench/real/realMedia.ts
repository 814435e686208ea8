import type { upload } from "#worker/db/schema/index.ts";
import { createFileKey, createPhotoKey } from "#worker/media/photoKeys.ts";
import { generateComment, generateSerial } from "./fieldTexts.ts";
import type { Task } from "./realTemplates.ts";
import { hexOf, type RowRandom, round } from "./seededRandom.ts";

interface RowContext {
  customerId: number;
  documentationId: string;
  timeAfter: (minutes: number) => string;
}

type Shot = RowContext & {
  creator: string;
  site: { lat: number; lng: number };
  index: number;
  task: { id: string; task: Task };
};

export function photoRow(
  random: RowRandom,
  { customerId, documentationId, creator, site, timeAfter, index, task }: Shot,
) {
  const [lat, lng] = [
    round(site.lat + random.float(-0.0005, 0.0005)),
    round(site.lng + random.float(-0.001, 0.001)),
  ];
  const revision = random.uuid();
  const takenAt = timeAfter(5 + index * 6);
  return {
    id: random.uuid(),
    ...{ customerId, documentationId, creator, revision, lat, lng },
    documentationTaskId: task.id,
    name: `${task.task.name}_${String(index + 1).padStart(2, "0")}`,
    comment: random.chance(0.35) ? generateComment(random) : null,
    dateCreated: takenAt,
    dateUploaded: timeAfter(42),
    lastUpdated: timeAfter(42),
    hasData: true,
    hasOriginalData: true,
    dataSize: random.integer(1_400_000, 4_200_000),
    crc32: random.integer(0, 0xffff_ffff),
    sha256: hexOf(random, 64),
    etag: hexOf(random, 32),
    width: 4000,
    height: 3000,
    camera: "samsung SM-A546B",
    exifTime: takenAt,
    exifLat: lat,
    exifLng: lng,
    derivativeRevision: revision,
    thumbnailSize: random.integer(14_000, 38_000),
    thumbnailEtag: hexOf(random, 32),
    renditionSize: random.integer(200_000, 480_000),
    renditionCrc32: random.integer(0, 0xffff_ffff),
    renditionEtag: hexOf(random, 32),
    renditionWidth: 1600,
    renditionHeight: 1200,
    version: 2,
  };
}

export const fileRow = (
  random: RowRandom,
  { timeAfter, ...columns }: RowContext & { documentationTaskId: string; creator: string },
) => ({
  id: random.uuid(),
  ...columns,
  name: `Protokoll ${generateSerial(random, 6)}.pdf`,
  type: "application/pdf",
  dateCreated: timeAfter(30),
  dateUploaded: timeAfter(42),
  lastUpdated: timeAfter(42),
  hasData: true,
  dataSize: random.integer(40_000, 900_000),
  crc32: random.integer(0, 0xffff_ffff),
  sha256: hexOf(random, 64),
  etag: hexOf(random, 32),
  revision: random.uuid(),
  version: 2,
});

interface StoredMedia {
  id: string;
  /** Files only. */
  type?: string;
  name: string;
  revision: string;
  dataSize: number;
  sha256: string;
}

/** The upload row that remains of an arrived photo or file. */
export function uploadRow(
  random: RowRandom,
  row: StoredMedia,
  { timeAfter, ...columns }: RowContext & { licenseId: string },
): typeof upload.$inferInsert {
  const isFile = row.type !== undefined;
  const key = isFile
    ? createFileKey(String(columns.customerId), row.id, row.revision)
    : createPhotoKey(String(columns.customerId), row.id, "original", row.revision);
  return {
    id: row.revision,
    ...columns,
    kind: isFile ? "FILE" : "PHOTO",
    targetId: row.id,
    name: row.name,
    objectKey: key,
    contentType: row.type ?? "image/jpeg",
    size: row.dataSize,
    md5: `${generateSerial(random, 22)}==`,
    sha256: row.sha256,
    state: "STORED",
    expiresAt: timeAfter(101),
    settledAt: timeAfter(42),
    dateCreated: timeAfter(41),
  };
}

export function refusedUploadRow(
  random: RowRandom,
  { timeAfter, ...columns }: RowContext & { licenseId: string },
): typeof upload.$inferInsert {
  const [id, targetId] = [random.uuid(), random.uuid()];
  return {
    id,
    ...columns,
    kind: "PHOTO",
    targetId,
    name: "Detalj_09",
    objectKey: createPhotoKey(String(columns.customerId), targetId, "original", id),
    contentType: "image/jpeg",
    size: random.integer(1000, 90_000),
    md5: `${generateSerial(random, 22)}==`,
    state: "REFUSED",
    refusalCode: "notJpeg",
    expiresAt: timeAfter(101),
    settledAt: timeAfter(42),
    dateCreated: timeAfter(41),
  };
}
