import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { created, flag, uuid, uuidKey } from "./columns";
import { customer } from "./customer";

/**
 * Documentations that are looked at together: those of one name, and those that carry it as a tag (2§7). All three tables are
 * kept by triggers and hold what staff may see, neither hidden nor deleted. One row here for each documentation and name.
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
    /** By its tag alone. */
    tagged: flag(),
    exported: flag(),
  },
  // The order in which a group is read, and in which the newest of a template is found with one look.
  (t) => [primaryKey({ columns: [t.customerId, t.name, t.templateId, t.dateCreated, t.documentationSeq] })],
);

/** Tables stored in the order of their primary key. drizzle-kit has no word for it: `npm run migration` adds it to what it generates. */
export const withoutRowid = ["documentation_group_member", "documentation_group_template"];

/** How many documentations of a template a group has, and when the newest was created. */
export const documentationGroupTemplate = sqliteTable(
  "documentation_group_template",
  {
    customerId: integer().notNull(),
    name: text().notNull(),
    templateId: uuid().notNull(),
    documentations: integer().notNull(),
    latest: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.name, t.templateId] }),
    index("documentation_group_template_latest").on(t.templateId, t.latest, t.name),
  ],
);

/** None, some or all of a group are exported: 0, 1 or 2. The index below knows this very expression. */
export const exportedOf = (alias = "") =>
  sql.raw(`((${alias}exported > 0) + (${alias}exported = ${alias}documentations))`);

/**
 * The group as lists show it. `id` is its rowid in `search_text_group` (FTS5, trigram, name and alias): customer in the upper
 * bits, as in search_entry, and like there it stays inside SQL.
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
    /** How many of them by their tag alone, and how many were exported. */
    tagged: integer().notNull(),
    exported: integer().notNull(),
    latest: text().notNull(),
  },
  (t) => [
    unique("documentation_group_key").on(t.customerId, t.name),
    index("documentation_group_name").on(t.customerId, sql`name COLLATE NOCASE`, t.id),
    index("documentation_group_alias")
      .on(t.customerId, sql`alias COLLATE NOCASE`, t.id)
      .where(sql`alias IS NOT NULL`),
    index("documentation_group_latest").on(t.customerId, t.latest, t.id),
    index("documentation_group_exported").on(t.customerId, exportedOf(), t.latest, t.id),
    // A super admin's list spans customers.
    index("documentation_group_all_name").on(sql`name COLLATE NOCASE`, t.id),
    index("documentation_group_all_alias").on(sql`alias COLLATE NOCASE`, t.id).where(sql`alias IS NOT NULL`),
    index("documentation_group_all_latest").on(t.latest, t.id),
    index("documentation_group_all_exported").on(exportedOf(), t.latest, t.id),
  ],
);

/** Photos that somebody chose for a download: hundreds of ids fit into no address. Forgotten after a day. */
export const photoSelection = sqliteTable(
  "photo_selection",
  {
    id: uuidKey(),
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** A JSON array of ids, in the order in which they were chosen. */
    photos: text().notNull(),
    dateCreated: created(),
  },
  (t) => [
    index("photo_selection_customer").on(t.customerId),
    index("photo_selection_created").on(t.dateCreated),
  ],
);
