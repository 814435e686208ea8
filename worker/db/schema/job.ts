import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DeliveryErrorKind } from "#domain/delivery/states.ts";
import type { JobState } from "#domain/endpoints/shared/job.ts";
import { created, customerForeignKey, instant, json, requester, uuid, uuidKey } from "./columns.ts";
import { customer } from "./customer.ts";
import { documentation } from "./documentation.ts";

/** What a job was asked for, and where its next step goes on; its kind knows their shapes. */
export interface JobParams {
  request: unknown;
  /** Null before the first step. */
  cursor: unknown;
}

/** Long work: messages only name the row. PENDING, RUNNING, DONE or FAILED; `progress` of `total` steps. */
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
    dateCreated: created(),
    finishedAt: instant(),
  },
  (t) => [index("job_customer").on(t.customerId), index("job_state").on(t.state, t.dateCreated)],
);
export type JobRow = typeof job.$inferSelect;

/** A document made in the background and kept for a while (2§3). */
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
    /** MAKING until its job has stored all of it; FAILED with a problem code as its reason. */
    state: text().$type<"MAKING" | "READY" | "FAILED">().notNull().default("READY"),
    reason: text(),
    /** The job that makes it. */
    jobId: uuid(),
    /** Who is mailed a link to it, and the hash of that link's token. */
    email: text(),
    tokenHash: text().unique(),
    /** Bytes, CRC-32 and entity tag of the object at keyOfExportDocument; when the row goes, a trigger has the object removed. */
    size: integer().notNull().default(0),
    crc32: integer(),
    etag: text(),
    expireDate: text().notNull(),
    lastModified: created(),
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

/** A stored object that goes with a mail: whole, and only as it was when the mail was written. */
export interface MailAttachment {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  key: string;
  etag: string;
}

/** A mail to send, written in the batch of the change that caused it. PENDING, SENT, FAILED or EXPIRED. */
export const outboxMail = sqliteTable(
  "outbox_mail",
  {
    id: uuidKey(),
    recipients: json<string[]>().notNull(),
    subject: text().notNull(),
    /** Both bodies are emptied once the mail is sent: they may hold codes and links. */
    text: text().notNull(),
    html: text().notNull(),
    /** Stored objects that go with it, all of them or the mail does not go. */
    attachments: json<MailAttachment[]>().notNull().default(sql`'[]'`),
    /** The delivery that waits for this mail; null once it has heard what became of it. */
    deliveryId: uuid(),
    /** After this the mail is too late and is not sent. */
    expiresAt: instant(),
    state: text().notNull().default("PENDING"),
    attempts: integer().notNull().default(0),
    leasedUntil: instant(),
    lastError: text(),
    /** Why it was given up, in the words of deliveries. */
    errorKind: text().$type<DeliveryErrorKind>(),
    dateCreated: created(),
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
    started: created(),
    finished: instant(),
    /** Milliseconds. */
    duration: integer(),
    success: integer({ mode: "boolean" }),
    message: text(),
  },
  (t) => [index("scheduled_job_run_job").on(t.jobName, t.started)],
);

/** When a scheduled job last fired. Runs that find nothing to do leave no row in scheduled_job_run. */
export const scheduledJobFire = sqliteTable(
  "scheduled_job_fire",
  {
    jobGroup: text().notNull(),
    jobName: text().notNull(),
    firedAt: text().notNull(),
    /** Failures in a row, and when super admins were mailed about them. */
    failureCount: integer().notNull().default(0),
    notifiedAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.jobGroup, t.jobName] })],
);

/** Whether a part of the service answers; the health call asks and reads it. */
export const heartbeat = sqliteTable("heartbeat", {
  component: text().primaryKey(),
  /** When the oldest message was sent that may be unanswered, when the newest was sent, and when one last arrived. */
  oldestSentAt: text().notNull(),
  sentAt: text().notNull(),
  receivedAt: instant(),
});

/** The documentations that a bulk change changed, for undoing it. One that has changed since keeps its newer state. */
export const bulkChangeRow = sqliteTable(
  "bulk_change_row",
  {
    jobId: uuid()
      .notNull()
      .references(() => job.id, { onDelete: "cascade" }),
    documentationSeq: integer()
      .notNull()
      .references(() => documentation.seq, { onDelete: "cascade" }),
    /** The status before. */
    previousStatus: text().notNull(),
    /** The version after. */
    newVersion: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.documentationSeq] }),
    index("bulk_change_row_documentation").on(t.documentationSeq),
  ],
);
