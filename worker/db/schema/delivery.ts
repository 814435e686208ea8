import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { DeliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import type {
  ArrivalEvidence,
  DeliveredKind,
  DeliveryErrorKind,
  DeliveryFileState,
  DeliveryState,
  FileArrival,
  MissingDeliveryItem,
} from "#domain/delivery/states.ts";
import {
  anyId,
  creationInstant,
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
 * Deliveries of a documentation to a destination. Triggers (exports.sql) insert automatic ones with the status change that causes them, and
 * maintain the export events of all. Template export and destination have no foreign key, because a delivery outlives them.
 */
export const delivery = sqliteTable(
  "delivery",
  {
    id: uuidKey(),
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** For a comparison, the newest of its documentations; its export events refer to all of them. */
    documentationId: uuid().notNull(),
    templateExportConfigurationId: uuid().notNull(),
    exportConfigurationId: uuid().notNull(),
    exportConfigurationName: text().notNull(),
    /** A type of 3§3. */
    type: text().notNull(),
    state: text().$type<DeliveryState>().notNull().default("PENDING"),
    /** Inserted by a trigger instead of requested by a user. */
    isAutomatic: flag(),
    requester: requester(),
    /** The user who requested it; empty for automatic deliveries. */
    username: text().notNull().default(""),
    request: json<DeliveryRequest>().notNull(),
    /** Whether its files have been listed. */
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
    /** The host, for which connections are limited. Null until the destination has been read. */
    lane: text(),
    /** Connections in use while the lease lasts. */
    connections: integer().notNull().default(1),
    /**
     * When its next slice may run: in the future while it is leased or waits for a retry. Of several deliveries to one destination, the one that has
     * waited longest runs first.
     */
    nextSliceAt: creationInstant(),
    tries: integer().notNull().default(0),
    /** The earliest time of the next try; null for immediately. */
    nextTryAt: instant(),
    leasedUntil: instant(),
    errorKind: text().$type<DeliveryErrorKind>(),
    errorStatusCode: integer(),
    errorMessage: text(),
    /** Consecutive attempts that failed with this message. */
    sameErrorCount: integer().notNull().default(0),
    /** Whether its files, and the password, were sent without encryption. */
    isUnencrypted: flag(),
    /** Whether files were written under their final names, because the destination does not rename. */
    writesDirectly: flag(),
    /** Milliseconds that sending took, excluding waits for retries; null if a file was already there, because nothing was sent then. */
    sendingMs: integer(),
    /** When the failure was mailed. */
    notifiedAt: instant(),
    /** Sent before the documentation was handed over again, and to be sent again when it is completed (2§4). */
    resendOnCompletion: flag(),
    /** The documentation's version whose status change inserted it; null if a user requested it. Undoing that change cancels it. */
    causeVersion: integer(),
    /** The version whose status change cancelled it, or marked it to be sent again. Undoing that change reverts this. */
    stopVersion: integer(),
    dateCreated: creationInstant(),
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
    // Only deliveries that are not finished: the pumps read these, however many have finished.
    index("delivery_next_slice")
      .on(t.lane, t.exportConfigurationId, t.nextSliceAt)
      .where(sql`state IN ('PENDING', 'RUNNING', 'WAITING')`),
    index("delivery_lane").on(t.lane, t.state),
    // Only deliveries whose external files may still be stored.
    index("delivery_external")
      .on(t.finishedAt)
      .where(
        sql`json_array_length(request, '$.externalFiles') > 0 AND request ->> '$.externalFilesPurged' IS NULL`,
      ),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
  ],
);
export type DeliveryRow = typeof delivery.$inferSelect;

/** One file of a delivery, at one path of the destination. When the row is deleted, a trigger marks `objectKey` as an orphan. */
export const deliveryFile = sqliteTable(
  "delivery_file",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    deliveryId: uuid().notNull(),
    position: integer().notNull(),
    /** Relative to the destination's root, with slashes, without a leading one. */
    path: text().notNull(),
    kind: text().$type<DeliveredKind>().notNull(),
    /** The photo, file or external file. For documents and zips: the node of the export tree, or a fixed word without one. */
    sourceId: anyId().notNull(),
    contentType: text().notNull(),
    bytes: integer().notNull(),
    /** Null until the bytes have been read once. */
    sha256: sha256(),
    /** Identifies the content: a different one means that the file has changed. */
    etag: text().notNull(),
    /** The object, if it was stored for this delivery: compressed photos, external files. */
    objectKey: text(),
    state: text().$type<DeliveryFileState>().notNull().default("PENDING"),
    /** A user requested to send this file again, even if the same content has arrived before. */
    forced: flag(),
    tries: integer().notNull().default(0),
    bytesSent: integer().notNull().default(0),
    /** What the connector needs to resume a transfer; encrypted, because it may grant access to the destination. */
    resumeToken: text(),
    /** The destination's id of the file, if it has one. */
    remoteId: text(),
    /** The destination's tag of the content when the file arrived. */
    remoteTag: text(),
    /** Its path at the destination, if that takes other names. */
    storedAs: text(),
    /** Null until it has arrived, and for mails. */
    arrival: text().$type<FileArrival>(),
    evidence: text().$type<ArrivalEvidence>(),
    errorKind: text().$type<DeliveryErrorKind>(),
    errorStatusCode: integer(),
    errorMessage: text(),
    finishedAt: instant(),
  },
  (t) => [
    // Every file writes to every index: columns that few files have get partial indexes.
    uniqueIndex("delivery_file_position").on(t.customerId, t.deliveryId, t.position),
    // For the last delivery to a path: mails have many files with the same name.
    index("delivery_file_path").on(t.customerId, t.path, t.finishedAt),
    index("delivery_file_stored").on(t.deliveryId).where(sql`object_key IS NOT NULL`),
    index("delivery_file_object").on(t.objectKey).where(sql`object_key IS NOT NULL`),
    customerForeignKey(t.customerId, t.deliveryId, () => delivery, "cascade"),
  ],
);
export type DeliveryFileRow = typeof deliveryFile.$inferSelect;

/**
 * A photo in another size, for export trees and documents that request it. Rendered once per photo, size and quality, and again after a rotation. When the
 * row is deleted, a trigger marks `objectKey` as an orphan.
 */
export const photoVariant = sqliteTable(
  "photo_variant",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    photoId: uuid().notNull(),
    /** Maximum pixels of the longer side; 0 for the original size. */
    maxSize: integer().notNull(),
    /** 0 to 100. */
    quality: integer().notNull(),
    /** The original's entity tag and the quarter turns that it was rendered with. */
    sourceEtag: text().notNull(),
    rotation: integer().notNull(),
    objectKey: text().notNull(),
    size: integer().notNull(),
    crc32: integer().notNull(),
    sha256: sha256().notNull(),
    etag: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** 1 for a grey picture, else 3; null in rows that are older than the column. */
    components: integer(),
    dateCreated: creationInstant(),
  },
  (t) => [
    uniqueIndex("photo_variant_made").on(t.photoId, t.maxSize, t.quality, t.sourceEtag, t.rotation),
    index("photo_variant_photo").on(t.customerId, t.photoId),
    customerForeignKey(t.customerId, t.photoId, () => photo, "cascade"),
  ],
);
export type PhotoVariantRow = typeof photoVariant.$inferSelect;

/** A mail's link to a delivery that was too large to attach. Only the token's hash is stored. */
export const deliveryLink = sqliteTable(
  "delivery_link",
  {
    tokenHash: text().primaryKey(),
    customerId: integer().notNull(),
    deliveryId: uuid().notNull(),
    /** The name in the mail: the documentation's, or that of a comparison's group. */
    name: text().notNull().default(""),
    expiresAt: text().notNull(),
    dateCreated: creationInstant(),
  },
  (t) => [
    customerKey({ id: t.tokenHash, customerId: t.customerId }),
    index("delivery_link_delivery").on(t.customerId, t.deliveryId),
    index("delivery_link_expires").on(t.expiresAt),
    customerForeignKey(t.customerId, t.deliveryId, () => delivery, "cascade"),
  ],
);

/**
 * A file of a link, as it was when the mail was sent; a delivery that is resent lists its files again. `isDeliveryObject`: the object was
 * stored for the delivery, and a trigger marks it as an orphan when no row refers to it.
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
