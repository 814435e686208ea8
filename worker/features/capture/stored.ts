import { and, eq } from "drizzle-orm";
import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { file, photo } from "../../db/schema";
import { fileKey, photoKey } from "../../media/keys";

/** Photos and files come in by the same ways; what differs between them is said here. */
export type MediaKind = "PHOTO" | "FILE";

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
} as const;

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
  if (!found) throw problem("notFound");
  return found;
}

export type Described = Awaited<ReturnType<typeof described>>;

/** What a device is told of it. */
export const storedAnswer = ({ id, hasData, dataSize, sha256 }: Described) => ({
  id,
  hasData,
  dataSize,
  sha256,
});
