import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  creationInstant,
  customerForeignKey,
  customerKey,
  flag,
  instant,
  latitude,
  longitude,
  params,
  sortKey,
  uuid,
  uuidKey,
  version,
} from "./columns.ts";
import { importRun } from "./importRun.ts";
import { license } from "./license.ts";
import { customerOwnedColumns } from "./ownerColumns.ts";

export const suggestionList = sqliteTable(
  "suggestion_list",
  {
    ...customerOwnedColumns(),
    name: text().notNull(),
    description: text(),
    /** DOCUMENTATION_NAMES, TASK_OPTIONS or CONTACT_PERSONS. */
    type: text().notNull(),
    deleteSuggestionIfDocumentationExists: flag(),
    requiredDocumentationStatus: text(),
    params: params(),
    version: version(),
    dateCreated: creationInstant(),
  },
  (t) => [customerKey(t), index("suggestion_list_name").on(t.customerId, t.name)],
);

export const suggestion = sqliteTable(
  "suggestion",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    suggestionListId: uuid().notNull(),
    text: text().notNull(),
    textKey: sortKey(),
    imported: flag(),
    /** The configuration that imported it, which may be deleted; null for entries that were typed or uploaded. */
    importConfigurationId: uuid(),
    lat: latitude(),
    lng: longitude(),
    dateCreated: creationInstant(),
  },
  (t) => [
    unique("suggestion_text").on(t.suggestionListId, t.text),
    /** The list's order: reading a page of a list of 100 000 entries scans this index. */
    index("suggestion_list_text_key").on(t.customerId, t.suggestionListId, t.textKey, t.text),
    // Kept until no deployed version uses it.
    index("suggestion_list_text").on(t.customerId, t.suggestionListId, sql`text COLLATE NOCASE`),
    customerForeignKey(t.customerId, t.suggestionListId, () => suggestionList, "cascade"),
  ],
);

/** Rows that an import has read so far, page by page, before it compares them with the list. */
export const importStagingRow = sqliteTable(
  "import_staging_row",
  {
    eventId: uuid().notNull(),
    text: text().notNull(),
    lat: latitude(),
    lng: longitude(),
    params: params(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.text] })],
);

export const suggestionListLicense = sqliteTable(
  "suggestion_list_license",
  { customerId: integer().notNull(), suggestionListId: uuid().notNull(), licenseId: uuid().notNull() },
  (t) => [
    primaryKey({ columns: [t.suggestionListId, t.licenseId] }),
    index("suggestion_list_license_list").on(t.customerId, t.suggestionListId),
    index("suggestion_list_license_license").on(t.customerId, t.licenseId),
    customerForeignKey(t.customerId, t.suggestionListId, () => suggestionList, "cascade"),
    customerForeignKey(t.customerId, t.licenseId, () => license, "cascade"),
  ],
);

export const suggestionImportConfiguration = sqliteTable(
  "suggestion_import_configuration",
  {
    ...customerOwnedColumns(),
    name: text().notNull(),
    suggestionListId: uuid().notNull(),
    type: text().notNull(),
    /** HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY. */
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
    index("suggestion_import_configuration_list").on(t.customerId, t.suggestionListId),
    index("suggestion_import_configuration_next").on(t.nextRunAt),
    customerForeignKey(t.customerId, t.suggestionListId, () => suggestionList, "cascade"),
  ],
);

export const suggestionImportEvent = sqliteTable(
  "suggestion_import_event",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    suggestionImportConfigurationId: uuid().notNull(),
    type: text().notNull(),
    ...importRun(),
  },
  (t) => [
    index("suggestion_import_event_configuration").on(
      t.customerId,
      t.suggestionImportConfigurationId,
      t.dateCreated,
    ),
    index("suggestion_import_event_date").on(t.dateCreated),
    // Allows one running import per configuration.
    uniqueIndex("suggestion_import_event_open")
      .on(t.suggestionImportConfigurationId)
      .where(sql`success IS NULL`),
    customerForeignKey(
      t.customerId,
      t.suggestionImportConfigurationId,
      () => suggestionImportConfiguration,
      "cascade",
    ),
  ],
);
