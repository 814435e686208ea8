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
  createImageKey,
  earlierPhotoKey,
  exportDocumentKey,
  fileObjectKey,
  photoObjectKey,
  unmarkedKey,
} from "#worker/media/keys.ts";

/**
 * An object as recorded in a row. Objects without a SHA-256 are derived from others: only their size and entity tag are compared.
 */
export interface ExpectedObject {
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
  objects: ExpectedObject[];
}

/** Rows of any customer by primary key: those with these ids, or the next ones after an id. */
export type RowSelection = { ids: readonly string[] } | { after: string; limit: number };

interface Holder {
  name: MediaHolder;
  /** Sorted by id. */
  rows(db: Database, selection: RowSelection): Promise<HolderRow[]>;
}

const selectionCondition = (id: SQLiteColumn, selection: RowSelection, ...conditions: SQL[]) =>
  and("ids" in selection ? inArray(id, idListParam(selection.ids)) : gt(id, selection.after), ...conditions);
const selectionLimit = (selection: RowSelection) =>
  "ids" in selection ? selection.ids.length : selection.limit;

const originalObject = (
  key: string,
  row: { dataSize: number; sha256: string | null; etag: string | null },
) => ({
  key,
  size: row.dataSize,
  sha256: row.sha256,
  etag: row.etag,
});
const derivedObject = (key: string | null, size: number | null, etag: string | null): ExpectedObject[] =>
  key === null || size === null ? [] : [{ key, size, sha256: null, etag }];

/** Every holder of objects that outlive a delivery or a job. */
export const objectHolders: readonly Holder[] = [
  {
    name: "PHOTO",
    async rows(db, selection) {
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
        .where(selectionCondition(photo.id, selection, eq(photo.hasData, true)))
        .orderBy(asc(photo.id))
        .limit(selectionLimit(selection));
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: row.documentationId,
        objects: [
          originalObject(photoObjectKey(row, "original"), row),
          ...derivedObject(photoObjectKey(row, "thumbnail"), row.thumbnailSize, row.thumbnailEtag),
          ...derivedObject(photoObjectKey(row, "rendition"), row.renditionSize, row.renditionEtag),
          ...derivedObject(unmarkedKey(row), row.unmarkedSize, row.unmarkedEtag),
        ],
      }));
    },
  },
  {
    name: "EARLIER_PHOTO",
    async rows(db, selection) {
      const rows = await db
        .select()
        .from(earlierPhoto)
        .where(selectionCondition(earlierPhoto.id, selection))
        .orderBy(asc(earlierPhoto.id))
        .limit(selectionLimit(selection));
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: row.documentationId,
        objects: [
          originalObject(earlierPhotoKey(row, "original"), row),
          ...derivedObject(earlierPhotoKey(row, "thumbnail"), row.thumbnailSize, row.thumbnailEtag),
          ...derivedObject(earlierPhotoKey(row, "rendition"), row.renditionSize, row.renditionEtag),
        ],
      }));
    },
  },
  {
    name: "FILE",
    async rows(db, selection) {
      const rows = await db
        .select()
        .from(file)
        .where(selectionCondition(file.id, selection, eq(file.hasData, true)))
        .orderBy(asc(file.id))
        .limit(selectionLimit(selection));
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: row.documentationId,
        objects: [originalObject(fileObjectKey(row), row)],
      }));
    },
  },
  {
    name: "TEMP_FILE",
    async rows(db, selection) {
      const rows = await db
        .select()
        .from(tempFile)
        .where(selectionCondition(tempFile.id, selection, eq(tempFile.hasData, true)))
        .orderBy(asc(tempFile.id))
        .limit(selectionLimit(selection));
      // Once accepted, its object belongs to the file.
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: row.documentationId,
        objects: row.decision === "TAKEN" ? [] : [originalObject(fileObjectKey(row), row)],
      }));
    },
  },
  {
    name: "GRAPHIC",
    async rows(db, selection) {
      const rows = await db
        .select()
        .from(graphic)
        .where(selectionCondition(graphic.id, selection, eq(graphic.hasData, true)))
        .orderBy(asc(graphic.id))
        .limit(selectionLimit(selection));
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: null,
        objects: [originalObject(imageObjectKey("graphics", row, "original"), row)],
      }));
    },
  },
  {
    name: "REFERENCE_PHOTO",
    async rows(db, selection) {
      const rows = await db
        .select()
        .from(referencePhoto)
        .where(selectionCondition(referencePhoto.id, selection, eq(referencePhoto.hasData, true)))
        .orderBy(asc(referencePhoto.id))
        .limit(selectionLimit(selection));
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: null,
        objects: [
          originalObject(imageObjectKey("referencePhotos", row, "original"), row),
          ...(["thumbnail", "rendition"] as const).map((form) => ({
            key: imageObjectKey("referencePhotos", row, form),
            ...{ size: null, sha256: null, etag: null },
          })),
        ],
      }));
    },
  },
  {
    name: "EXPORT_DOCUMENT",
    async rows(db, selection) {
      const rows = await db
        .select()
        .from(exportDocument)
        .where(selectionCondition(exportDocument.id, selection, eq(exportDocument.state, "READY")))
        .orderBy(asc(exportDocument.id))
        .limit(selectionLimit(selection));
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: row.documentationId,
        objects: derivedObject(exportDocumentKey(row), row.size, row.etag),
      }));
    },
  },
  {
    name: "PHOTO_VARIANT",
    async rows(db, selection) {
      const rows = await db
        .select()
        .from(photoVariant)
        .where(selectionCondition(photoVariant.id, selection))
        .orderBy(asc(photoVariant.id))
        .limit(selectionLimit(selection));
      return rows.map((row) => ({
        id: row.id,
        customerId: row.customerId,
        documentationId: null,
        objects: derivedObject(row.objectKey, row.size, row.etag),
      }));
    },
  },
  {
    name: "AUDIT_PACK",
    async rows(db, selection) {
      const rows = await db
        .select({
          id: auditPack.id,
          customerId: auditPack.customerId,
          key: auditPack.objectKey,
          size: auditPack.size,
          sha256: auditPack.sha256,
        })
        .from(auditPack)
        .where(selectionCondition(auditPack.id, selection))
        .orderBy(asc(auditPack.id))
        .limit(selectionLimit(selection));
      return rows.map(({ id, customerId, key, size, sha256 }) => ({
        ...{ id, customerId, documentationId: null },
        objects: [{ key, size, sha256, etag: null }],
      }));
    },
  },
];

const imageObjectKey = (
  folder: "graphics" | "referencePhotos",
  { customerId, id, revision }: { customerId: number; id: string; revision: string },
  form: "original" | "thumbnail" | "rendition",
) => createImageKey(folder, String(customerId), id, { revision, form });
