import { and, asc, eq, gt, inArray, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { MediaHolder } from "#domain/endpoints/operations/storedFiles.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import {
  auditPack,
  earlierPhoto,
  exportDocument,
  file,
  graphic,
  photo,
  photoVariant,
  referencePhoto,
  tempFile,
} from "#worker/db/schema/index.ts";
import {
  imageKey,
  keyOfEarlier,
  keyOfExportDocument,
  keyOfFile,
  keyOfPhoto,
  plainKeyOf,
} from "#worker/media/keys.ts";

/**
 * An object as recorded in a row. Objects without a SHA-256 are derived from others: only their size and entity tag are compared.
 */
export interface Expected {
  key: string;
  size: number | null;
  sha256: string | null;
  etag: string | null;
}

/** A row and its objects. */
export interface HolderRow {
  id: string;
  /** Null for rows of the service. */
  customerId: number | null;
  documentationId: string | null;
  objects: Expected[];
}

/** Rows of any customer by primary key: those with these ids, or the next ones after an id. */
export type Choice = { ids: readonly string[] } | { after: string; limit: number };

interface Holder {
  name: MediaHolder;
  /** Sorted by id. */
  rows(db: Database, choice: Choice): Promise<HolderRow[]>;
}

const chosen = (id: SQLiteColumn, choice: Choice, ...conditions: SQL[]) =>
  and("ids" in choice ? inArray(id, idListParam(choice.ids)) : gt(id, choice.after), ...conditions);
const mostOf = (choice: Choice) => ("ids" in choice ? choice.ids.length : choice.limit);

const original = (key: string, row: { dataSize: number; sha256: string | null; etag: string | null }) => ({
  key,
  size: row.dataSize,
  sha256: row.sha256,
  etag: row.etag,
});
const expectedObject = (key: string | null, size: number | null, etag: string | null): Expected[] =>
  key === null || size === null ? [] : [{ key, size, sha256: null, etag }];

/** Every holder of objects that outlive a delivery or a job. */
export const objectOwners: readonly Holder[] = [
  {
    name: "PHOTO",
    async rows(db, choice) {
      const rows = await db
        .select({
          id: photo.id,
          customerId: photo.customerId,
          documentationId: photo.documentationId,
          dataSize: photo.dataSize,
          sha256: photo.sha256,
          etag: photo.etag,
          revision: photo.revision,
          derivativeRevision: photo.derivativeRevision,
          thumbnailSize: photo.thumbnailSize,
          thumbnailEtag: photo.thumbnailEtag,
          renditionSize: photo.renditionSize,
          renditionEtag: photo.renditionEtag,
          unmarkedRevision: photo.unmarkedRevision,
          unmarkedSize: photo.unmarkedSize,
          unmarkedEtag: photo.unmarkedEtag,
        })
        .from(photo)
        .where(chosen(photo.id, choice, eq(photo.hasData, true)))
        .orderBy(asc(photo.id))
        .limit(mostOf(choice));
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: row.documentationId,
        objects: [
          original(keyOfPhoto(row, "original"), row),
          ...expectedObject(keyOfPhoto(row, "thumbnail"), row.thumbnailSize, row.thumbnailEtag),
          ...expectedObject(keyOfPhoto(row, "rendition"), row.renditionSize, row.renditionEtag),
          ...expectedObject(plainKeyOf(row), row.unmarkedSize, row.unmarkedEtag),
        ],
      }));
    },
  },
  {
    name: "EARLIER_PHOTO",
    async rows(db, choice) {
      const rows = await db
        .select()
        .from(earlierPhoto)
        .where(chosen(earlierPhoto.id, choice))
        .orderBy(asc(earlierPhoto.id))
        .limit(mostOf(choice));
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: row.documentationId,
        objects: [
          original(keyOfEarlier(row, "original"), row),
          ...expectedObject(keyOfEarlier(row, "thumbnail"), row.thumbnailSize, row.thumbnailEtag),
          ...expectedObject(keyOfEarlier(row, "rendition"), row.renditionSize, row.renditionEtag),
        ],
      }));
    },
  },
  {
    name: "FILE",
    async rows(db, choice) {
      const rows = await db
        .select()
        .from(file)
        .where(chosen(file.id, choice, eq(file.hasData, true)))
        .orderBy(asc(file.id))
        .limit(mostOf(choice));
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: row.documentationId,
        objects: [original(keyOfFile(row), row)],
      }));
    },
  },
  {
    name: "TEMP_FILE",
    async rows(db, choice) {
      const rows = await db
        .select()
        .from(tempFile)
        .where(chosen(tempFile.id, choice, eq(tempFile.hasData, true)))
        .orderBy(asc(tempFile.id))
        .limit(mostOf(choice));
      // Once accepted, its object belongs to the file.
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: row.documentationId,
        objects: row.decision === "TAKEN" ? [] : [original(keyOfFile(row), row)],
      }));
    },
  },
  {
    name: "GRAPHIC",
    async rows(db, choice) {
      const rows = await db
        .select()
        .from(graphic)
        .where(chosen(graphic.id, choice, eq(graphic.hasData, true)))
        .orderBy(asc(graphic.id))
        .limit(mostOf(choice));
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: null,
        objects: [original(keyOfImage("graphics", row, "original"), row)],
      }));
    },
  },
  {
    name: "REFERENCE_PHOTO",
    async rows(db, choice) {
      const rows = await db
        .select()
        .from(referencePhoto)
        .where(chosen(referencePhoto.id, choice, eq(referencePhoto.hasData, true)))
        .orderBy(asc(referencePhoto.id))
        .limit(mostOf(choice));
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: null,
        objects: [
          original(keyOfImage("referencePhotos", row, "original"), row),
          ...(["thumbnail", "rendition"] as const).map((form) => ({
            key: keyOfImage("referencePhotos", row, form),
            ...{ size: null, sha256: null, etag: null },
          })),
        ],
      }));
    },
  },
  {
    name: "EXPORT_DOCUMENT",
    async rows(db, choice) {
      const rows = await db
        .select()
        .from(exportDocument)
        .where(chosen(exportDocument.id, choice, eq(exportDocument.state, "READY")))
        .orderBy(asc(exportDocument.id))
        .limit(mostOf(choice));
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: row.documentationId,
        objects: expectedObject(keyOfExportDocument(row), row.size, row.etag),
      }));
    },
  },
  {
    name: "PHOTO_VARIANT",
    async rows(db, choice) {
      const rows = await db
        .select()
        .from(photoVariant)
        .where(chosen(photoVariant.id, choice))
        .orderBy(asc(photoVariant.id))
        .limit(mostOf(choice));
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: null,
        objects: expectedObject(row.objectKey, row.size, row.etag),
      }));
    },
  },
  {
    name: "AUDIT_PACK",
    async rows(db, choice) {
      const rows = await db
        .select({
          id: auditPack.id,
          customerId: auditPack.customerId,
          key: auditPack.objectKey,
          size: auditPack.size,
          sha256: auditPack.sha256,
        })
        .from(auditPack)
        .where(chosen(auditPack.id, choice))
        .orderBy(asc(auditPack.id))
        .limit(mostOf(choice));
      return rows.map(({ id, customerId, key, size, sha256 }) => ({
        ...{ id, customerId, documentationId: null },
        objects: [{ key, size, sha256, etag: null }],
      }));
    },
  },
];

const keyOfImage = (
  folder: "graphics" | "referencePhotos",
  { customerId, id, revision }: { customerId: number; id: string; revision: string },
  form: "original" | "thumbnail" | "rendition",
) => imageKey(folder, String(customerId), id, { revision, form });
