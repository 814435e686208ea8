import { and, asc, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { problem } from "#domain/core/problem.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import { maxZipPhotos } from "#domain/documentation/zipLimits.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, listParam, textAsId } from "#worker/db/ids.ts";
import { naturalOrder } from "#worker/db/naturalOrder.ts";
import { json, number, type Projection, selectRows, text, uuid } from "#worker/db/rows.ts";
import { file, photo, tempFile } from "#worker/db/schema/index.ts";
import { photoColumns, toPhotoRow } from "#worker/documentation/details.ts";
import { taskGroupIdsSql, taskGroupsSql } from "#worker/documentation/taskGroups.ts";
import { undecidedCondition } from "#worker/documentation/undecidedTempFiles.ts";
import { unresolvedRefusalCondition } from "#worker/documentation/unresolvedRefusals.ts";
import type { MissingItem } from "#worker/export/exportPlanTypes.ts";
import { type Page, readAllPages } from "#worker/listQuery/groupMembers.ts";
import { listReplacementTexts } from "./replacementTexts.ts";

/** Limit of the photos, and of the files, in an export of several documentations. */
const maxRows = maxZipPhotos;

/** Several documentations with all rows that their exports need. */

/**
 * The documentations, photos and files that are exported, in the order of `members`, which the caller must have checked for visibility.
 * `mediaInField` has those of documentations in the field, which are not exported.
 * @throws notFound for no members, exportRefused if all of them are in the field (2§4), tooLarge
 */
export async function loadDocumentationContents(db: Database, members: readonly DocumentationSummary[]) {
  if (members.length === 0) throw problem("notFound");
  const documentations = members.filter(({ status }) => !isExportBlocked(status));
  if (documentations.length === 0) throw problem("exportRefused");
  const ids = documentations.map(({ id }) => id);
  const exportedIds = new Set(ids);
  const isExported = ({ documentationId }: { documentationId: string }) => exportedIds.has(documentationId);
  const memberIndex = new Map(members.map(({ id }, index) => [id, index]));
  const sortByMember = <T extends { documentationId: string }>(rows: readonly T[]): T[] =>
    rows.toSorted((a, b) => memberIndex.get(a.documentationId)! - memberIndex.get(b.documentationId)!);
  const [photos, files, refusedUploads, tasks, texts] = await Promise.all([
    readAllPages(maxRows, (page) => listPhotos(db, members, page)),
    readAllPages(maxRows, (page) => listFiles(db, members, page)),
    listRefusedUploads(db, ids),
    listTasksWithMedia(db, ids),
    listReplacementTexts(
      db,
      documentations.map(({ customerId }) => customerId),
      documentations.map(({ templateId }) => templateId),
    ),
  ]);
  return {
    documentations,
    photos: sortByMember(photos.filter(isExported)),
    files: sortByMember(files.filter(isExported)),
    mediaInField: {
      documentations: members.filter(({ status }) => isExportBlocked(status)),
      photos: sortByMember(photos.filter((row) => !isExported(row))),
      files: sortByMember(files.filter((row) => !isExported(row))),
    },
    refusedUploads: refusedUploads.map(({ documentationId: _, ...item }): MissingItem => item),
    /** The refused photos of each documentation. */
    refusedPhotoCounts: new Map(
      [...Map.groupBy(refusedUploads, ({ documentationId }) => documentationId)].map(([id, items]) => [
        id,
        items.filter(({ kind }) => kind === "PHOTO").length,
      ]),
    ),
    tasks,
    texts,
  };
}

/** Condition for the rows of a table that belong to these documentations. */
const belongsToDocumentations = (
  { customerId, documentationId }: Record<"customerId" | "documentationId", SQLiteColumn>,
  documentations: readonly Pick<DocumentationSummary, "id" | "customerId">[],
): SQL =>
  sql`${customerId} IN ${listParam([...new Set(documentations.map((documentation) => documentation.customerId))])}
    AND ${documentationId} IN ${idListParam(documentations.map(({ id }) => id))}`;

type DocumentationKeys = readonly Pick<DocumentationSummary, "id" | "customerId">[];

/** Each documentation's photos oldest first; the documentations in any order. */
async function listPhotos(db: Database, members: DocumentationKeys, { max, offset }: Page) {
  const rows = await db
    .select(photoColumns)
    .from(photo)
    .where(belongsToDocumentations(photo, members))
    .orderBy(asc(photo.documentationId), asc(photo.dateCreated), ...naturalOrder("photo.name"), asc(photo.id))
    .limit(max)
    .offset(offset);
  return rows.map(toPhotoRow);
}

const listFiles = (db: Database, members: DocumentationKeys, { max, offset }: Page) =>
  db
    .select()
    .from(file)
    .where(belongsToDocumentations(file, members))
    .orderBy(asc(file.documentationId), asc(file.dateCreated), ...naturalOrder("file.name"), asc(file.id))
    .limit(max)
    .offset(offset);

/** Files received through upload links that staff have not decided on. @throws tooLarge */
export const listTempFiles = (db: Database, members: DocumentationKeys) =>
  readAllPages(maxRows, ({ max, offset }) =>
    db
      .select()
      .from(tempFile)
      .where(and(belongsToDocumentations(tempFile, members), undecidedCondition))
      .orderBy(
        asc(tempFile.documentationId),
        asc(tempFile.dateUploaded),
        ...naturalOrder("temp_file.name"),
        asc(tempFile.id),
      )
      .limit(max)
      .offset(offset),
  );

interface TaskWithMedia {
  id: string;
  documentationId: string;
  name: string;
  type: string;
  position: number;
  /** The names of the groups that contain it, outermost first. */
  groups: string[];
  groupIds: string[];
}

const taskColumns = {
  id: uuid("k.id"),
  documentationId: uuid("k.documentation_id"),
  name: text("k.name"),
  type: text("k.type"),
  position: number("k.position"),
  groups: json<string[]>(taskGroupsSql),
  groupIds: json<string[]>(taskGroupIdsSql),
} satisfies Projection<TaskWithMedia>;

/** The tasks that have photos or files, grouped by documentation. */
const listTasksWithMedia = (db: Database, ids: readonly string[]): Promise<TaskWithMedia[]> =>
  selectRows(
    db,
    taskColumns,
    (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(ids)}) x
      CROSS JOIN documentation d ON d.id = ${textAsId("x.value")}
      CROSS JOIN documentation_task k ON k.customer_id = d.customer_id AND k.documentation_id = d.id
    WHERE EXISTS (SELECT 1 FROM photo p WHERE p.customer_id = k.customer_id AND p.documentation_task_id = k.id)
      OR EXISTS (SELECT 1 FROM file f WHERE f.customer_id = k.customer_id AND f.documentation_task_id = k.id)
    ORDER BY x.key, k.position, k.id`,
  );

const refusedUploadColumns = {
  id: uuid("u.id"),
  documentationId: uuid("u.documentation_id"),
  kind: text<"PHOTO" | "FILE">("u.kind"),
  name: text("u.name"),
  reason: text("coalesce(u.refusal_code, '')"),
};

/** Refused uploads whose photos and files are still missing. */
const listRefusedUploads = async (
  db: Database,
  ids: readonly string[],
): Promise<(MissingItem & { documentationId: string })[]> =>
  (
    await selectRows(
      db,
      refusedUploadColumns,
      (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(ids)}) x
        CROSS JOIN documentation d ON d.id = ${textAsId("x.value")}
        CROSS JOIN upload u ON u.customer_id = d.customer_id AND u.documentation_id = d.id
      WHERE ${unresolvedRefusalCondition("u")}
      ORDER BY x.key, u.date_created`,
    )
  ).map((item) => ({ ...item, taskId: null }));
