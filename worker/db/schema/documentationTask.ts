import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type {
  PreconditionType,
  RequiredValue,
  TaskEventType,
  TaskType,
} from "#domain/core/documentationTypes.ts";
import type { TaskSize } from "#domain/template/types.ts";
import {
  creationInstant,
  customerForeignKey,
  customerKey,
  flag,
  instant,
  params,
  uuid,
  uuidKey,
  version,
} from "./columns.ts";
import { documentation } from "./documentation.ts";
import { referencePhoto } from "./image.ts";

export const documentationTask = sqliteTable(
  "documentation_task",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    parentId: uuid(),
    /** No foreign key: the template may have changed since. */
    templateTaskId: uuid(),
    name: text().notNull(),
    key: text(),
    description: text(),
    type: text().$type<TaskType>().notNull(),
    options: text(),
    answer: text(),
    required: text().$type<RequiredValue>().notNull().default("NO"),
    enabled: flag(true),
    position: integer().notNull().default(0),
    level: integer().notNull().default(0),
    size: text().$type<TaskSize>().notNull().default("normal"),
    params: params(),
    version: version(),
    dateCreated: creationInstant(),
  },
  (t) => [
    customerKey(t),
    index("documentation_task_documentation").on(t.customerId, t.documentationId, t.position),
    // Most tasks have no parent.
    index("documentation_task_parent").on(t.customerId, t.parentId).where(sql`parent_id IS NOT NULL`),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
    customerForeignKey(
      t.customerId,
      t.parentId,
      (): { id: AnySQLiteColumn; customerId: AnySQLiteColumn } => documentationTask,
      "cascade",
    ),
  ],
);
export type DocumentationTaskRow = typeof documentationTask.$inferSelect;

/** `taskId` is the task that is shown or hidden; params have the task it depends on (`task`), operator and answer. */
export const documentationPrecondition = sqliteTable(
  "documentation_precondition",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    taskId: uuid().notNull(),
    type: text().$type<PreconditionType>().notNull(),
    params: params(),
    dateCreated: creationInstant(),
  },
  (t) => [
    index("documentation_precondition_task").on(t.customerId, t.taskId),
    customerForeignKey(t.customerId, t.taskId, () => documentationTask, "cascade"),
  ],
);

/** Only events that differ from the documentation: a task without a row was created by its creator and uploaded with it. */
export const taskEvent = sqliteTable(
  "task_event",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    taskId: uuid().notNull(),
    type: text().$type<TaskEventType>().notNull().default("CREATED"),
    creator: text().notNull(),
    dateCreated: creationInstant(),
    dateUploaded: instant(),
  },
  (t) => [
    index("task_event_task").on(t.customerId, t.taskId, t.dateCreated),
    customerForeignKey(t.customerId, t.taskId, () => documentationTask, "cascade"),
  ],
);

export const unexpectedAnswerEvent = sqliteTable(
  "unexpected_answer_event",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    taskId: uuid().notNull(),
    expectedAnswerListName: text().notNull(),
    expectedAnswer: text().notNull(),
    dateCreated: creationInstant(),
  },
  (t) => [
    index("unexpected_answer_event_task").on(t.customerId, t.taskId),
    index("unexpected_answer_event_created").on(t.customerId, t.dateCreated, t.taskId),
    customerForeignKey(t.customerId, t.taskId, () => documentationTask, "cascade"),
  ],
);

export const documentationTaskReferencePhoto = sqliteTable(
  "documentation_task_reference_photo",
  { customerId: integer().notNull(), taskId: uuid().notNull(), referencePhotoId: uuid().notNull() },
  (t) => [
    primaryKey({ columns: [t.taskId, t.referencePhotoId] }),
    index("documentation_task_reference_photo_task").on(t.customerId, t.taskId),
    index("documentation_task_reference_photo_photo").on(t.customerId, t.referencePhotoId),
    customerForeignKey(t.customerId, t.taskId, () => documentationTask, "cascade"),
    customerForeignKey(t.customerId, t.referencePhotoId, () => referencePhoto, "cascade"),
  ],
);
