import { type SQL, sql } from "drizzle-orm";
import type { CheckedTask } from "#domain/delivery/exportChecks.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam } from "#worker/db/ids.ts";
import { nullable, number, selectRows, uuid } from "#worker/db/rows.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
import { listTasksOfDocumentations } from "./listTasks.ts";

/** The tasks of documentations in reading order, each with what was captured for it. */
interface CheckedTasks {
  tasks: (CheckedTask & { id: string; documentationId: string })[];
  /** Number of photos and files that have arrived, with and without a task. */
  photos: number;
  files: number;
}

/** @throws tooLarge */
export async function readCheckedTasks(
  db: Database,
  customerId: number,
  ids: readonly string[],
): Promise<CheckedTasks> {
  const [tasks, photos, files] = await Promise.all([
    listTasksOfDocumentations(db, customerId, ids),
    countCaptures(db, "photo", customerId, ids),
    countCaptures(db, "file", customerId, ids),
  ]);
  const takenPhotos = new Map(photos.map(({ task, taken }) => [task, taken]));
  const arrivedFiles = new Map(files.map(({ task, arrived }) => [task, arrived]));
  const sumArrived = (counts: typeof photos) => counts.reduce((sum, { arrived }) => sum + arrived, 0);
  return {
    tasks: tasks.map(({ id, documentation, name, type, required, answer, enabled }) => ({
      ...{ id, documentationId: documentation, name, type, required, answer, isApplicable: enabled },
      photoCount: takenPhotos.get(id) ?? 0,
      fileCount: arrivedFiles.get(id) ?? 0,
    })),
    photos: sumArrived(photos),
    files: sumArrived(files),
  };
}

/** The index by task would scan the whole customer. */
const unindexedTaskId = withoutIndex(sql`x.documentation_task_id`);

const captureColumns = {
  task: nullable(uuid("x.documentation_task_id")),
  taken: number("sum(x.has_data OR NOT x.imported)"),
  arrived: number("sum(x.has_data)"),
};

/** Counts the photos or files of each task. */
function countCaptures(db: Database, table: "photo" | "file", customerId: number, ids: readonly string[]) {
  const [id] = ids;
  const documentationCondition: SQL =
    ids.length === 1 && id !== undefined ? sql`= ${idParam(id)}` : sql`IN ${idListParam(ids)}`;
  return selectRows(
    db,
    captureColumns,
    (columns) => sql`SELECT ${columns} FROM ${sql.raw(table)} x
      WHERE x.customer_id = ${customerId} AND x.documentation_id ${documentationCondition} GROUP BY ${unindexedTaskId}`,
  );
}
