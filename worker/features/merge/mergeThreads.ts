import { and, eq, inArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam } from "#worker/db/ids.ts";
import { thread, threadComment } from "#worker/db/schema/index.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
import { deriveId } from "./mergeIds.ts";
import { copyRowsStatement, idFieldSql, type MergeTarget } from "./mergeRows.ts";
import type { MergePlan } from "./planMerge.ts";

/** Copies the threads of the originals with their comments. One about a photo or task that is not merged is about the documentation. */
export async function copyThreadStatements(
  db: Database,
  plan: MergePlan,
  { jobId, customerId, documentationId }: Pick<MergeTarget, "jobId" | "customerId" | "documentationId">,
  originalIds: readonly string[],
): Promise<BatchItem<"sqlite">[]> {
  const isOfOriginal = and(
    eq(thread.customerId, customerId),
    sql`${thread.documentationId} IN ${idListParam(originalIds)}`,
  );
  const [threads, comments] = await db.batch([
    db
      .select({ id: thread.id, photoId: thread.photoId, documentationTaskId: thread.documentationTaskId })
      .from(thread)
      .where(isOfOriginal),
    db
      .select({ id: threadComment.id, threadId: threadComment.threadId })
      .from(threadComment)
      .where(
        and(
          eq(threadComment.customerId, customerId),
          inArray(threadComment.threadId, db.select({ id: thread.id }).from(thread).where(isOfOriginal)),
        ),
      )
      .orderBy(withoutIndex(threadComment.dateCreated), sql`${threadComment}.rowid`),
  ]);
  const newPhotoIds = new Map(plan.photos.map(({ row, id }) => [row.id, id]));
  return [
    ...copyRowsStatement(
      db,
      thread,
      threads.map(({ id, photoId, documentationTaskId }) => ({
        from: id,
        id: deriveId(jobId, id),
        photoId: newPhotoIds.get(photoId ?? "") ?? null,
        taskId: plan.taskIds.get(documentationTaskId ?? "") ?? null,
      })),
      {
        customerId,
        documentationId: idParam(documentationId),
        id: idFieldSql("id"),
        photoId: idFieldSql("photoId"),
        documentationTaskId: idFieldSql("taskId"),
      },
    ),
    ...copyRowsStatement(
      db,
      threadComment,
      comments.map(({ id, threadId }) => ({
        from: id,
        id: deriveId(jobId, id),
        threadId: deriveId(jobId, threadId),
      })),
      { customerId, id: idFieldSql("id"), threadId: idFieldSql("threadId") },
    ),
  ];
}
