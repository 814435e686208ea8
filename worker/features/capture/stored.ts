import { and, eq } from "drizzle-orm";
import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { file, photo } from "../../db/schema";
import { fileKey, photoKey } from "../../media/keys";
import type { DeviceLicense } from "./license";

/** Photos and files come in by the same ways; what differs between them is said here. */
export type MediaKind = "PHOTO" | "FILE";

export const media = {
  PHOTO: {
    table: photo,
    objectClass: "siteproof.Photo",
    key: (customerId: number, id: string) => photoKey(String(customerId), id),
  },
  FILE: {
    table: file,
    objectClass: "siteproof.File",
    key: (customerId: number, id: string) => fileKey(String(customerId), id),
  },
} as const;

/** A described photo or file of the licence's customer. */
export async function described(db: Database, license: DeviceLicense, kind: MediaKind, id: string) {
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
    .where(and(eq(table.customerId, license.customerId), eq(table.id, id)))
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
