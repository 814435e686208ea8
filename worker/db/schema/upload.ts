import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created, flag, instant, requester, tenantKey, uuid, uuidKey, within } from "./columns";
import { documentation } from "./documentation";

/**
 * A reservation, written before its URL is signed: what will come, and what came of it. RESERVED until `settle`
 * has seen the object, then STORED, or REFUSED with a problem code. REPLACED once a newer one of the same photo or file takes its place. Every reservation has a key of its own. Refused ones stay, so that what was turned
 * away can be told from what never came.
 */
export const upload = sqliteTable(
  "upload",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    /** PHOTO or FILE, and the id of its row. */
    kind: text().notNull(),
    targetId: uuid().notNull(),
    name: text().notNull(),
    key: text().notNull(),
    contentType: text().notNull(),
    size: integer().notNull(),
    /** Base64, as signed. */
    md5: text().notNull(),
    /** By whose right it comes, which `settle` asks for again: a link, a licence or somebody logged in. Kept when that is gone. */
    uploadTokenId: uuid(),
    licenseId: uuid(),
    requester: requester(),
    /** Hex, as its sender computed it. */
    sha256: text(),
    /** Storage's name of an upload in parts, and the bytes of each part but the last. */
    multipartId: text(),
    partSize: integer(),
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
    index("upload_target").on(t.customerId, t.kind, t.targetId, t.state),
    index("upload_key").on(t.key, t.state),
    // Reservations are swept by age; any other state would only offer an index to queries that have a better one.
    index("upload_reserved").on(t.dateCreated).where(sql`state = 'RESERVED'`),
    // Worded like `mayArrive` (worker/ingest/reservations.ts): SQLite uses it for that condition only.
    index("upload_may_arrive").on(t.expires).where(sql`state IN ('RESERVED', 'REPLACED')`),
    index("upload_link").on(t.uploadTokenId, t.state),
    within(t.customerId, t.documentationId, () => documentation, "cascade"),
  ],
);

/** The parts of an upload that have arrived, by the entity tags storage answered. */
export const uploadPart = sqliteTable(
  "upload_part",
  {
    uploadId: uuid()
      .notNull()
      .references(() => upload.id, { onDelete: "cascade" }),
    partNumber: integer().notNull(),
    etag: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.partNumber] })],
);
