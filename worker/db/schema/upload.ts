import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created, flag, instant, tenantKey, uuidKey, within } from "./columns";
import { documentation } from "./documentation";

/**
 * A reservation, written before its URL is signed: what will come, and what came of it. RESERVED until `settle`
 * has seen the object, then STORED, or REFUSED with a problem code. Every reservation has a key of its own. Refused ones stay, so that what was turned
 * away can be told from what never came.
 */
export const upload = sqliteTable(
  "upload",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: text().notNull(),
    /** PHOTO or FILE, and the id of its row. */
    kind: text().notNull(),
    targetId: text().notNull(),
    name: text().notNull(),
    key: text().notNull(),
    contentType: text().notNull(),
    size: integer().notNull(),
    /** Base64, as signed. */
    md5: text().notNull(),
    /** Brought by staff: what comes of it is said to them at once, and a refused one is nothing that the documentation lacks. */
    imported: flag(),
    state: text().notNull().default("RESERVED"),
    reason: text(),
    detail: text(),
    attempts: integer().notNull().default(0),
    expires: text().notNull(),
    settled: instant(),
    dateCreated: created(),
  },
  (t) => [
    tenantKey(t),
    index("upload_documentation").on(t.customerId, t.documentationId),
    index("upload_target").on(t.targetId),
    index("upload_key").on(t.key),
    index("upload_state").on(t.state, t.dateCreated),
    within(t.customerId, t.documentationId, () => documentation, "cascade"),
  ],
);
