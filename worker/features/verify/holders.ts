import { and, asc, eq, gt, inArray, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
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
  createExportDocumentKey,
  createImageKey,
  toEarlierPhotoKey,
  toFileObjectKey,
  toPhotoObjectKey,
  toUnmarkedKey,
} from "#worker/media/photoKeys.ts";

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
export type RowSelection = { ids: readonly string[] } | { afterId: string; limit: number };

interface Holder {
  name: MediaHolder;
  /** Sorted by id. */
  listRows(db: Database, selection: RowSelection): Promise<HolderRow[]>;
}

type HolderTable = SQLiteTable & {
  id: SQLiteColumn;
  customerId: SQLiteColumn;
  documentationId?: SQLiteColumn;
};
type OwnedRow = Pick<HolderRow, "id" | "customerId"> & Partial<Pick<HolderRow, "documentationId">>;

/** Lists the rows of a table that meet a condition, or all of them, with the objects of each. */
const createHolder = <T extends HolderTable>(
  name: MediaHolder,
  table: T,
  objectsOf: (row: T["$inferSelect"]) => ExpectedObject[],
  condition?: SQL,
): Holder => ({
  name,
  async listRows(db, selection) {
    const hasIds = "ids" in selection;
    const selectedCondition = hasIds
      ? inArray(table.id, idListParam(selection.ids))
      : gt(table.id, selection.afterId);
    const rows = await db
      .select()
      .from<HolderTable>(table)
      .where(and(selectedCondition, condition))
      .orderBy(asc(table.id))
      .limit(hasIds ? selection.ids.length : selection.limit);
    // Cast: Drizzle infers no rows of a table that is a parameter.
    return (rows as (T["$inferSelect"] & OwnedRow)[]).map((row) => ({
      id: row.id,
      customerId: row.customerId,
      documentationId: row.documentationId ?? null,
      objects: objectsOf(row),
    }));
  },
});

const createOriginalObject = (
  key: string,
  { dataSize, sha256, etag }: { dataSize: number; sha256: string | null; etag: string | null },
): ExpectedObject => ({ key, size: dataSize, sha256, etag });
const createDerivedObjects = (
  key: string | null,
  size: number | null,
  etag: string | null,
): ExpectedObject[] => (key === null || size === null ? [] : [{ key, size, sha256: null, etag }]);
const imageObjectKey = (
  folder: "graphics" | "referencePhotos",
  { customerId, id, revision }: { customerId: number; id: string; revision: string },
  form: "original" | "thumbnail" | "rendition",
) => createImageKey(folder, String(customerId), id, { revision, form });

/** Every holder of objects that outlive a delivery or a job. */
export const objectHolders: readonly Holder[] = [
  createHolder(
    "PHOTO",
    photo,
    (row) => [
      createOriginalObject(toPhotoObjectKey(row, "original"), row),
      ...createDerivedObjects(toPhotoObjectKey(row, "thumbnail"), row.thumbnailSize, row.thumbnailEtag),
      ...createDerivedObjects(toPhotoObjectKey(row, "rendition"), row.renditionSize, row.renditionEtag),
      ...createDerivedObjects(toUnmarkedKey(row), row.unmarkedSize, row.unmarkedEtag),
    ],
    eq(photo.hasData, true),
  ),
  createHolder("EARLIER_PHOTO", earlierPhoto, (row) => [
    createOriginalObject(toEarlierPhotoKey(row, "original"), row),
    ...createDerivedObjects(toEarlierPhotoKey(row, "thumbnail"), row.thumbnailSize, row.thumbnailEtag),
    ...createDerivedObjects(toEarlierPhotoKey(row, "rendition"), row.renditionSize, row.renditionEtag),
  ]),
  createHolder(
    "FILE",
    file,
    (row) => [createOriginalObject(toFileObjectKey(row), row)],
    eq(file.hasData, true),
  ),
  createHolder(
    "TEMP_FILE",
    tempFile,
    // Once accepted, its object belongs to the file.
    (row) => (row.decision === "TAKEN" ? [] : [createOriginalObject(toFileObjectKey(row), row)]),
    eq(tempFile.hasData, true),
  ),
  createHolder(
    "GRAPHIC",
    graphic,
    (row) => [createOriginalObject(imageObjectKey("graphics", row, "original"), row)],
    eq(graphic.hasData, true),
  ),
  createHolder(
    "REFERENCE_PHOTO",
    referencePhoto,
    (row) => [
      createOriginalObject(imageObjectKey("referencePhotos", row, "original"), row),
      ...(["thumbnail", "rendition"] as const).map((form) => ({
        key: imageObjectKey("referencePhotos", row, form),
        ...{ size: null, sha256: null, etag: null },
      })),
    ],
    eq(referencePhoto.hasData, true),
  ),
  createHolder(
    "EXPORT_DOCUMENT",
    exportDocument,
    (row) => createDerivedObjects(createExportDocumentKey(row), row.size, row.etag),
    eq(exportDocument.state, "READY"),
  ),
  createHolder("PHOTO_VARIANT", photoVariant, (row) =>
    createDerivedObjects(row.objectKey, row.size, row.etag),
  ),
  createHolder("AUDIT_PACK", auditPack, ({ objectKey, size, sha256 }) => [
    { key: objectKey, size, sha256, etag: null },
  ]),
];
