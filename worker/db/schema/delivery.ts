import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { DeliveryRequest } from "#domain/delivery/request.ts";
import type {
  DeliveredKind,
  DeliveryErrorKind,
  DeliveryFileState,
  DeliveryState,
  MissingDeliveryItem,
} from "#domain/delivery/states.ts";
import {
  anyId,
  created,
  customerForeignKey,
  customerKey,
  flag,
  instant,
  json,
  requester,
  sha256,
  uuid,
  uuidKey,
} from "./columns.ts";
import { customer } from "./customer.ts";
import { documentation } from "./documentation.ts";
import { photo } from "./photo.ts";

/**
 * The ledger: what is sent of a documentation to a destination. Triggers (exports.sql) write the automatic ones with the status change
 * that asks for them, and keep the export events of each. Template export and destination have no foreign key: a delivery outlives them.
 */
export const delivery = sqliteTable(
  "delivery",
  {
    id: uuidKey(),
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** Of several, as a comparison has them, the newest. The export events name all of them. */
    documentationId: uuid().notNull(),
    templateExportConfigurationId: uuid().notNull(),
    exportConfigurationId: uuid().notNull(),
    exportConfigurationName: text().notNull(),
    /** A type of 3§3. */
    type: text().notNull(),
    state: text().$type<DeliveryState>().notNull().default("PENDING"),
    /** Written by a trigger, not asked for by a user. */
    isAutomatic: flag(),
    requester: requester(),
    /** Who asked; empty for an automatic one. */
    username: text().notNull().default(""),
    request: json<DeliveryRequest>().notNull(),
    /** The files are listed. */
    isPlanned: flag(),
    fileCount: integer().notNull().default(0),
    filesDone: integer().notNull().default(0),
    /** Of all files; null until planned. */
    bytes: integer(),
    bytesSent: integer().notNull().default(0),
    missingItems: json<MissingDeliveryItem[]>()
      .notNull()
      .$defaultFn(() => []),
    /** The documentation's `lastUpdated` when the files were listed. */
    documentationUpdatedAt: instant(),
    /** Of whom the connections are counted: the host. Null until the destination is looked at. */
    lane: text(),
    /** Connections in use; counts while the lease lasts. */
    connections: integer().notNull().default(1),
    /**
     * When it may have its next turn: later than now while it is leased or waits for another try. Of several to one destination, the one
     * that has waited longest goes on.
     */
    nextSliceAt: created(),
    tries: integer().notNull().default(0),
    /** Not before this; null for at once. */
    nextTryAt: instant(),
    leasedUntil: instant(),
    errorKind: text().$type<DeliveryErrorKind>(),
    errorStatusCode: integer(),
    errorMessage: text(),
    /** When whoever waits was told of the failure by mail. */
    notifiedAt: instant(),
    /** Sent before the documentation was handed over again: sent once more when it is completed (2§4). */
    resendOnCompletion: flag(),
    dateCreated: created(),
    startedAt: instant(),
    finishedAt: instant(),
  },
  (t) => [
    customerKey(t),
    index("delivery_documentation").on(t.customerId, t.documentationId, t.dateCreated),
    index("delivery_created").on(t.customerId, t.dateCreated),
    index("delivery_all_created").on(t.dateCreated),
    index("delivery_destination").on(t.customerId, t.exportConfigurationId, t.dateCreated),
    index("delivery_destination_state").on(t.customerId, t.exportConfigurationId, t.state, t.dateCreated),
    index("delivery_customer_state").on(t.customerId, t.state, t.dateCreated),
    index("delivery_state").on(t.state, t.dateCreated),
    // Those under way, by destination: the few that pumps look at, however many have ended.
    index("delivery_next_slice")
      .on(t.lane, t.exportConfigurationId, t.nextSliceAt)
      .where(sql`state IN ('PENDING', 'RUNNING', 'WAITING')`),
    index("delivery_lane").on(t.lane, t.state),
    // Those whose external files may still be stored.
    index("delivery_external")
      .on(t.finishedAt)
      .where(
        sql`json_array_length(request, '$.externalFiles') > 0 AND request ->> '$.externalFilesPurged' IS NULL`,
      ),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
  ],
);
export type DeliveryRow = typeof delivery.$inferSelect;

/** One file of a delivery, at one path of the destination. When the row goes, a trigger has `objectKey` removed from storage. */
export const deliveryFile = sqliteTable(
  "delivery_file",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    deliveryId: uuid().notNull(),
    position: integer().notNull(),
    /** Under the destination's root, with slashes, without one at the beginning. */
    path: text().notNull(),
    kind: text().$type<DeliveredKind>().notNull(),
    /** The photo, file or external file; of documents and zips the node of the tree, or what the template makes without one. */
    sourceId: anyId().notNull(),
    contentType: text().notNull(),
    bytes: integer().notNull(),
    /** Null until the bytes were read once. */
    sha256: sha256(),
    /** Identifies the content; another means that the file has changed. */
    etag: text().notNull(),
    /** Where the bytes lie if they were made for this delivery: compressed photos, external files. */
    objectKey: text(),
    state: text().$type<DeliveryFileState>().notNull().default("PENDING"),
    /** A user asked for this file again: it is sent even if the same one arrived before. */
    forced: flag(),
    tries: integer().notNull().default(0),
    bytesSent: integer().notNull().default(0),
    /** What the connector needs to go on in the middle, sealed: it may open the destination. */
    resumeToken: text(),
    /** The destination's own id, where it gives one. */
    remoteId: text(),
    errorKind: text().$type<DeliveryErrorKind>(),
    errorStatusCode: integer(),
    errorMessage: text(),
    finishedAt: instant(),
  },
  (t) => [
    // A row is written for each of these with every file: what only few files have is found by an index of those alone.
    uniqueIndex("delivery_file_position").on(t.customerId, t.deliveryId, t.position),
    // What arrived at a path last: mails have many files of one name.
    index("delivery_file_path").on(t.customerId, t.path, t.finishedAt),
    index("delivery_file_stored").on(t.deliveryId).where(sql`object_key IS NOT NULL`),
    index("delivery_file_object").on(t.objectKey).where(sql`object_key IS NOT NULL`),
    customerForeignKey(t.customerId, t.deliveryId, () => delivery, "cascade"),
  ],
);
export type DeliveryFileRow = typeof deliveryFile.$inferSelect;

/**
 * A photo made smaller for destinations whose tree asks for it. The same photo, size and quality are made once; a photo that was turned
 * is made anew. When the row goes, a trigger has `objectKey` removed from storage.
 */
export const photoVariant = sqliteTable(
  "photo_variant",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    photoId: uuid().notNull(),
    /** Pixels of the longer side at most; 0 for as large as it is. */
    maxSize: integer().notNull(),
    /** 0 to 100. */
    quality: integer().notNull(),
    /** The original's entity tag and the quarter turns it was made with. */
    sourceEtag: text().notNull(),
    rotation: integer().notNull(),
    objectKey: text().notNull(),
    size: integer().notNull(),
    crc32: integer().notNull(),
    sha256: sha256().notNull(),
    etag: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    dateCreated: created(),
  },
  (t) => [
    uniqueIndex("photo_variant_made").on(t.photoId, t.maxSize, t.quality, t.sourceEtag, t.rotation),
    index("photo_variant_photo").on(t.customerId, t.photoId),
    customerForeignKey(t.customerId, t.photoId, () => photo, "cascade"),
  ],
);
export type PhotoVariantRow = typeof photoVariant.$inferSelect;

/** A mail's link to a delivery that was too large to attach. The token itself is stored nowhere. */
export const deliveryLink = sqliteTable(
  "delivery_link",
  {
    tokenHash: text().primaryKey(),
    customerId: integer().notNull(),
    deliveryId: uuid().notNull(),
    /** What the mail called it: the documentation, or the group of a comparison. */
    name: text().notNull().default(""),
    expiresAt: text().notNull(),
    dateCreated: created(),
  },
  (t) => [
    customerKey({ id: t.tokenHash, customerId: t.customerId }),
    index("delivery_link_delivery").on(t.customerId, t.deliveryId),
    index("delivery_link_expires").on(t.expiresAt),
    customerForeignKey(t.customerId, t.deliveryId, () => delivery, "cascade"),
  ],
);

/**
 * A file of a link, as it was when the mail was sent: a replayed delivery lists its own anew. Names the object that holds the bytes;
 * those made for the delivery (`made`) are let go of by a trigger when no row names them any more.
 */
export const deliveryLinkFile = sqliteTable(
  "delivery_link_file",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    tokenHash: text().notNull(),
    position: integer().notNull(),
    path: text().notNull(),
    kind: text().$type<DeliveredKind>().notNull(),
    sourceId: anyId().notNull(),
    bytes: integer().notNull(),
    sha256: sha256(),
    crc32: integer().notNull(),
    objectKey: text().notNull(),
    etag: text().notNull(),
    isDeliveryObject: flag(),
  },
  (t) => [
    uniqueIndex("delivery_link_file_position").on(t.tokenHash, t.position),
    index("delivery_link_file_link").on(t.customerId, t.tokenHash),
    index("delivery_link_file_object").on(t.objectKey),
    customerForeignKey(
      t.customerId,
      t.tokenHash,
      () => ({ id: deliveryLink.tokenHash, customerId: deliveryLink.customerId }),
      "cascade",
    ),
  ],
);
