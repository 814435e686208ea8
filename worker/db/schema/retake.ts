import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  creationInstant,
  customerForeignKey,
  customerKey,
  instant,
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
    index("retake_token").on(t.customerId, t.uploadTokenId),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
    customerForeignKey(t.customerId, t.photoId, () => photo, "cascade"),
    customerForeignKey(t.customerId, t.documentationTaskId, () => documentationTask, "cascade"),
    customerForeignKey(t.customerId, t.uploadTokenId, () => uploadToken),
  ],
);
export type RetakeRow = typeof retake.$inferSelect;
