import { and, eq } from "drizzle-orm";
import { problem } from "../../domain/problem";
import type { Database } from "../db/database";
import { file, photo, tempFile } from "../db/schema";
import { fileKey, type MediaKey, photoKey, tempFileKey } from "../media/keys";

/** Photos and files come in by the same ways; what differs between them is said here. A TEMP_FILE waits for its device. */
export type MediaKind = "PHOTO" | "FILE" | "TEMP_FILE";

export const media = {
  PHOTO: {
    table: photo,
    objectClass: "siteproof.Photo",
    key: (customerId: number, id: string, revision: string) =>
      photoKey(String(customerId), id, "original", revision),
    contentType: "image/jpeg",
  },
  FILE: {
    table: file,
    objectClass: "siteproof.File",
    key: (customerId: number, id: string, revision: string) => fileKey(String(customerId), id, revision),
    contentType: "application/octet-stream",
  },
  TEMP_FILE: {
    table: tempFile,
    objectClass: "siteproof.TempFile",
    key: (customerId: number, id: string, revision: string) => tempFileKey(String(customerId), id, revision),
    contentType: "application/octet-stream",
  },
} as const;

/** What a storage key names, in the words of an upload. */
export const namedBy = (key: MediaKey): { kind: MediaKind; id: string } =>
  key.kind === "photo"
    ? { kind: "PHOTO", id: key.photoId }
    : { kind: key.kind === "file" ? "FILE" : "TEMP_FILE", id: key.fileId };

/** A described photo or file of a customer. */
export async function described(db: Database, customerId: number, kind: MediaKind, id: string) {
  const { table } = media[kind];
  const found = await db
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
  // A temp file that was not made by a link belongs to no documentation, and takes no bytes.
  if (found?.documentationId == null) throw problem("notFound");
  return { ...found, documentationId: found.documentationId };
}

export type Described = Awaited<ReturnType<typeof described>>;

/** What a device is told of it. */
export const storedAnswer = ({ id, hasData, dataSize, sha256 }: Described) => ({
  id,
  hasData,
  dataSize,
  sha256,
});
