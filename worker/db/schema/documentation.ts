import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import type {
  CompletionGap,
  DocumentationEventType,
  DocumentationStatus,
} from "#domain/core/documentationTypes.ts";
import type { TagSource } from "#domain/documentation/bulkChange.ts";
import { reportedFilterColumns } from "#domain/documentation/columns.ts";
import type { ReportedField } from "#domain/documentation/documentationFields.ts";
import type { DeleteTimeLimit } from "#domain/template/types.ts";
import { toSqlName } from "../sqlName.ts";
import {
  creationInstant,
  customerForeignKey,
  customerKey,
  flag,
  instant,
  json,
  latitude,
  longitude,
  params,
  sortKey,
  uuid,
  uuidKey,
  version,
} from "./columns.ts";
import { customer } from "./customer.ts";
import { license } from "./license.ts";
import { template } from "./template.ts";

/**
 * A documentation captured in the field. `seq` is the rowid: the search index and the sort indexes have it instead of the longer `id`.
 * `dataSize` and `exported` are maintained by triggers; so is `uploadedPhotos`, except that accepting uploads counts new photos.
 */
export const documentation = sqliteTable(
  "documentation",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: uuid()
      .notNull()
      .unique()
      .$defaultFn(() => crypto.randomUUID()),
    customerId: integer()
      .notNull()
      .references(() => customer.id),
    templateId: uuid().notNull(),
    licenseId: uuid(),
    name: text().notNull(),
    nameKey: sortKey(),
    creatorKey: sortKey(),
    alias: text(),
    creator: text().notNull(),
    deviceId: text().notNull().default("N/A"),
    appVersion: text(),
    osVersion: text(),
    phoneModel: text(),
    status: text().$type<DocumentationStatus>().notNull().default("ONGOING"),
    hidden: flag(),
    lat: latitude(),
    lng: longitude(),
    /** The position's accuracy in metres as the device reported it; null if unknown. */
    accuracy: real(),
    /** The email address of the person who captured it, if the licence requires one. */
    email: text(),
    /** Photos the device announced, and photos whose bytes have arrived. */
    numberOfPhotos: integer().notNull().default(0),
    uploadedPhotos: integer().notNull().default(0),
    numberOfTasks: integer().notNull().default(0),
    /** Bytes of all arrived photos and files. */
    dataSize: integer().notNull().default(0),
    deleteAutomatically: flag(),
    deleteTimeLimit: text().$type<DeleteTimeLimit>(),
    exportAutomatically: flag(),
    templateLastUpdated: instant(),
    dateCreated: creationInstant(),
    dateUploaded: instant(),
    dateDeleted: instant(),
    lastUpdated: creationInstant(),
    /** When the device reported completion; the status changes when the last photo has arrived. */
    completionRequested: instant(),
    completedBy: text(),
    /** The earliest time of its automatic deletion; null if it is not due to be deleted. Maintained by triggers. */
    deleteAfter: instant(),
    exported: flag(),
    /** The user who is to review it. No foreign key, which would rebuild the table: a trigger clears it (db/triggers/assignments.sql). */
    assigneeId: integer(),
    /** The Swedish day by which that user should have reviewed it, YYYY-MM-DD. */
    dueDay: text(),
    /** Whether its name was missing from the template's list of allowed names when it was saved. */
    hasUnlistedName: flag(),
    /** The required items that were missing when its device completed it; null for none. */
    completedWithout: json<CompletionGap[]>(),
    /** The version that undoing a status change produced; triggers send nothing for it. */
    statusUndoneVersion: integer(),
    /** When and by whom it was handled or approved, whichever came first; null while it is neither. Maintained by triggers. */
    reviewedAt: instant(),
    reviewedBy: text(),
    version: version(),
  } satisfies Record<string, unknown> & Record<ReportedField, unknown>,
  (t) => [
    customerKey(t),
    // Has the columns of all filters, so that scans read only this index. New filters add theirs at the end.
    index("documentation_created").on(
      t.customerId,
      t.dateCreated,
      t.seq,
      t.status,
      t.hidden,
      t.templateId,
      t.creator,
      t.exported,
      t.dateUploaded,
      ...reportedFilterColumns.map((column) => t[column]),
      t.assigneeId,
    ),
    index("documentation_uploaded").on(t.customerId, t.dateUploaded, t.seq),
    index("documentation_name_key").on(t.customerId, t.nameKey, t.seq),
    // Replaced by documentation_name_key (and documentation_all_name by documentation_all_name_key); both can go in the next version.
    index("documentation_name").on(t.customerId, sql`name COLLATE NOCASE`, t.seq),
    index("documentation_exact_name").on(t.customerId, t.name),
    index("documentation_creator").on(t.customerId, t.creator, t.dateCreated, t.seq),
    index("documentation_creator_key").on(t.customerId, t.creatorKey, t.dateCreated, t.seq),
    index("documentation_status").on(t.customerId, t.status, t.dateCreated, t.seq),
    index("documentation_exported")
      .on(t.customerId, t.exported, t.dateCreated, t.seq)
      .where(sql`exported = 1`),
    index("documentation_template").on(t.customerId, t.templateId, t.dateCreated, t.seq),
    // With the status: devices list the handed-over documentations of their licence.
    index("documentation_license").on(t.customerId, t.licenseId, t.status),
    // Only documentations whose device has reported completion but whose photos have not all arrived.
    index("documentation_announced")
      .on(t.customerId, t.completionRequested)
      .where(sql`completion_requested IS NOT NULL AND status = 'ONGOING'`),
    // Few are hidden; totals subtract them.
    index("documentation_hidden").on(t.customerId).where(sql`hidden = 1`),
    index("documentation_completed_without")
      .on(t.customerId, t.status)
      .where(sql`completed_without IS NOT NULL`),
    index("documentation_assignee")
      .on(t.customerId, t.assigneeId, t.dateCreated, t.seq)
      .where(sql`assignee_id IS NOT NULL`),
    // Late reviews, which are few.
    index("documentation_due_day")
      .on(t.customerId, t.dueDay)
      .where(sql`due_day IS NOT NULL AND status NOT IN ('HANDLED', 'APPROVED', 'DELETED')`),
    // Has all columns that the figures of /progress group by.
    index("documentation_reviewed")
      .on(
        t.customerId,
        t.reviewedAt,
        t.seq,
        t.dateCreated,
        t.hidden,
        t.templateId,
        t.licenseId,
        t.creator,
        t.reviewedBy,
        t.name,
      )
      .where(sql`reviewed_at IS NOT NULL`),
    index("documentation_delete_after").on(t.deleteAfter).where(sql`delete_after IS NOT NULL`),
    // Has the columns of all filters of the map, so that its counts read only this index.
    index("documentation_position")
      .on(
        t.customerId,
        t.lat,
        t.lng,
        t.status,
        t.hidden,
        t.templateId,
        t.creator,
        t.exported,
        t.dateCreated,
        t.dateUploaded,
        ...reportedFilterColumns.map((column) => t[column]),
        t.assigneeId,
      )
      .where(sql`lat <= 90`),
    index("documentation_all_position").on(t.lat, t.lng, t.status, t.hidden).where(sql`lat <= 90`),
    // A super admin's list spans customers.
    index("documentation_all_created").on(t.dateCreated, t.seq),
    index("documentation_all_uploaded").on(t.dateUploaded, t.seq),
    index("documentation_all_name_key").on(t.nameKey, t.seq),
    index("documentation_all_name").on(sql`name COLLATE NOCASE`, t.seq),
    index("documentation_all_creator").on(t.creatorKey, t.dateCreated, t.seq),
    index("documentation_all_status").on(t.status, t.dateCreated, t.seq),
    // Rows without a value cost nothing.
    ...reportedFilterColumns.map((column) =>
      index(`documentation_${toSqlName(column)}`)
        .on(t.customerId, t[column], t.dateCreated, t.seq)
        .where(sql.raw(`${toSqlName(column)} IS NOT NULL`)),
    ),
    customerForeignKey(t.customerId, t.templateId, () => template),
    customerForeignKey(t.customerId, t.licenseId, () => license),
  ],
);
export type DocumentationRow = typeof documentation.$inferSelect;

export const documentationTag = sqliteTable(
  "documentation_tag",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    tag: text().notNull(),
    /** Triggers add and remove CONFIGURATION tags for a tag configuration. */
    source: text().$type<TagSource>().notNull().default("DEVICE"),
  },
  (t) => [
    unique("documentation_tag_tag").on(t.documentationId, t.customerId, t.tag),
    index("documentation_tag_customer_tag").on(t.customerId, t.tag),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
  ],
);

/** Linked documentations; each pair has a row in both directions. */
export const documentationLink = sqliteTable(
  "documentation_link",
  { customerId: integer().notNull(), documentationId: uuid().notNull(), linkedId: uuid().notNull() },
  (t) => [
    primaryKey({ columns: [t.documentationId, t.linkedId] }),
    index("documentation_link_documentation").on(t.customerId, t.documentationId),
    index("documentation_link_linked").on(t.customerId, t.linkedId),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
    customerForeignKey(t.customerId, t.linkedId, () => documentation, "cascade"),
  ],
);

/** A fetch of a handed-over documentation, to resume it on a device or in the portal; ends when it is saved or handed back. */
export const documentationFetch = sqliteTable(
  "documentation_fetch",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    /** Null for a fetch in the portal. */
    licenseId: uuid(),
    userId: integer(),
    deviceId: text().notNull().default("N/A"),
    creator: text().notNull(),
    /** Increases per documentation: only the fetch with the highest may save. */
    sequence: integer().notNull().default(1),
    /** Photos announced under this fetch, so that the documentation's number of photos counts them only once. */
    photos: integer().notNull().default(0),
    dateCreated: creationInstant(),
    endedAt: instant(),
  },
  (t) => [
    unique("documentation_fetch_sequence").on(t.documentationId, t.sequence),
    index("documentation_fetch_documentation").on(t.customerId, t.documentationId, t.endedAt),
    index("documentation_fetch_license").on(t.customerId, t.licenseId),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
    customerForeignKey(t.customerId, t.licenseId, () => license),
  ],
);
export type DocumentationFetchRow = typeof documentationFetch.$inferSelect;

/**
 * CREATED, UPLOADED, PAUSED, DOWNLOADED, COMPLETED, MERGED, STATUS_CHANGED, RENAMED, TASK_EDIT, HIDDEN, VISIBLE, KEPT, TEXT_REPAIRED or
 * TIME_REPAIRED. The id has no index, because no query looks up an event by it.
 */
export const documentationEvent = sqliteTable(
  "documentation_event",
  {
    id: uuid()
      .notNull()
      .$defaultFn(() => crypto.randomUUID()),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    type: text().$type<DocumentationEventType>().notNull(),
    eventDate: text().notNull(),
    creator: text().notNull(),
    params: params(),
  },
  (t) => [
    index("documentation_event_documentation").on(t.customerId, t.documentationId, t.eventDate),
    // The activity of a customer is read from its newest event on.
    index("documentation_event_date").on(t.customerId, t.eventDate),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
  ],
);

export const exportEvent = sqliteTable(
  "export_event",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    /** No foreign key, because the event outlives its configuration. */
    exportConfigurationId: uuid(),
    exportConfigurationName: text().notNull(),
    /** No foreign key for the same reason; null for events older than deliveries. */
    deliveryId: uuid(),
    type: text().notNull(),
    /** Empty for automatic exports. */
    username: text().notNull(),
    success: integer({ mode: "boolean" }),
    errorStatusCode: integer(),
    errorMessage: text(),
    dateCreated: creationInstant(),
  },
  (t) => [
    index("export_event_documentation").on(t.customerId, t.documentationId, t.dateCreated),
    index("export_event_delivery").on(t.deliveryId).where(sql`delivery_id IS NOT NULL`),
    index("export_event_created").on(t.customerId, t.dateCreated),
    index("export_event_all_created").on(t.dateCreated),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
  ],
);

/** Maintained by triggers: sums per month of dateCreated, from which totals are calculated. Sizes in bytes. */
export const documentationStatistics = sqliteTable(
  "documentation_statistics",
  {
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    templateId: uuid().notNull(),
    /** YYYY-MM. */
    month: text().notNull(),
    status: text().notNull(),
    hidden: integer({ mode: "boolean" }).notNull(),
    exported: integer({ mode: "boolean" }).notNull(),
    documentations: integer().notNull().default(0),
    photos: integer().notNull().default(0),
    bytes: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.templateId, t.month, t.status, t.hidden, t.exported] })],
);

/**
 * Maintained by triggers: the documentations in each tile of the map at `precomputedZoom` (domain/map/tileGrid.ts). Positions are integers in
 * millionths of a degree, so that their sums are exact.
 */
export const documentationTile = sqliteTable(
  "documentation_tile",
  {
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** The tile's row from the north, and its column from the west. */
    y: integer().notNull(),
    x: integer().notNull(),
    status: text().notNull(),
    hidden: integer({ mode: "boolean" }).notNull(),
    documentations: integer().notNull(),
    /** Sums of the positions. */
    lat: integer().notNull(),
    lng: integer().notNull(),
    /** The bounding box of all positions since the tile was last empty; it does not shrink when a documentation is removed. */
    south: integer().notNull(),
    west: integer().notNull(),
    north: integer().notNull(),
    east: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.y, t.x, t.status, t.hidden] }),
    index("documentation_tile_all").on(t.y, t.x),
  ],
);
