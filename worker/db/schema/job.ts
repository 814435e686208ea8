import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DeliveryErrorKind } from "#domain/delivery/states.ts";
import type { JobState } from "#domain/endpoints/shared/job.ts";
import { creationInstant, customerForeignKey, instant, json, requester, uuid, uuidKey } from "./columns.ts";
import { customer } from "./customer.ts";
import { documentation } from "./documentation.ts";

/** A job's request, and where its next step continues. The job's kind defines their shapes. */
export interface JobParams {
  request: unknown;
  /** Null before the first step. */
  cursor: unknown;
}

/** A background job; queue messages only have its id. `progress` of `total` steps are done. */
export const job = sqliteTable(
  "job",
  {
    id: uuidKey(),
    customerId: integer().references(() => customer.id, { onDelete: "cascade" }),
    kind: text().notNull(),
    params: json<JobParams>().notNull(),
    state: text().$type<JobState>().notNull().default("PENDING"),
    progress: integer().notNull().default(0),
    total: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    leasedUntil: instant(),
    lastError: text(),
    /** The outcome of a DONE job; its kind defines the fields. */
    result: json<Record<string, unknown>>(),
    requestedBy: integer(),
    requester: requester(),
    dateCreated: creationInstant(),
    finishedAt: instant(),
  },
  (t) => [index("job_customer").on(t.customerId), index("job_state").on(t.state, t.dateCreated)],
);
export type JobRow = typeof job.$inferSelect;

/** A document that a job exported, stored until `expireDate` (2§3). */
export const exportDocument = sqliteTable(
  "export_document",
  {
    id: uuidKey(),
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    documentationId: uuid(),
    documentationName: text().notNull(),
    fileName: text().notNull(),
    userName: text().notNull(),
    /** MAKING until its job has stored all of it; FAILED with a problem code as `reason`. */
    state: text().$type<"MAKING" | "READY" | "FAILED">().notNull().default("READY"),
    reason: text(),
    jobId: uuid(),
    /** The recipient of a mail with a link to it, and the hash of the link's token. */
    email: text(),
    tokenHash: text().unique(),
    /** Of the object at exportDocumentKey; when the row is deleted, a trigger marks the object as an orphan. Size in bytes. */
    size: integer().notNull().default(0),
    crc32: integer(),
    etag: text(),
    expireDate: text().notNull(),
    lastModified: creationInstant(),
  },
  (t) => [
    index("export_document_expire").on(t.expireDate),
    index("export_document_documentation").on(t.customerId, t.documentationId),
    index("export_document_modified").on(t.lastModified),
    index("export_document_job").on(t.jobId),
    index("export_document_making").on(t.customerId).where(sql`state = 'MAKING'`),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
  ],
);
export type ExportDocumentRow = typeof exportDocument.$inferSelect;

/** A stored object that is attached to a mail, if its entity tag is still the same when the mail is sent. */
export interface MailAttachment {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  key: string;
  etag: string;
}

/** A mail to send, inserted in the batch of the change that caused it. PENDING, SENT, FAILED or EXPIRED. */
export const outboxMail = sqliteTable(
  "outbox_mail",
  {
    id: uuidKey(),
    recipients: json<string[]>().notNull(),
    subject: text().notNull(),
    /** Both bodies are emptied once the mail is sent, because they may contain codes and links. */
    text: text().notNull(),
    html: text().notNull(),
    /** If one of them is missing, the mail is not sent. */
    attachments: json<MailAttachment[]>().notNull().default(sql`'[]'`),
    /** The delivery that waits for this mail; null once it has the outcome. */
    deliveryId: uuid(),
    /** The mail is not sent after this. */
    expiresAt: instant(),
    state: text().notNull().default("PENDING"),
    attempts: integer().notNull().default(0),
    leasedUntil: instant(),
    lastError: text(),
    /** Why it failed. */
    errorKind: text().$type<DeliveryErrorKind>(),
    dateCreated: creationInstant(),
    sentAt: instant(),
  },
  (t) => [
    index("outbox_mail_state").on(t.state, t.dateCreated),
    index("outbox_mail_delivery").on(t.deliveryId),
  ],
);
export type OutboxMailRow = typeof outboxMail.$inferSelect;

/** One run of a scheduled job (3§2 /quartz). */
export const scheduledJobRun = sqliteTable(
  "scheduled_job_run",
  {
    id: uuidKey(),
    jobGroup: text().notNull(),
    jobName: text().notNull(),
    started: creationInstant(),
    finished: instant(),
    /** Milliseconds. */
    duration: integer(),
    success: integer({ mode: "boolean" }),
    message: text(),
  },
  (t) => [index("scheduled_job_run_job").on(t.jobName, t.started)],
);

/** When a scheduled job last ran. Runs that find nothing to do insert no row in scheduled_job_run. */
export const scheduledJobFire = sqliteTable(
  "scheduled_job_fire",
  {
    jobGroup: text().notNull(),
    jobName: text().notNull(),
    firedAt: text().notNull(),
    /** Consecutive failures, and when super admins were mailed about them. */
    failureCount: integer().notNull().default(0),
    notifiedAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.jobGroup, t.jobName] })],
);

/** Whether a component responds to messages; the health endpoint sends them and reads this. */
export const heartbeat = sqliteTable("heartbeat", {
  component: text().primaryKey(),
  /** When the oldest message that may be unanswered was sent, when the newest was sent, and when the last one arrived. */
  oldestSentAt: text().notNull(),
  sentAt: text().notNull(),
  receivedAt: instant(),
});

/** The documentations that a bulk change changed, for undo. Those that have changed since keep their newer state. */
export const bulkChangeRow = sqliteTable(
  "bulk_change_row",
  {
    jobId: uuid()
      .notNull()
      .references(() => job.id, { onDelete: "cascade" }),
    documentationSeq: integer()
      .notNull()
      .references(() => documentation.seq, { onDelete: "cascade" }),
    /** Before the bulk change. */
    previousStatus: text().notNull(),
    previousAssigneeId: integer(),
    previousDueDay: text(),
    /** After the bulk change. */
    newVersion: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.documentationSeq] }),
    index("bulk_change_row_documentation").on(t.documentationSeq),
  ],
);
