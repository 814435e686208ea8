import { and, inArray } from "drizzle-orm";
import type { MediaHolder } from "#domain/endpoints/operations/storedFiles.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, listParam } from "#worker/db/ids.ts";
import { earlierPhoto, orphanedObject, upload } from "#worker/db/schema/index.ts";
import { pendingIndexCondition } from "#worker/ingest/reservations.ts";
import { photoForms, toEarlierPhotoKey } from "#worker/media/photoKeys.ts";
import { objectHolders } from "./holders.ts";

/**
 * The folders of a customer, and the holders of their objects by the id that follows. Objects of jobs and deliveries are removed
 * separately.
 */
const holdersByFolder: Record<string, readonly MediaHolder[]> = {
  photos: ["PHOTO"],
  files: ["FILE", "TEMP_FILE"],
  graphics: ["GRAPHIC"],
  referencePhotos: ["REFERENCE_PHOTO"],
  exportDocuments: ["EXPORT_DOCUMENT"],
  photoVariants: ["PHOTO_VARIANT"],
  auditLog: ["AUDIT_PACK"],
};

const keyPattern = /^(?:customers\/(\d+)|service)\/(\w+)\/([\w-]+)(?:\/|$)/;

/** Parses a key into its customer (null for objects of the service), folder and id; null for keys that this check does not cover. */
export function parseKey(key: string): { customerId: number | null; folder: string; id: string } | null {
  const [, customerId, folder = "", id = ""] = keyPattern.exec(key) ?? [];
  return Object.hasOwn(holdersByFolder, folder)
    ? { customerId: customerId === undefined ? null : Number(customerId), folder, id }
    : null;
}

/** Returns the keys that no row, no reservation and no pending removal names. */
export async function findOrphans(db: Database, keys: readonly string[]): Promise<string[]> {
  const parsedKeys = keys.flatMap((key) => {
    const parsedKey = parseKey(key);
    return parsedKey ? [{ key, ...parsedKey }] : [];
  });
  const keysInUse = new Set<string>();
  for (const [folder, keysInFolder] of Map.groupBy(parsedKeys, (parsedKey) => parsedKey.folder)) {
    const ids = [...new Set(keysInFolder.map(({ id }) => id))];
    for (const holder of objectHolders)
      if (holdersByFolder[folder]!.includes(holder.name))
        for (const row of await holder.listRows(db, { ids }))
          for (const { key } of row.objects) keysInUse.add(key);
    if (folder === "photos") for (const key of await listEarlierPhotoKeys(db, ids)) keysInUse.add(key);
  }
  const unusedKeys = parsedKeys.filter(({ key }) => !keysInUse.has(key)).map(({ key }) => key);
  if (unusedKeys.length === 0) return [];
  const [pendingUploads, pendingRemovals] = await db.batch([
    db
      .select({ key: upload.objectKey })
      .from(upload)
      .where(and(inArray(upload.objectKey, listParam(unusedKeys)), pendingIndexCondition)),
    db
      .select({ keyOrPrefix: orphanedObject.keyOrPrefix })
      .from(orphanedObject)
      .where(
        inArray(orphanedObject.keyOrPrefix, listParam(unusedKeys.flatMap((key) => [key, getPrefix(key)]))),
      ),
  ]);
  const knownKeys = new Set([
    ...pendingUploads.map(({ key }) => key),
    ...pendingRemovals.map(({ keyOrPrefix }) => keyOrPrefix),
  ]);
  return unusedKeys.filter((key) => !knownKeys.has(key) && !knownKeys.has(getPrefix(key)));
}

const getPrefix = (key: string): string => key.slice(0, key.lastIndexOf("/") + 1);

const earlierPhotoColumns = {
  id: earlierPhoto.id,
  customerId: earlierPhoto.customerId,
  photoId: earlierPhoto.photoId,
  revision: earlierPhoto.revision,
  derivativeRevision: earlierPhoto.derivativeRevision,
};

async function listEarlierPhotoKeys(db: Database, photoIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .select(earlierPhotoColumns)
    .from(earlierPhoto)
    .where(inArray(earlierPhoto.photoId, idListParam(photoIds)));
  return rows.flatMap((row) => photoForms.map((form) => toEarlierPhotoKey(row, form)));
}
