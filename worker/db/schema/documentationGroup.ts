import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { creationInstant, flag, sortKey, uuid, uuidKey } from "./columns.ts";
import { customer } from "./customer.ts";

/**
 * A group has the documentations of one name and those with the name as a tag (2§7). Triggers maintain all three tables, without hidden
 * and deleted documentations. This table has a row per documentation and group.
 */
export const documentationGroupMember = sqliteTable(
  "documentation_group_member",
  {
    customerId: integer().notNull(),
    /** The documentation's name, or its tag. */
    name: text().notNull(),
    templateId: uuid().notNull(),
    dateCreated: text().notNull(),
    documentationSeq: integer().notNull(),
    /** Whether it is a member by its tag instead of its name. */
    tagged: flag(),
    exported: flag(),
  },
  // Groups are read in this order; the newest documentation of a template is the last of its rows.
  (t) => [primaryKey({ columns: [t.customerId, t.name, t.templateId, t.dateCreated, t.documentationSeq] })],
);

/** Tables to create WITHOUT ROWID. drizzle-kit does not support it, so `npm run migration` adds it. */
export const withoutRowid = ["audit_object", "documentation_group_member", "documentation_group_template"];

/** The number of a template's documentations in a group, and when the newest was created. */
export const documentationGroupTemplate = sqliteTable(
  "documentation_group_template",
  {
    customerId: integer().notNull(),
    name: text().notNull(),
    templateId: uuid().notNull(),
    documentations: integer().notNull(),
    latestCreatedAt: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.name, t.templateId] }),
    index("documentation_group_template_latest").on(t.templateId, t.latestCreatedAt, t.name),
  ],
);

/** 0, 1 or 2: none, some or all of a group have been exported. Indexes below use exactly this expression. */
export const exportedStateSql = (alias = "") =>
  sql.raw(`((${alias}exported > 0) + (${alias}exported = ${alias}documentations))`);

/**
 * A group with the columns that lists show. `id` is its rowid in `search_text_group` (FTS5, trigram, name and alias): like in search_pending, it
 * has the customer in the upper bits and exceeds JavaScript's safe integers, so it is only used inside SQL.
 */
export const documentationGroup = sqliteTable(
  "documentation_group",
  {
    id: integer().primaryKey(),
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    name: text().notNull(),
    nameKey: sortKey(),
    alias: text(),
    aliasKey: sortKey(),
    documentations: integer().notNull(),
    /** The members by tag, and the exported ones. */
    tagged: integer().notNull(),
    exported: integer().notNull(),
    latestCreatedAt: text().notNull(),
  },
  (t) => [
    unique("documentation_group_key").on(t.customerId, t.name),
    index("documentation_group_name").on(t.customerId, t.nameKey, t.id),
    index("documentation_group_alias").on(t.customerId, t.aliasKey, t.id).where(sql`alias IS NOT NULL`),
    index("documentation_group_latest").on(t.customerId, t.latestCreatedAt, t.id),
    index("documentation_group_exported").on(t.customerId, exportedStateSql(), t.latestCreatedAt, t.id),
    // A super admin's list spans customers.
    index("documentation_group_all_name").on(t.nameKey, t.id),
    index("documentation_group_all_alias").on(t.aliasKey, t.id).where(sql`alias IS NOT NULL`),
    index("documentation_group_all_latest").on(t.latestCreatedAt, t.id),
    index("documentation_group_all_exported").on(exportedStateSql(), t.latestCreatedAt, t.id),
  ],
);

/** Photos or documentations that were selected for a download, because hundreds of ids do not fit into a URL. Deleted after a day. */
export const selection = sqliteTable(
  "selection",
  {
    id: uuidKey(),
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** A JSON array of ids in the order of selection; empty for a selection of documentations. */
    photos: text().notNull(),
    /** The same for documentations; null for a selection of photos. */
    documentations: text(),
    /** Made by a super admin across customers; others may not open it, although it is stored under one customer. */
    spansCustomers: flag(),
    dateCreated: creationInstant(),
  },
  (t) => [
    index("photo_selection_customer").on(t.customerId),
    index("photo_selection_created").on(t.dateCreated),
  ],
);
