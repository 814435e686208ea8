import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import {
  maxNotices,
  type NoticeRow,
  noticeKindsFor,
  type readNotices,
} from "#domain/endpoints/account/notice.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, listParam } from "#worker/db/ids.ts";
import { json, nullable, type Projection, selectNumber, selectRows, text, uuid } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";
import { missingUploadsCondition } from "#worker/listQuery/attention.ts";

const noticeColumns = {
  id: uuid("n.id"),
  kind: text<NoticeRow["kind"]>("n.kind"),
  documentationId: nullable(uuid("n.documentation_id")),
  documentationName: nullable(text("coalesce(d.alias, d.name)")),
  params: json<NoticeRow["params"]>("n.params"),
  dateCreated: text("n.date_created"),
  read: nullable(text("n.read_at")),
} satisfies Projection<NoticeRow>;

/**
 * The user's notices in the current customer that they may see now: covered by their authorities, about existing documentations,
 * and not about uploads that have arrived since.
 */
const visibleNoticesCondition = (
  actor: Actor,
): SQL => sql`n.user_id = ${actor.userId} AND n.customer_id = ${actor.customerId}
  AND n.kind IN ${listParam(noticeKindsFor(actor))}
  AND (n.documentation_id IS NULL OR d.status <> 'DELETED')
  AND (n.kind <> 'UPLOAD_HANGS' OR (${missingUploadsCondition()}))`;

const documentationJoin = sql.raw(
  "LEFT JOIN documentation d ON d.customer_id = n.customer_id AND d.id = n.documentation_id",
);

/** The newest notices. */
export const listNotices = (db: Database, actor: Actor): Promise<NoticeRow[]> =>
  selectRows(
    db,
    noticeColumns,
    (columns) => sql`SELECT ${columns} FROM notice n INDEXED BY notice_user ${documentationJoin}
      WHERE ${visibleNoticesCondition(actor)} ORDER BY n.date_created DESC, n.id LIMIT ${maxNotices}`,
  );

/** SQL condition: unread notices, written before `cutoff`, that were not mailed. */
const unmailedCondition = (cutoff: string) =>
  sql`n.read_at IS NULL AND n.mailed_at IS NULL AND n.date_created < ${cutoff}`;

/** The unread notices for the daily mail. */
export const listUnmailedNotices = (db: Database, actor: Actor, cutoff: string): Promise<NoticeRow[]> =>
  selectRows(
    db,
    noticeColumns,
    (columns) => sql`SELECT ${columns} FROM notice n INDEXED BY notice_mail ${documentationJoin}
      WHERE ${visibleNoticesCondition(actor)} AND ${unmailedCondition(cutoff)} ORDER BY n.date_created DESC LIMIT ${maxNotices}`,
  );

export const countUnreadNotices = (db: Database, actor: Actor): Promise<number> =>
  selectNumber(
    db,
    sql`SELECT count(*) FROM (SELECT 1 FROM notice n INDEXED BY notice_unread ${documentationJoin}
      WHERE ${visibleNoticesCondition(actor)} AND n.read_at IS NULL LIMIT ${maxNotices})`,
  );

/** Marks the user's notices as read. */
export async function markAsRead(
  db: Database,
  { userId, customerId }: Actor,
  { ids, until: cutoff }: z.output<NonNullable<typeof readNotices.body>>,
): Promise<void> {
  const unreadCondition = sql`user_id = ${userId} AND customer_id = ${customerId} AND read_at IS NULL`;
  const selectedConditions = [
    ...(ids.length > 0 ? [sql`id IN ${idListParam(ids)}`] : []),
    ...(cutoff ? [sql`date_created <= ${cutoff}`] : []),
  ];
  if (selectedConditions.length === 0) return;
  await db.batch([
    statement(
      db,
      sql`UPDATE notice SET read_at = ${now()} WHERE ${unreadCondition} AND (${sql.join(selectedConditions, sql` OR `)})`,
    ),
  ]);
}
