import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { maxThreadComments, maxThreads, type ThreadRow } from "#domain/endpoints/documentation/thread.ts";
import type { Database } from "#worker/db/database.ts";
import { thread, threadComment } from "#worker/db/schema/index.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
import type { DocumentationRef } from "./details.ts";

/** The number of open threads of a documentation `d`. */
export const openThreadCountSql = sql`(SELECT count(*) FROM thread
  WHERE customer_id = d.customer_id AND documentation_id = d.id AND resolved_at IS NULL)`;

/** The threads of a documentation with their comments, oldest first; only the one with `threadId` if given. */
export async function listThreads(
  db: Database,
  { customerId, id }: DocumentationRef,
  threadId?: string,
): Promise<ThreadRow[]> {
  const condition = and(
    eq(thread.customerId, customerId),
    eq(thread.documentationId, id),
    threadId === undefined ? undefined : eq(thread.id, threadId),
  );
  const [threads, comments] = await db.batch([
    db
      .select()
      .from(thread)
      .where(condition)
      .orderBy(asc(thread.dateCreated), asc(sql`${thread}.rowid`))
      .limit(maxThreads),
    db
      .select()
      .from(threadComment)
      .where(
        and(
          eq(threadComment.customerId, customerId),
          inArray(threadComment.threadId, db.select({ id: thread.id }).from(thread).where(condition)),
        ),
      )
      .orderBy(asc(withoutIndex(threadComment.dateCreated)), asc(sql`${threadComment}.rowid`))
      .limit(maxThreads * maxThreadComments),
  ]);
  const commentsByThread = Map.groupBy(comments, ({ threadId: id }) => id);
  return threads.map(({ resolvedAt, answered, ...row }) => ({
    ...row,
    unanswered: resolvedAt === null && !answered,
    resolved: resolvedAt,
    comments: (commentsByThread.get(row.id) ?? []).map(({ editedAt, uploadTokenId, ...comment }) => ({
      ...comment,
      byLink: uploadTokenId !== null,
      edited: editedAt,
    })),
  }));
}

/** @throws notFound */
export async function findThread(
  db: Database,
  owner: DocumentationRef,
  threadId: string,
): Promise<ThreadRow> {
  const [row] = await listThreads(db, owner, threadId);
  if (!row) throw problem("notFound");
  return row;
}
