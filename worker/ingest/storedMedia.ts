import { and, eq, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { file, photo, tempFile, type upload } from "#worker/db/schema/index.ts";
import { createFileKey, createPhotoKey, type MediaKey } from "#worker/media/photoKeys.ts";

/** The kind of media that an upload contains. A TEMP_FILE is received through a link and awaits a decision by staff. */
export type MediaKind = (typeof upload.$inferSelect)["kind"];

/** The table, audit class, storage key and content type of each kind. */
export const mediaTypes = {
  PHOTO: {
    table: photo,
    objectClass: "siteproof.Photo",
    createKey: (customerId: number, id: string, revision: string) =>
      createPhotoKey(String(customerId), id, "original", revision),
    contentType: "image/jpeg",
  },
  FILE: {
    table: file,
    objectClass: "siteproof.File",
    createKey: (customerId: number, id: string, revision: string) =>
      createFileKey(String(customerId), id, revision),
    contentType: "application/octet-stream",
  },
  TEMP_FILE: {
    table: tempFile,
    objectClass: "siteproof.TempFile",
    createKey: (customerId: number, id: string, revision: string) =>
      createFileKey(String(customerId), id, revision),
    contentType: "application/octet-stream",
  },
} as const;

/** The kinds and the id of the rows that a storage key may belong to. */
export const getOwnersOfKey = (key: MediaKey): { kinds: readonly MediaKind[]; id: string } =>
  key.kind === "photo"
    ? { kinds: ["PHOTO"], id: key.photoId }
    : { kinds: ["FILE", "TEMP_FILE"], id: key.fileId };

/** A photo or file of a customer, with or without its bytes. @throws notFound */
export async function findMedia(db: Database, customerId: number, kind: MediaKind, id: string) {
  const { table } = mediaTypes[kind];
  const row = await db
    .select({
      id: table.id,
      customerId: table.customerId,
      documentationId: table.documentationId,
      name: table.name,
      hasData: table.hasData,
      dataSize: table.dataSize,
      sha256: table.sha256,
    })
    .from(table)
    .where(and(eq(table.customerId, customerId), eq(table.id, id)))
    .get();
  // A temp file that did not come through a link has no documentation and accepts no bytes.
  if (row?.documentationId == null) throw problem("notFound");
  return { ...row, documentationId: row.documentationId };
}

export type MediaRow = Awaited<ReturnType<typeof findMedia>>;

/** The response to a device about a photo or file. */
export const createMediaResponse = ({
  id,
  hasData,
  dataSize,
  sha256,
}: Pick<MediaRow, "id" | "hasData" | "dataSize" | "sha256">) => ({
  id,
  hasData,
  dataSize,
  sha256,
});

/** Excludes imports whose bytes have not arrived: no device announced them, so they are not missing. */
export const expectedMediaCondition = (table: typeof photo | typeof file) =>
  sql`NOT (${table.imported} AND NOT ${table.hasData})`;
