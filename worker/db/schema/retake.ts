import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { RetakeRecipient } from "#domain/endpoints/documentation/retake.ts";
import type { Markup } from "#domain/media/markup.ts";
import {
  creationInstant,
  customerForeignKey,
  customerKey,
  instant,
  json,
  requester,
  uuid,
  uuidKey,
} from "./columns.ts";
import { documentation } from "./documentation.ts";
import { documentationTask } from "./documentationTask.ts";
import { photo } from "./photo.ts";
import { uploadToken } from "./uploadToken.ts";

/** A reviewer's request to retake a photo, or the photos or answer of a task. Refers to either a photo or a task. */
export const retake = sqliteTable(
  "retake",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    photoId: uuid(),
    documentationTaskId: uuid(),
    reason: text().notNull(),
    /** The reviewer. */
    creator: text().notNull(),
    requester: requester(),
    /** The upload link through which someone without a login sends the new photos or answer. */
    uploadTokenId: uuid(),
    /** The recipient; null for anyone with the link or a device with the licence. */
    recipientKind: text().$type<RetakeRecipient["kind"]>(),
    recipientAddress: text(),
    /** The bulk change that sent it back. */
    bulkJobId: uuid(),
    /** The Swedish day by which it should be answered, YYYY-MM-DD. */
    dueDay: text(),
    /** The reviewer's drawing on the unrotated photo. */
    drawing: json<Markup>(),
    /** When the link's page or a device first showed it. */
    openedAt: instant(),
    /** The last reminder: on the day before `dueDay`, or after it. */
    reminder: text().$type<"BEFORE" | "AFTER">(),
    dateCreated: creationInstant(),
    /** Null while it is open. */
    outcome: text().$type<"TAKEN" | "WITHDRAWN">(),
    endedBy: text(),
    endedAt: instant(),
  },
  (t) => [
    customerKey(t),
    index("retake_documentation").on(t.customerId, t.documentationId, t.dateCreated),
    index("retake_created").on(t.customerId, t.dateCreated, t.documentationId),
    index("retake_photo").on(t.customerId, t.photoId),
    index("retake_task").on(t.customerId, t.documentationTaskId),
    // One open retake per photo or task.
    uniqueIndex("retake_open_photo").on(t.photoId).where(sql`outcome IS NULL`),
    uniqueIndex("retake_open_task").on(t.documentationTaskId).where(sql`outcome IS NULL`),
    // For reminders and late retakes.
    index("retake_due").on(t.customerId, t.dueDay).where(sql`outcome IS NULL AND due_day IS NOT NULL`),
    index("retake_token").on(t.customerId, t.uploadTokenId),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
    customerForeignKey(t.customerId, t.photoId, () => photo, "cascade"),
    customerForeignKey(t.customerId, t.documentationTaskId, () => documentationTask, "cascade"),
    customerForeignKey(t.customerId, t.uploadTokenId, () => uploadToken),
  ],
);
export type RetakeRow = typeof retake.$inferSelect;
