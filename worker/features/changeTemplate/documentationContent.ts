import { and, asc, eq, sql } from "drizzle-orm";
import type { SourceTask } from "#domain/template/mapping.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, textAsId } from "#worker/db/ids.ts";
import { naturalOrder } from "#worker/db/naturalOrder.ts";
import { type DocumentationRow, documentationTask, file, photo } from "#worker/db/schema/index.ts";

/** The content of a documentation that the template rules use. */
export interface DocumentationContent {
  row: DocumentationRow;
  tasks: (SourceTask & { version: number })[];
  photos: { id: string; documentationTaskId: string | null; name: string; version: number }[];
  taskIdsWithFiles: ReadonlySet<string>;
}

export async function readDocumentationContent(
  db: Database,
  row: DocumentationRow,
): Promise<DocumentationContent> {
  const documentationCondition = (table: typeof documentationTask | typeof photo | typeof file) =>
    and(eq(table.customerId, row.customerId), eq(table.documentationId, row.id));
  const [tasks, photos, files] = await db.batch([
    db
      .select({
        id: documentationTask.id,
        parentId: documentationTask.parentId,
        templateTaskId: documentationTask.templateTaskId,
        name: documentationTask.name,
        key: documentationTask.key,
        type: documentationTask.type,
        answer: documentationTask.answer,
        position: documentationTask.position,
        version: documentationTask.version,
      })
      .from(documentationTask)
      .where(documentationCondition(documentationTask))
      .orderBy(asc(documentationTask.position)),
    db
      .select({
        id: photo.id,
        documentationTaskId: photo.documentationTaskId,
        name: photo.name,
        version: photo.version,
      })
      .from(photo)
      .where(documentationCondition(photo))
      .orderBy(asc(photo.dateCreated), ...naturalOrder("photo.name"), asc(photo.id)),
    db.select({ taskId: file.documentationTaskId }).from(file).where(documentationCondition(file)),
  ]);
  const taskIdsWithFiles = new Set(files.flatMap(({ taskId }) => taskId ?? []));
  return { row, tasks, photos, taskIdsWithFiles };
}

/** SQL condition: no task or photo has been added, removed or changed since it was read. */
export function unchangedCondition({ row, tasks, photos }: DocumentationContent) {
  const documentationCondition = sql`customer_id = ${row.customerId} AND documentation_id = ${idParam(row.id)}`;
  const rowsUnchangedCondition = (table: string, rows: readonly { id: string; version: number }[]) => {
    const versions = JSON.stringify(rows.map(({ id, version }) => ({ id, version })));
    return sql`(SELECT count(*) FROM json_each(${versions}) v JOIN ${sql.raw(table)} s ON s.id = ${textAsId("v.value ->> 'id'")}
        AND s.version = v.value ->> 'version') = ${rows.length}
      AND (SELECT count(*) FROM ${sql.raw(table)} WHERE ${documentationCondition}) = ${rows.length}`;
  };
  return sql`${rowsUnchangedCondition("documentation_task", tasks)} AND ${rowsUnchangedCondition("photo", photos)}`;
}
