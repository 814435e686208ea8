import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Crew } from "#domain/endpoints/documentation/thread.ts";
import {
  creationInstant,
  customerForeignKey,
  customerKey,
  flag,
  instant,
  json,
  uuid,
  uuidKey,
  version,
} from "./columns.ts";
import { documentation } from "./documentation.ts";
import { documentationTask } from "./documentationTask.ts";
import { photo } from "./photo.ts";

/** A discussion about a documentation, or about one of its photos or tasks. */
export const thread = sqliteTable(
  "thread",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    /** Null if it is about the documentation, or if the photo or task was deleted: triggers keep the thread (db/triggers/threads.sql). */
    photoId: uuid(),
    documentationTaskId: uuid(),
    /** The name of the photo or task when the thread was started; empty for the documentation. */
    subjectName: text().notNull().default(""),
    /** Who started it. No foreign key: comments outlive their authors. */
    userId: integer().notNull(),
    dateCreated: creationInstant(),
    /** False while the last comment is by the user who started the thread. */
    answered: flag(),
    resolvedAt: instant(),
    resolvedBy: text(),
  },
  (t) => [
    customerKey(t),
    index("thread_documentation").on(t.customerId, t.documentationId, t.dateCreated),
    index("thread_photo").on(t.customerId, t.photoId).where(sql`photo_id IS NOT NULL`),
    index("thread_task")
      .on(t.customerId, t.documentationTaskId)
      .where(sql`documentation_task_id IS NOT NULL`),
    // The list's filter reads it alone.
    index("thread_unanswered")
      .on(t.customerId, t.documentationId)
      .where(sql`resolved_at IS NULL AND answered = 0`),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
    customerForeignKey(t.customerId, t.photoId, () => photo),
    customerForeignKey(t.customerId, t.documentationTaskId, () => documentationTask),
  ],
);
export type ThreadRow = typeof thread.$inferSelect;

export const threadComment = sqliteTable(
  "thread_comment",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    threadId: uuid().notNull(),
    /** 0 for a reply through a link. */
    userId: integer().notNull(),
    /** The link through which it was written. No foreign key: comments outlive links. */
    uploadTokenId: uuid(),
    /** The author's username when it was written, or the name by which the link was mentioned. */
    creator: text().notNull(),
    text: text().notNull(),
    mentions: json<{ userId: number; name: string }[]>().notNull().default(sql`'[]'`),
    /** The licences and links that it mentions. */
    crews: json<Crew[]>().notNull().default(sql`'[]'`),
    dateCreated: creationInstant(),
    editedAt: instant(),
    version: version(),
  },
  (t) => [
    index("thread_comment_thread").on(t.customerId, t.threadId, t.dateCreated),
    index("thread_comment_created").on(t.customerId, t.dateCreated),
    customerForeignKey(t.customerId, t.threadId, () => thread, "cascade"),
  ],
);
export type ThreadCommentRow = typeof threadComment.$inferSelect;
