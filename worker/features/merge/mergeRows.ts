import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam, textAsId } from "#worker/db/ids.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import {
  documentationPrecondition,
  documentationTask,
  file,
  photo,
  unexpectedAnswerEvent,
} from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { deriveId } from "./mergeIds.ts";
import type { MergePlan } from "./planMerge.ts";

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Copies rows inside the database, with every column except those in `overrides`, so that none is lost. `rows` identifies
 * each row to copy as `from`; overrides may read its other fields.
 */
export function copyRowsStatement(
  db: Database,
  table: SQLiteTable & { id: SQLiteColumn },
  rows: readonly { from: string; [column: string]: unknown }[],
  overrides: Record<string, unknown>,
): BatchItem<"sqlite">[] {
  const columns = Object.keys(getTableColumns(table));
  const values = columns.map((column) => {
    if (!(column in overrides)) return sql.raw(`s.${toSnakeCase(column)}`);
    return sql`${overrides[column]}`;
  });
  return jsonChunks(rows).map((chunk) =>
    statement(
      db,
      sql`INSERT INTO ${table} (${sql.raw(columns.map(toSnakeCase).join(", "))})
        SELECT ${sql.join(values, sql`, `)} FROM json_each(${chunk}) v JOIN ${table} s ON s.id = ${idFieldSql("from")}
        ORDER BY v.key`,
    ),
  );
}

const fieldSql = (field: string): SQL => sql.raw(`v.value ->> '${field}'`);
export const idFieldSql = (field: string): SQL => textAsId(fieldSql(field));

export interface MergeTarget {
  jobId: string;
  customerId: number;
  documentationId: string;
  /** Entity tags of copies that differ from their originals', by key. */
  tags: Record<string, string>;
  mergedAt: string;
}

/** The children of the new documentation: tasks with their details, photos and files. */
export async function createContentStatements(
  db: Database,
  plan: MergePlan,
  target: MergeTarget,
): Promise<BatchItem<"sqlite">[]> {
  const { customerId, documentationId } = target;
  const columns = { customerId, documentationId: idParam(documentationId), version: 1 };
  return [
    ...copyRowsStatement(
      db,
      documentationTask,
      plan.tasks.map(({ id, parentId, main, from, position, level }) => ({
        from: main.id,
        id,
        parentId,
        position,
        level,
        enabled: from.some(({ enabled }) => enabled) ? 1 : 0,
      })),
      {
        ...columns,
        id: idFieldSql("id"),
        parentId: idFieldSql("parentId"),
        enabled: fieldSql("enabled"),
        position: fieldSql("position"),
        level: fieldSql("level"),
      },
    ),
    ...(await createTaskDetailStatements(db, plan, target)),
    ...createMediaStatements(db, plan, target),
  ];
}

/** Drops preconditions on tasks that are not merged, which would hide their task forever. */
async function createTaskDetailStatements(db: Database, plan: MergePlan, { jobId, customerId }: MergeTarget) {
  const newTaskIds = new Map(plan.tasks.map(({ main, id }) => [main.id, id]));
  const mainTaskIds = idListParam([...newTaskIds.keys()]);
  const [preconditions, unexpectedAnswers] = await db.batch([
    db
      .select()
      .from(documentationPrecondition)
      .where(
        and(
          eq(documentationPrecondition.customerId, customerId),
          sql`${documentationPrecondition.taskId} IN ${mainTaskIds}`,
        ),
      ),
    db
      .select()
      .from(unexpectedAnswerEvent)
      .where(
        and(
          eq(unexpectedAnswerEvent.customerId, customerId),
          sql`${unexpectedAnswerEvent.taskId} IN ${mainTaskIds}`,
        ),
      ),
  ]);
  const remappedPreconditions = preconditions.flatMap(({ id, taskId, params }) => {
    const target = params.task === undefined ? null : plan.taskIds.get(params.task);
    if (target === undefined) return [];
    return {
      from: id,
      id: deriveId(jobId, id),
      taskId: newTaskIds.get(taskId),
      params: JSON.stringify(target === null ? params : { ...params, task: target }),
    };
  });
  const remappedFields = { customerId, id: idFieldSql("id"), taskId: idFieldSql("taskId") };
  const events = plan.tasks.map(({ main, id }) => ({
    from: main.id,
    taskId: id,
    id: deriveId(jobId, `event/${id}`),
  }));
  return [
    ...copyRowsStatement(db, documentationPrecondition, remappedPreconditions, {
      ...remappedFields,
      params: fieldSql("params"),
    }),
    ...copyRowsStatement(
      db,
      unexpectedAnswerEvent,
      unexpectedAnswers.map(({ id, taskId }) => ({
        from: id,
        id: deriveId(jobId, id),
        taskId: newTaskIds.get(taskId),
      })),
      remappedFields,
    ),
    // Keeps the task's creator and date, because the new documentation has another creator.
    ...jsonChunks(events).flatMap((chunk) => [
      statement(
        db,
        sql`INSERT INTO task_event (id, customer_id, task_id, type, creator, date_created, date_uploaded)
          SELECT ${idFieldSql("id")}, ${customerId}, ${idFieldSql("taskId")}, 'CREATED', coalesce(e.creator, d.creator),
            coalesce(e.date_created, t.date_created), coalesce(e.date_uploaded, d.date_uploaded)
          FROM json_each(${chunk}) v CROSS JOIN documentation_task t ON t.id = ${idFieldSql("from")}
            CROSS JOIN documentation d ON d.customer_id = t.customer_id AND d.id = t.documentation_id
            LEFT JOIN task_event e ON e.id = (SELECT f.id FROM task_event f
              WHERE f.customer_id = ${customerId} AND f.task_id = ${idFieldSql("from")} AND f.type = 'CREATED' LIMIT 1)`,
      ),
      statement(
        db,
        sql`INSERT INTO documentation_task_reference_photo (customer_id, task_id, reference_photo_id)
          SELECT r.customer_id, ${idFieldSql("taskId")}, r.reference_photo_id
          FROM json_each(${chunk}) v JOIN documentation_task_reference_photo r ON r.task_id = ${idFieldSql("from")}`,
      ),
    ]),
  ];
}

function createMediaStatements(
  db: Database,
  plan: MergePlan,
  { customerId, documentationId, tags, mergedAt }: MergeTarget,
) {
  const columns = {
    customerId,
    documentationId: idParam(documentationId),
    version: 1,
    lastUpdated: mergedAt,
  };
  const placementColumns = { id: idFieldSql("id"), documentationTaskId: idFieldSql("taskId") };
  const changedEtagByKey = new Map(plan.copies.map(({ from, to }) => [from, tags[to]]));
  const etagSql = (field: string, column: string) => sql.raw(`coalesce(v.value ->> '${field}', s.${column})`);
  // customers/{customerId}/photos/{id}/…
  const copiesByMedia = Map.groupBy(plan.copies, ({ from }) => from.split("/")[3]);
  const changedEtagsOf = (row: { id: string }) =>
    (copiesByMedia.get(row.id) ?? []).map(({ from }) => changedEtagByKey.get(from));
  const hasChangedEtags = Object.keys(tags).length > 0;
  return [
    ...copyRowsStatement(
      db,
      photo,
      plan.photos.map(({ row, id, name, taskId }) => {
        const [original, thumbnail, rendition, plain] = hasChangedEtags ? changedEtagsOf(row) : [];
        return { from: row.id, id, name, taskId, original, thumbnail, rendition, plain };
      }),
      {
        ...columns,
        ...placementColumns,
        name: fieldSql("name"),
        etag: etagSql("original", "etag"),
        thumbnailEtag: etagSql("thumbnail", "thumbnail_etag"),
        renditionEtag: etagSql("rendition", "rendition_etag"),
        unmarkedEtag: etagSql("plain", "unmarked_etag"),
      },
    ),
    ...copyRowsStatement(
      db,
      file,
      plan.files.map(({ row, id, taskId }) => {
        const [original] = hasChangedEtags ? changedEtagsOf(row) : [];
        return { from: row.id, id, taskId, original };
      }),
      { ...columns, ...placementColumns, etag: etagSql("original", "etag") },
    ),
  ];
}
