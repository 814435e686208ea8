import { type SQL, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import type { NoticeKind } from "#domain/endpoints/account/notice.ts";
import type { Database } from "./database.ts";
import { idAsText, idParam, newId } from "./ids.ts";
import { statement } from "./statement.ts";

interface NoticeTarget {
  customerId: number;
  userId: number;
  kind: NoticeKind;
  documentationId: string | null;
  /** A user has one notice per kind and key; writing it again updates it. */
  dedupKey: string;
  params?: Record<string, string>;
  /** A mail is sent separately, so the daily mail omits the notice. */
  isMailed?: boolean;
}

/**
 * A statement that notifies a user, to be run in the batch that writes the change. Marks an existing notice as unread. Does nothing
 * for users who are deleted, disabled or of another customer.
 */
export const noticeStatement = (
  db: Database,
  { customerId, userId, kind, documentationId, dedupKey, params, isMailed = false }: NoticeTarget,
) =>
  statement(
    db,
    sql`INSERT INTO notice (id, customer_id, user_id, kind, documentation_id, dedup_key, params, date_created, mailed_at)
      SELECT ${newId}, customer_id, id, ${kind}, ${idParam(documentationId)}, ${dedupKey}, ${JSON.stringify(params ?? {})}, ${now()}, ${isMailed ? now() : null}
      FROM user WHERE id = ${userId} AND customer_id = ${customerId} AND enabled
      ON CONFLICT (user_id, kind, dedup_key) DO UPDATE SET params = excluded.params, date_created = excluded.date_created,
        read_at = NULL, mailed_at = excluded.mailed_at`,
  );

/** A statement that deletes a notice whose cause has been resolved. */
export const deleteNoticeStatement = (
  db: Database,
  { userId, kind, dedupKey }: Pick<NoticeTarget, "userId" | "kind" | "dedupKey">,
) =>
  statement(
    db,
    sql`DELETE FROM notice WHERE user_id = ${userId} AND kind = ${kind} AND dedup_key = ${dedupKey}`,
  );

/**
 * Notifies the users who captured documentations that photos or files are overdue or were refused. Notifies again only if `since` is
 * later than in the existing notice.
 * @param overdueQuery a query of the documentations: customer_id, id and since
 */
export const overdueUploadNoticesStatement = (db: Database, overdueQuery: SQL) =>
  statement(
    db,
    sql`INSERT INTO notice (id, customer_id, user_id, kind, documentation_id, dedup_key, params, date_created)
      SELECT ${newId}, h.customer_id, u.id, 'UPLOAD_HANGS', h.id, ${idAsText("h.id")}, json_object('since', h.since), ${now()}
      FROM (${overdueQuery}) h CROSS JOIN documentation d ON d.customer_id = h.customer_id AND d.id = h.id
        CROSS JOIN user u ON u.username COLLATE NOCASE = d.creator AND u.customer_id = d.customer_id AND u.enabled
      WHERE d.status NOT IN ('DELETED', 'HANDLED', 'APPROVED')
      ON CONFLICT (user_id, kind, dedup_key) DO UPDATE SET params = excluded.params, date_created = excluded.date_created,
        read_at = NULL, mailed_at = NULL WHERE notice.params ->> 'since' < excluded.params ->> 'since'`,
  );
