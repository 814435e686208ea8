import { and, asc, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { problem } from "#domain/core/problem.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import { maxZipPhotos } from "#domain/documentation/zipLimits.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, listParam, textAsId } from "#worker/db/ids.ts";
import { json, number, type Projection, rowsOf, text, uuid } from "#worker/db/rows.ts";
import { file, photo, tempFile } from "#worker/db/schema/index.ts";
import { photoColumns, toPhotoRow } from "#worker/documentation/details.ts";
import { undecidedCondition } from "#worker/documentation/undecidedTempFiles.ts";
import { unresolvedRefusalCondition } from "#worker/documentation/unresolvedRefusals.ts";
import type { MissingItem } from "#worker/export/exportPlanTypes.ts";
import { all, type Page } from "#worker/listQuery/groupMembers.ts";
import { replacementTextsOf } from "./replacementTexts.ts";

/** Photos, and files, of one export of several documentations. */
const maxRows = maxZipPhotos;

/** Several documentations with all rows that an export is made of. */
export type SeveralContent = Awaited<ReturnType<typeof loadContents>>;

/**
 * `documentations`, `photos` and so on are those that are exported, in the order of the members; `left` is what belongs to
 * documentations with the field. The caller has looked whether the members may be seen.
 * @throws notFound for none, isExportBlocked when all of them are with the field (2§4), tooLarge
 */
export async function loadContents(db: Database, members: readonly DocumentationSummary[]) {
  if (members.length === 0) throw problem("notFound");
  const documentations = members.filter(({ status }) => !isExportBlocked(status));
  if (documentations.length === 0) throw problem("exportRefused");
  const ids = documentations.map(({ id }) => id);
  const exported = new Set(ids);
  const isExported = ({ documentationId }: { documentationId: string }) => exported.has(documentationId);
  const place = new Map(members.map(({ id }, index) => [id, index]));
  const inOrder = <T extends { documentationId: string }>(rows: readonly T[]): T[] =>
    rows.toSorted((a, b) => place.get(a.documentationId)! - place.get(b.documentationId)!);
  const [photos, files, refused, tasks, texts] = await Promise.all([
    all(maxRows, (page) => photosIn(db, members, page)),
    all(maxRows, (page) => filesIn(db, members, page)),
    refusedUploads(db, ids),
    capturingTasks(db, ids),
    replacementTextsOf(
      db,
      documentations.map(({ customerId }) => customerId),
      documentations.map(({ templateId }) => templateId),
    ),
  ]);
  return {
    documentations,
    photos: inOrder(photos.filter(isExported)),
    files: inOrder(files.filter(isExported)),
    left: {
      documentations: members.filter(({ status }) => isExportBlocked(status)),
      photos: inOrder(photos.filter((one) => !isExported(one))),
      files: inOrder(files.filter((one) => !isExported(one))),
    },
    refused,
    tasks,
    texts,
  };
}

/** The rows of `table` that belong to these documentations. */
const within = (
  { customerId, documentationId }: Record<"customerId" | "documentationId", SQLiteColumn>,
  documentations: readonly Pick<DocumentationSummary, "id" | "customerId">[],
): SQL =>
  sql`${customerId} IN ${listParam([...new Set(documentations.map((documentation) => documentation.customerId))])}
    AND ${documentationId} IN ${idListParam(documentations.map(({ id }) => id))}`;

type Members = readonly Pick<DocumentationSummary, "id" | "customerId">[];

/** Of each documentation oldest first, the documentations in any order. */
async function photosIn(db: Database, members: Members, { max, offset }: Page) {
  const rows = await db
    .select(photoColumns)
    .from(photo)
    .where(within(photo, members))
    .orderBy(asc(photo.documentationId), asc(photo.dateCreated), asc(photo.id))
    .limit(max)
    .offset(offset);
  return rows.map(toPhotoRow);
}

const filesIn = (db: Database, members: Members, { max, offset }: Page) =>
  db
    .select()
    .from(file)
    .where(within(file, members))
    .orderBy(asc(file.documentationId), asc(file.dateCreated), asc(file.id))
    .limit(max)
    .offset(offset);

/** Files that upload links brought to them and that wait for staff. @throws tooLarge */
export const tempFilesIn = (db: Database, members: Members) =>
  all(maxRows, ({ max, offset }) =>
    db
      .select()
      .from(tempFile)
      .where(and(within(tempFile, members), undecidedCondition))
      .orderBy(asc(tempFile.documentationId), asc(tempFile.dateUploaded), asc(tempFile.id))
      .limit(max)
      .offset(offset),
  );

interface CapturingTask {
  id: string;
  documentationId: string;
  name: string;
  type: string;
  position: number;
  /** The names of the groups around it, outermost first. */
  groups: string[];
}

/** A group of the form holds groups, ten deep at most. */
const groupsAround = sql`(WITH RECURSIVE around(parent_id, name, depth) AS (
    SELECT g.parent_id, g.name, 1 FROM documentation_task g WHERE g.id = k.parent_id
    UNION ALL SELECT g.parent_id, g.name, depth + 1 FROM around CROSS JOIN documentation_task g ON g.id = around.parent_id WHERE depth < 10)
  SELECT json_group_array(name) FROM (SELECT name FROM around ORDER BY depth DESC))`;

const taskColumns = {
  id: uuid("k.id"),
  documentationId: uuid("k.documentation_id"),
  name: text("k.name"),
  type: text("k.type"),
  position: number("k.position"),
  groups: json<string[]>(groupsAround),
} satisfies Projection<CapturingTask>;

/** The tasks with photos or files, documentation by documentation. */
const capturingTasks = (db: Database, ids: readonly string[]): Promise<CapturingTask[]> =>
  rowsOf(
    db,
    taskColumns,
    (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(ids)}) x
      CROSS JOIN documentation d ON d.id = ${textAsId("x.value")}
      CROSS JOIN documentation_task k ON k.customer_id = d.customer_id AND k.documentation_id = d.id
    WHERE EXISTS (SELECT 1 FROM photo p WHERE p.customer_id = k.customer_id AND p.documentation_task_id = k.id)
      OR EXISTS (SELECT 1 FROM file f WHERE f.customer_id = k.customer_id AND f.documentation_task_id = k.id)
    ORDER BY x.key, k.position, k.id`,
  );

const refusedColumns = {
  id: uuid("u.id"),
  kind: text<"PHOTO" | "FILE">("u.kind"),
  name: text("u.name"),
  reason: text("coalesce(u.refusal_code, '')"),
};

/** Refused uploads that the documentations still lack. */
const refusedUploads = async (db: Database, ids: readonly string[]): Promise<MissingItem[]> =>
  (
    await rowsOf(
      db,
      refusedColumns,
      (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(ids)}) x
        CROSS JOIN documentation d ON d.id = ${textAsId("x.value")}
        CROSS JOIN upload u ON u.customer_id = d.customer_id AND u.documentation_id = d.id
      WHERE ${unresolvedRefusalCondition("u")}
      ORDER BY x.key, u.date_created`,
    )
  ).map((item) => ({ ...item, taskId: null }));
