import { and, eq } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { documentationTask, photo } from "#worker/db/schema/index.ts";
import type { PlannedThread } from "#worker/export/exportPlanTypes.ts";
import type { DocumentationRef } from "./details.ts";
import { listThreads } from "./threads.ts";

/** The threads of a documentation for an export that includes them, with the current names of photos and tasks. */
export async function planThreads(db: Database, documentation: DocumentationRef): Promise<PlannedThread[]> {
  const { customerId, id } = documentation;
  const [threads, [photos, tasks]] = await Promise.all([
    listThreads(db, documentation),
    db.batch([
      db
        .select({ id: photo.id, name: photo.name })
        .from(photo)
        .where(and(eq(photo.customerId, customerId), eq(photo.documentationId, id))),
      db
        .select({ id: documentationTask.id, name: documentationTask.name })
        .from(documentationTask)
        .where(and(eq(documentationTask.customerId, customerId), eq(documentationTask.documentationId, id))),
    ]),
  ]);
  const names = new Map([...photos, ...tasks].map((row) => [row.id, row.name]));
  return threads.map(({ photoId, documentationTaskId, subjectName, resolved, resolvedBy, comments }) => ({
    photoId,
    taskId: documentationTaskId,
    subject: names.get(photoId ?? documentationTaskId ?? "") ?? subjectName,
    resolved: resolved === null ? null : { date: resolved, author: resolvedBy ?? "" },
    comments: comments.map(({ creator, text, dateCreated, edited }) => ({
      creator,
      text,
      dateCreated,
      edited,
    })),
  }));
}
