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
  /** Of the same kind and matter somebody has one notice, however often it is written. */
  matter: string;
  params?: Record<string, string>;
  /** A mail about it goes out by itself: the daily one leaves it out. */
  mailed?: boolean;
}

/**
 * A statement that tells somebody, for the batch that writes what they are told. A matter they have read comes up again. Nobody is told who
 * is gone, disabled or of another customer.
 */
export const noticeStatement = (
  db: Database,
  { customerId, userId, kind, documentationId, matter, params, mailed = false }: NoticeTarget,
) =>
  statement(
    db,
    sql`INSERT INTO notice (id, customer_id, user_id, kind, documentation_id, dedup_key, params, date_created, mailed_at)
      SELECT ${newId}, customer_id, id, ${kind}, ${idParam(documentationId)}, ${matter}, ${JSON.stringify(params ?? {})}, ${now()}, ${mailed ? now() : null}
      FROM user WHERE id = ${userId} AND customer_id = ${customerId} AND enabled
      ON CONFLICT (user_id, kind, dedup_key) DO UPDATE SET params = excluded.params, date_created = excluded.date_created,
        read_at = NULL, mailed_at = excluded.mailed_at`,
  );

/** A statement that takes a notice back: what it told of has come right. */
export const deleteNoticeStatement = (
  db: Database,
  { userId, kind, matter }: Pick<NoticeTarget, "userId" | "kind" | "matter">,
) =>
  statement(
    db,
    sql`DELETE FROM notice WHERE user_id = ${userId} AND kind = ${kind} AND dedup_key = ${matter}`,
  );

/**
 * Tells whoever captured documentations, where that is a user, that photos or files of theirs hang or were refused. Once for what has hung
 * since then, however often it is asked for.
 * @param hanging rows of customer_id, id and since
 */
export const overdueUploadNotices = (db: Database, hanging: SQL) =>
  statement(
    db,
    sql`INSERT INTO notice (id, customer_id, user_id, kind, documentation_id, dedup_key, params, date_created)
      SELECT ${newId}, h.customer_id, u.id, 'UPLOAD_HANGS', h.id, ${idAsText("h.id")}, json_object('since', h.since), ${now()}
      FROM (${hanging}) h CROSS JOIN documentation d ON d.customer_id = h.customer_id AND d.id = h.id
        CROSS JOIN user u ON u.username COLLATE NOCASE = d.creator AND u.customer_id = d.customer_id AND u.enabled
      WHERE d.status NOT IN ('DELETED', 'HANDLED', 'APPROVED')
      ON CONFLICT (user_id, kind, dedup_key) DO UPDATE SET params = excluded.params, date_created = excluded.date_created,
        read_at = NULL, mailed_at = NULL WHERE notice.params ->> 'since' < excluded.params ->> 'since'`,
  );
