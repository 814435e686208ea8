import { and, asc, desc, eq, getTableName, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { TaskFilterType } from "#domain/configuration/types.ts";
import { problem } from "#domain/core/problem.ts";
import { compareNames } from "#domain/core/text/sortKey.ts";
import type { DocumentationDetails, fileSorts, photoSorts } from "#domain/endpoints/documentation/details.ts";
import { photoDateSourceOf } from "#domain/media/photoDate.ts";
import { rotateSize } from "#domain/media/rotation.ts";
import type { Database } from "#worker/db/database.ts";
import { naturalOrder } from "#worker/db/naturalOrder.ts";
import {
  customer,
  type DocumentationRow,
  documentation,
  documentationEvent,
  documentationFetch,
  documentationLink,
  documentationTag,
  documentationTaskFilter,
  file,
  photo,
  retake,
  tempFile,
  template,
  thread,
  upload,
} from "#worker/db/schema/index.ts";
import { type Scope, scopedRowCondition } from "#worker/db/scope.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
import { expectedMediaCondition } from "#worker/ingest/storedMedia.ts";
import { getUprightSize } from "#worker/media/imageSize.ts";
import { userNameSql } from "./assignees.ts";
import { findDeletion } from "./automaticDeletion.ts";
import { listExportEvents } from "./exportEvents.ts";
import { undecidedCondition } from "./undecidedTempFiles.ts";
import { unresolvedRefusalCondition } from "./unresolvedRefusals.ts";

const maxEvents = 100;
/** More than a menu can hold. */
const maxTaskFilters = 200;
/** Whether a documentation of the scope is visible: deleted ones only in scopes that include them. */
export const isVisible = (scope: Scope, { status }: Pick<DocumentationRow, "status">): boolean =>
  status !== "DELETED" || scope.deleted;

/** The documentation's own row. @throws notFound */
export async function findVisibleDocumentation(db: Database, scope: Scope, id: string) {
  const row = await db
    .select()
    .from(documentation)
    .where(scopedRowCondition(scope, documentation, id))
    .get();
  if (!row || !isVisible(scope, row)) throw problem("notFound");
  return row;
}

/** Identifies a documentation that the caller has already looked up and may read. */
export type DocumentationRef = Pick<DocumentationRow, "customerId" | "id">;

export async function readDetails(db: Database, row: DocumentationRow): Promise<DocumentationDetails> {
  const { id } = row;
  const documentationRowsCondition = (table: { customerId: SQLiteColumn; documentationId: SQLiteColumn }) =>
    and(eq(table.customerId, row.customerId), eq(table.documentationId, id));
  const [exportEvents, deletion] = await Promise.all([listExportEvents(db, row), findDeletion(db, row)]);
  const [
    owners,
    templates,
    tags,
    linkedDocumentations,
    refusedUploads,
    taskFilters,
    fetches,
    undecidedFiles,
    openRetakeCounts,
    threadCounts,
  ] = await db.batch([
    db
      .select({
        name: customer.name,
        products: sql`(SELECT json_group_array(p.name) FROM customer_product cp
          JOIN product p ON p.id = cp.product_id WHERE cp.customer_id = ${row.customerId})`.mapWith(
          (names: string): DocumentationDetails["customerProducts"] => JSON.parse(names),
        ),
        assigneeName: sql<string | null>`(SELECT ${userNameSql} FROM user u
          WHERE u.id = ${row.assigneeId} AND u.customer_id = ${row.customerId})`,
        statuses: sql`(SELECT json_group_array(s.status) FROM customer_documentation_status s
          WHERE s.customer_id = ${row.customerId})`.mapWith(
          (names: string): DocumentationDetails["customerStatuses"] => JSON.parse(names),
        ),
      })
      .from(customer)
      .where(eq(customer.id, row.customerId)),
    db
      .select({ name: template.name, types: template.exportDocumentTypes })
      .from(template)
      .where(eq(template.id, row.templateId)),
    db
      .select({ tag: documentationTag.tag })
      .from(documentationTag)
      .where(documentationRowsCondition(documentationTag))
      .orderBy(asc(documentationTag.tag)),
    db
      .select({ id: documentation.id, name: documentation.name })
      .from(documentationLink)
      .innerJoin(
        documentation,
        and(
          eq(documentation.customerId, documentationLink.customerId),
          eq(documentation.id, documentationLink.linkedId),
        ),
      )
      .where(documentationRowsCondition(documentationLink))
      .orderBy(asc(withoutIndex(documentation.nameKey)), asc(documentation.id)),
    db
      .select({
        id: upload.id,
        kind: sql<"PHOTO" | "FILE">`${upload.kind}`,
        name: upload.name,
        reason: upload.refusalCode,
        dateCreated: upload.dateCreated,
      })
      .from(upload)
      .where(and(documentationRowsCondition(upload), unresolvedRefusalCondition("upload")))
      .orderBy(asc(upload.dateCreated)),
    db
      .select({
        id: documentationTaskFilter.id,
        name: documentationTaskFilter.name,
        type: sql<TaskFilterType>`${documentationTaskFilter.type}`,
        automatic: documentationTaskFilter.automatic,
        params: documentationTaskFilter.params,
      })
      .from(documentationTaskFilter)
      .where(eq(documentationTaskFilter.customerId, row.customerId))
      .orderBy(asc(documentationTaskFilter.position), asc(documentationTaskFilter.id))
      .limit(maxTaskFilters),
    db
      .select()
      .from(documentationFetch)
      .where(and(documentationRowsCondition(documentationFetch), isNull(documentationFetch.endedAt)))
      .orderBy(desc(documentationFetch.sequence))
      .limit(1),
    db
      .select({ files: sql<number>`count(*)` })
      .from(tempFile)
      .where(and(documentationRowsCondition(tempFile), undecidedCondition)),
    db
      .select({ retakes: sql<number>`count(*)` })
      .from(retake)
      .where(and(documentationRowsCondition(retake), isNull(retake.outcome))),
    db
      .select({
        total: sql<number>`count(*)`,
        open: sql<number>`count(*) FILTER (WHERE ${thread.resolvedAt} IS NULL)`,
      })
      .from(thread)
      .where(documentationRowsCondition(thread)),
  ]);
  return {
    ...row,
    ...deletion,
    customerName: owners[0]?.name ?? "",
    assigneeName: owners[0]?.assigneeName ?? null,
    customerProducts: owners[0]?.products ?? [],
    customerStatuses: owners[0]?.statuses ?? [],
    templateName: templates[0]?.name ?? "",
    tags: tags.map(({ tag }) => tag).sort(compareNames),
    linkedDocumentations,
    exportEvents,
    exportDocumentTypes: templates[0]?.types ?? [],
    taskFilters,
    fetched: row.status === "DOWNLOADED" ? (fetches[0] ?? null) : null,
    waitingFileCount: undecidedFiles[0]?.files ?? 0,
    openRetakeCount: openRetakeCounts[0]?.retakes ?? 0,
    threadCount: threadCounts[0]?.total ?? 0,
    openThreadCount: threadCounts[0]?.open ?? 0,
    refusedUploads: refusedUploads.map(({ reason, ...refusal }) => ({ ...refusal, reason: reason ?? "" })),
  };
}

export async function listEvents(db: Database, { customerId, id }: DocumentationRef) {
  return db
    .select()
    .from(documentationEvent)
    .where(and(eq(documentationEvent.customerId, customerId), eq(documentationEvent.documentationId, id)))
    .orderBy(desc(documentationEvent.eventDate), desc(sql`${documentationEvent}.rowid`))
    .limit(maxEvents);
}

/** A page of a documentation's photos or files, and their order. */
export interface MediaPage<Sort extends string> {
  sort: Sort;
  order: "asc" | "desc";
  max: number;
  offset: number;
}
export type PhotoSort = (typeof photoSorts)[number];
export type FileSort = (typeof fileSorts)[number];

/** Breaks ties by the natural order of names, then by id. */
function orderColumns(table: typeof photo | typeof file, column: SQLiteColumn, order: "asc" | "desc") {
  const direction = order === "asc" ? asc : desc;
  const sortKey = column.dataType === "string" ? sortKeySql(column) : sql`${column}`;
  const nameOrder = naturalOrder(`${getTableName(table)}.name`, order);
  return [...(column === table.name ? [] : [direction(sortKey)]), ...nameOrder, direction(table.id)];
}

export async function listPhotos(
  db: Database,
  { customerId, id }: DocumentationRef,
  { sort, order, max, offset }: MediaPage<PhotoSort>,
) {
  const rows = await db
    .select(photoColumns)
    .from(photo)
    .where(
      and(eq(photo.customerId, customerId), eq(photo.documentationId, id), expectedMediaCondition(photo)),
    )
    .orderBy(...orderColumns(photo, photo[sort], order))
    .limit(max)
    .offset(offset);
  return rows.map(toPhotoRow);
}

/** A photo's row and its alias. */
export const photoColumns = {
  photo,
  // Raw SQL with table names: Drizzle omits them in a select from one table, and `name` would then be the alias's column.
  alias: sql<string | null>`coalesce(photo.alias, (
    SELECT a.alias FROM photo_alias a WHERE a.customer_id = photo.customer_id AND a.name = photo.name))`,
};

export const toPhotoRow = ({
  photo: row,
  alias,
}: {
  photo: typeof photo.$inferSelect;
  alias: string | null;
}) => ({
  ...row,
  alias,
  dateSource: photoDateSourceOf(row),
  ...displaySize(row),
  // The rotation of downloads: an outdated rendition is rendered again before it is served.
  derivativeRotation: row.rotation,
  /** As stored: the original's size, and the quarter turns of its derivatives. */
  stored: { width: row.width, height: row.height, quarterTurns: row.derivativeRotation },
});

/** Width and height as displayed: with the EXIF orientation and the reviewer's rotation applied. */
function displaySize(row: {
  width: number | null;
  height: number | null;
  orientation: number;
  rotation: number;
}) {
  const { width, height, orientation, rotation } = row;
  if (width === null || height === null) return { width: null, height: null };
  return rotateSize(getUprightSize({ width, height, orientation }), rotation);
}

export async function listFiles(
  db: Database,
  { customerId, id }: DocumentationRef,
  { sort, order, max, offset }: MediaPage<FileSort>,
) {
  return db
    .select()
    .from(file)
    .where(and(eq(file.customerId, customerId), eq(file.documentationId, id), expectedMediaCondition(file)))
    .orderBy(...orderColumns(file, file[sort], order))
    .limit(max)
    .offset(offset);
}
