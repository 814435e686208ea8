import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  creationInstant,
  customerForeignKey,
  customerKey,
  flag,
  instant,
  params,
  sortKey,
  uuid,
  uuidKey,
  version,
} from "./columns.ts";
import { importRun } from "./importRun.ts";
import { customerOwnedColumns } from "./ownerColumns.ts";
import { template, templateTask } from "./template.ts";

export const expectedAnswerList = sqliteTable(
  "expected_answer_list",
  {
    ...customerOwnedColumns(),
    name: text().notNull(),
    description: text(),
    version: version(),
    dateCreated: creationInstant(),
  },
  (t) => [customerKey(t), index("expected_answer_list_name").on(t.customerId, t.name)],
);

/** The tasks of a list, in addition to the tasks that its imports name. */
export const expectedAnswerListTask = sqliteTable(
  "expected_answer_list_task",
  {
    customerId: integer().notNull(),
    expectedAnswerListId: uuid().notNull(),
    templateTaskId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.expectedAnswerListId, t.templateTaskId] }),
    index("expected_answer_list_task_list").on(t.customerId, t.expectedAnswerListId),
    index("expected_answer_list_task_task").on(t.customerId, t.templateTaskId),
    customerForeignKey(t.customerId, t.expectedAnswerListId, () => expectedAnswerList, "cascade"),
    customerForeignKey(t.customerId, t.templateTaskId, () => templateTask, "cascade"),
  ],
);

/** The lists of tasks that a save removed from their template: a task that a backup restores gets its lists back. */
export const removedTaskList = sqliteTable(
  "removed_task_list",
  {
    customerId: integer().notNull(),
    templateId: uuid().notNull(),
    templateTaskId: uuid().notNull(),
    expectedAnswerListId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.templateTaskId, t.expectedAnswerListId] }),
    index("removed_task_list_template").on(t.customerId, t.templateId),
    index("removed_task_list_list").on(t.customerId, t.expectedAnswerListId),
    customerForeignKey(t.customerId, t.templateId, () => template, "cascade"),
    customerForeignKey(t.customerId, t.expectedAnswerListId, () => expectedAnswerList, "cascade"),
  ],
);

export const expectedAnswer = sqliteTable(
  "expected_answer",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    expectedAnswerListId: uuid().notNull(),
    answer: text().notNull(),
    answerKey: sortKey(),
    params: params(),
    imported: flag(),
    /** The configuration that imported it, which may be deleted; null for entries that were typed or uploaded. */
    importConfigurationId: uuid(),
    dateCreated: creationInstant(),
    lastUpdated: creationInstant(),
  },
  (t) => [
    unique("expected_answer_answer").on(t.expectedAnswerListId, t.answer),
    /** The list's order: reading a page of a list of 100 000 entries scans this index. */
    index("expected_answer_list_answer").on(t.customerId, t.expectedAnswerListId, t.answerKey, t.answer),
    customerForeignKey(t.customerId, t.expectedAnswerListId, () => expectedAnswerList, "cascade"),
  ],
);

export const expectedAnswerImportConfiguration = sqliteTable(
  "expected_answer_import_configuration",
  {
    ...customerOwnedColumns(),
    name: text().notNull(),
    expectedAnswerListId: uuid().notNull(),
    type: text().notNull().default("RAMSITE_3GIS"),
    /** DAILY, WEEKLY, MONTHLY or YEARLY. */
    frequency: text().notNull(),
    disabled: flag(),
    params: params(),
    secrets: text(),
    nextRunAt: instant(),
    version: version(),
    dateCreated: creationInstant(),
  },
  (t) => [
    customerKey(t),
    index("expected_answer_import_configuration_list").on(t.customerId, t.expectedAnswerListId),
    index("expected_answer_import_configuration_next").on(t.nextRunAt),
    customerForeignKey(t.customerId, t.expectedAnswerListId, () => expectedAnswerList, "cascade"),
  ],
);

export const expectedAnswerImportEvent = sqliteTable(
  "expected_answer_import_event",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    expectedAnswerImportConfigurationId: uuid().notNull(),
    type: text().notNull(),
    ...importRun(),
  },
  (t) => [
    index("expected_answer_import_event_configuration").on(
      t.customerId,
      t.expectedAnswerImportConfigurationId,
      t.dateCreated,
    ),
    index("expected_answer_import_event_date").on(t.dateCreated),
    // Allows one running import per configuration.
    uniqueIndex("expected_answer_import_event_open")
      .on(t.expectedAnswerImportConfigurationId)
      .where(sql`success IS NULL`),
    customerForeignKey(
      t.customerId,
      t.expectedAnswerImportConfigurationId,
      () => expectedAnswerImportConfiguration,
      "cascade",
    ),
  ],
);
