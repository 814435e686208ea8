import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type {
  ExportDocumentType,
  PreconditionType,
  RequiredValue,
  TaskType,
} from "#domain/core/documentationTypes.ts";
import type { DeleteTimeLimit, ExportNodeType, TaskSize } from "#domain/template/types.ts";
import {
  creationInstant,
  customerForeignKey,
  customerKey,
  flag,
  instant,
  json,
  params,
  sortKey,
  uuid,
  uuidKey,
  version,
} from "./columns.ts";
import { exportConfiguration } from "./exportConfiguration.ts";
import { exportDocumentConfiguration } from "./exportDocumentConfiguration.ts";
import { graphic, referencePhoto } from "./image.ts";
import { license } from "./license.ts";
import { customerOwnedColumns } from "./ownerColumns.ts";
import { predefinedConfiguration } from "./predefinedConfiguration.ts";
import { suggestionList } from "./suggestionList.ts";

export const template = sqliteTable(
  "template",
  {
    ...customerOwnedColumns(),
    name: text().notNull(),
    // Not null, so that its unique index orders the documentations of templates without sorting.
    nameKey: sortKey().notNull().default(""),
    description: text(),
    createPowerPoint: flag(),
    createWordDocument: flag(),
    createExcelWorkbook: flag(),
    exportUnzippedPhotos: flag(true),
    createZipFile: flag(),
    zipFileName: text(),
    exportDocumentTypes: json<ExportDocumentType[]>()
      .notNull()
      .$defaultFn(() => []),
    exportAutomatically: flag(),
    locationEnabled: flag(),
    locationRequired: flag(),
    graphicEnabled: flag(),
    referencePhotosEnabled: flag(),
    deleteAutomatically: flag(),
    /** IMMEDIATELY, DAY, WEEK, MONTH or YEAR. */
    deleteTimeLimit: text().$type<DeleteTimeLimit>(),
    photoCommentEnabled: flag(true),
    photoDrawingEnabled: flag(true),
    photoOverviewEnabled: flag(),
    position: integer().notNull().default(0),
    level: integer().notNull().default(0),
    suggestionListId: uuid(),
    onlySuggestionsAllowed: flag(),
    allTasksRequired: text().$type<RequiredValue>().notNull().default("NO"),
    includeExternalFiles: flag(),
    hidden: flag(),
    predefinedEnabled: flag(),
    predefinedConfigurationId: uuid(),
    version: version(),
    dateCreated: creationInstant(),
    lastUpdated: creationInstant(),
    /** Deleted templates stay for the documentations that were captured with them. */
    dateDeleted: instant(),
  },
  (t) => [
    customerKey(t),
    // Declared unique, although the id already is: only then does SQLite read documentations in the order of templates without sorting.
    uniqueIndex("template_name").on(t.nameKey, t.id),
    uniqueIndex("template_customer_name").on(t.customerId, t.nameKey, t.id),
    // A deleted template's name may be used again.
    uniqueIndex("template_living_name").on(t.customerId, t.name).where(sql`date_deleted IS NULL`),
    index("template_suggestion_list").on(t.customerId, t.suggestionListId),
    index("template_predefined_configuration").on(t.customerId, t.predefinedConfigurationId),
    customerForeignKey(t.customerId, t.suggestionListId, () => suggestionList),
    customerForeignKey(t.customerId, t.predefinedConfigurationId, () => predefinedConfiguration),
  ],
);
export type TemplateRow = typeof template.$inferSelect;

export const templateTask = sqliteTable(
  "template_task",
  {
    ...customerOwnedColumns(),
    templateId: uuid().notNull(),
    parentId: uuid(),
    name: text().notNull(),
    key: text(),
    description: text(),
    type: text().$type<TaskType>().notNull(),
    options: text(),
    required: text().$type<RequiredValue>().notNull().default("NO"),
    position: integer().notNull().default(0),
    level: integer().notNull().default(0),
    showOptionsInTaskList: flag(),
    size: text().$type<TaskSize>().notNull().default("normal"),
    fileExtensions: text(),
    suggestionListId: uuid(),
    params: params(),
    dateCreated: creationInstant(),
  },
  (t) => [
    customerKey(t),
    index("template_task_template").on(t.customerId, t.templateId, t.position),
    index("template_task_parent").on(t.customerId, t.parentId),
    index("template_task_suggestion_list").on(t.customerId, t.suggestionListId),
    customerForeignKey(t.customerId, t.templateId, () => template, "cascade"),
    customerForeignKey(
      t.customerId,
      t.parentId,
      (): { id: AnySQLiteColumn; customerId: AnySQLiteColumn } => templateTask,
      "cascade",
    ),
    customerForeignKey(t.customerId, t.suggestionListId, () => suggestionList),
  ],
);

/** `taskId` is the task that is shown or hidden; params have the task it depends on (`task`), operator and answer. */
export const templateTaskPrecondition = sqliteTable(
  "template_task_precondition",
  {
    ...customerOwnedColumns(),
    taskId: uuid().notNull(),
    type: text().$type<PreconditionType>().notNull(),
    params: params(),
    dateCreated: creationInstant(),
  },
  (t) => [
    customerKey(t),
    index("template_task_precondition_task").on(t.customerId, t.taskId),
    customerForeignKey(t.customerId, t.taskId, () => templateTask, "cascade"),
  ],
);

export const templateTaskReferencePhoto = sqliteTable(
  "template_task_reference_photo",
  { customerId: integer().notNull(), templateTaskId: uuid().notNull(), referencePhotoId: uuid().notNull() },
  (t) => [
    primaryKey({ columns: [t.templateTaskId, t.referencePhotoId] }),
    index("template_task_reference_photo_task").on(t.customerId, t.templateTaskId),
    index("template_task_reference_photo_photo").on(t.customerId, t.referencePhotoId),
    customerForeignKey(t.customerId, t.templateTaskId, () => templateTask, "cascade"),
    customerForeignKey(t.customerId, t.referencePhotoId, () => referencePhoto, "cascade"),
  ],
);

export const templateGraphic = sqliteTable(
  "template_graphic",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    templateId: uuid().notNull(),
    graphicId: uuid().notNull(),
  },
  (t) => [
    index("template_graphic_template").on(t.customerId, t.templateId),
    index("template_graphic_graphic").on(t.customerId, t.graphicId),
    customerForeignKey(t.customerId, t.templateId, () => template, "cascade"),
    customerForeignKey(t.customerId, t.graphicId, () => graphic, "cascade"),
  ],
);

/** A template with rows here is only available to these licences. */
export const templateLicense = sqliteTable(
  "template_license",
  { customerId: integer().notNull(), templateId: uuid().notNull(), licenseId: uuid().notNull() },
  (t) => [
    primaryKey({ columns: [t.templateId, t.licenseId] }),
    index("template_license_template").on(t.customerId, t.templateId),
    index("template_license_license").on(t.customerId, t.licenseId),
    customerForeignKey(t.customerId, t.templateId, () => template, "cascade"),
    customerForeignKey(t.customerId, t.licenseId, () => license, "cascade"),
  ],
);

export const templateReplacementText = sqliteTable(
  "template_replacement_text",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    templateId: uuid().notNull(),
    code: text().notNull(),
    sv: text(),
    en: text(),
  },
  (t) => [
    index("template_replacement_text_template").on(t.customerId, t.templateId),
    customerForeignKey(t.customerId, t.templateId, () => template, "cascade"),
  ],
);

export const templateBackup = sqliteTable(
  "template_backup",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    templateId: uuid().notNull(),
    json: text().notNull(),
    /** Who saved it; -1 for the service. */
    userId: integer(),
    dateCreated: creationInstant(),
  },
  (t) => [
    index("template_backup_template").on(t.customerId, t.templateId, t.dateCreated),
    customerForeignKey(t.customerId, t.templateId, () => template, "cascade"),
  ],
);

export const templateExportDocumentConfiguration = sqliteTable(
  "template_export_document_configuration",
  {
    customerId: integer().notNull(),
    templateId: uuid().notNull(),
    exportDocumentConfigurationId: uuid()
      .notNull()
      .references(() => exportDocumentConfiguration.id),
  },
  (t) => [
    primaryKey({ columns: [t.templateId, t.exportDocumentConfigurationId] }),
    index("template_export_document_configuration_template").on(t.customerId, t.templateId),
    index("template_export_document_configuration_configuration").on(t.exportDocumentConfigurationId),
    customerForeignKey(t.customerId, t.templateId, () => template, "cascade"),
  ],
);

export const templateExportConfiguration = sqliteTable(
  "template_export_configuration",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    templateId: uuid().notNull(),
    exportConfigurationId: uuid().notNull(),
    name: text().notNull(),
    position: integer().notNull().default(0),
    params: params(),
    dateCreated: creationInstant(),
  },
  (t) => [
    customerKey(t),
    index("template_export_configuration_template").on(t.customerId, t.templateId, t.position),
    index("template_export_configuration_configuration").on(t.customerId, t.exportConfigurationId),
    customerForeignKey(t.customerId, t.templateId, () => template, "cascade"),
    customerForeignKey(t.customerId, t.exportConfigurationId, () => exportConfiguration),
  ],
);

/** Only FOLDER and ZIP_FILE nodes have children (3§3). */
export const exportNode = sqliteTable(
  "export_node",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    templateExportConfigurationId: uuid().notNull(),
    parentId: uuid(),
    type: text().$type<ExportNodeType>().notNull(),
    position: integer().notNull().default(0),
    params: params(),
  },
  (t) => [
    customerKey(t),
    index("export_node_configuration").on(t.customerId, t.templateExportConfigurationId, t.position),
    index("export_node_parent").on(t.customerId, t.parentId),
    customerForeignKey(
      t.customerId,
      t.templateExportConfigurationId,
      () => templateExportConfiguration,
      "cascade",
    ),
    customerForeignKey(
      t.customerId,
      t.parentId,
      (): { id: AnySQLiteColumn; customerId: AnySQLiteColumn } => exportNode,
      "cascade",
    ),
  ],
);
