import { sql } from "drizzle-orm";
import { foreignKey, index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import type { NoticeKind } from "#domain/endpoints/account/notice.ts";
import { creationInstant, customerForeignKey, instant, params, uuid, uuidKey } from "./columns.ts";
import { documentation } from "./documentation.ts";
import { user } from "./user.ts";

/** A notice for a user: shown under the bell, and in the daily mail until it has been read. */
export const notice = sqliteTable(
  "notice",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    userId: integer().notNull(),
    kind: text().$type<NoticeKind>().notNull(),
    documentationId: uuid(),
    /** A second notice of the same user and kind with the same key updates the first. */
    dedupKey: text().notNull(),
    params: params(),
    dateCreated: creationInstant(),
    readAt: instant(),
    mailedAt: instant(),
  },
  (t) => [
    unique("notice_matter").on(t.userId, t.kind, t.dedupKey),
    index("notice_user").on(t.customerId, t.userId, t.dateCreated),
    index("notice_unread").on(t.userId, t.dateCreated).where(sql`read_at IS NULL`),
    index("notice_created").on(t.dateCreated),
    index("notice_documentation").on(t.customerId, t.documentationId),
    index("notice_mail").on(t.userId).where(sql`read_at IS NULL AND mailed_at IS NULL`),
    foreignKey({ columns: [t.customerId, t.userId], foreignColumns: [user.customerId, user.id] }).onDelete(
      "cascade",
    ),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
  ],
);
