import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { created, flag, uuid, uuidKey } from "./columns.ts";
import { customer } from "./customer.ts";

/**
 * A group is the documentations of one name and those that carry the name as a tag (2§7). Triggers keep all three tables; hidden and
 * deleted documentations are not in them. This one has a row for each documentation and group.
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
    /** In the group by its tag, not by its name. */
    tagged: flag(),
    exported: flag(),
  },
  // A group is read in this order, and the newest documentation of a template is the last of its rows.
  (t) => [primaryKey({ columns: [t.customerId, t.name, t.templateId, t.dateCreated, t.documentationSeq] })],
);

/** Tables stored in the order of their primary key. drizzle-kit cannot say so: `npm run migration` adds it. */
export const withoutRowid = ["audit_object", "documentation_group_member", "documentation_group_template"];

/** How many documentations of a template a group has, and when the newest was created. */
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

/** 0, 1 or 2: none, some or all of a group have been exported. An index below is of this very expression. */
export const exportedStateSql = (alias = "") =>
  sql.raw(`((${alias}exported > 0) + (${alias}exported = ${alias}documentations))`);

/**
 * The group as lists show it. `id` is its rowid in `search_text_group` (FTS5, trigram, name and alias): customer in the upper
 * bits, as in search_pending, and like there it stays inside SQL.
 */
export const documentationGroup = sqliteTable(
  "documentation_group",
  {
    id: integer().primaryKey(),
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    name: text().notNull(),
    alias: text(),
    documentations: integer().notNull(),
    /** How many are in it by their tag, and how many have been exported. */
    tagged: integer().notNull(),
    exported: integer().notNull(),
    latestCreatedAt: text().notNull(),
  },
  (t) => [
    unique("documentation_group_key").on(t.customerId, t.name),
    index("documentation_group_name").on(t.customerId, sql`name COLLATE NOCASE`, t.id),
    index("documentation_group_alias")
      .on(t.customerId, sql`alias COLLATE NOCASE`, t.id)
      .where(sql`alias IS NOT NULL`),
    index("documentation_group_latest").on(t.customerId, t.latestCreatedAt, t.id),
    index("documentation_group_exported").on(t.customerId, exportedStateSql(), t.latestCreatedAt, t.id),
    // A super admin's list spans customers.
    index("documentation_group_all_name").on(sql`name COLLATE NOCASE`, t.id),
    index("documentation_group_all_alias").on(sql`alias COLLATE NOCASE`, t.id).where(sql`alias IS NOT NULL`),
    index("documentation_group_all_latest").on(t.latestCreatedAt, t.id),
    index("documentation_group_all_exported").on(exportedStateSql(), t.latestCreatedAt, t.id),
  ],
);

/** What was chosen for a download, photos or documentations: hundreds of ids do not fit into an address. Deleted after a day. */
export const selection = sqliteTable(
  "selection",
  {
    id: uuidKey(),
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** A JSON array of ids, in the order of choice; empty where documentations were chosen. */
    photos: text().notNull(),
    /** The same of documentations; null where photos were chosen. */
    documentations: text(),
    /** Chosen by somebody who sees all customers: nobody else opens it, though it is filed under one of them. */
    spansCustomers: flag(),
    dateCreated: created(),
  },
  (t) => [
    index("photo_selection_customer").on(t.customerId),
    index("photo_selection_created").on(t.dateCreated),
  ],
);
