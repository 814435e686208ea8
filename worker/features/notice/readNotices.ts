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
import { hasMissingUploadsCondition } from "#worker/listQuery/attention.ts";

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
const visibleNoticesQuery = (
  actor: Actor,
): SQL => sql`n.user_id = ${actor.userId} AND n.customer_id = ${actor.customerId}
  AND n.kind IN ${listParam(noticeKindsFor(actor))}
  AND (n.documentation_id IS NULL OR d.status <> 'DELETED')
  AND (n.kind <> 'UPLOAD_HANGS' OR (${hasMissingUploadsCondition()}))`;

const withDocumentation = sql.raw(
  "LEFT JOIN documentation d ON d.customer_id = n.customer_id AND d.id = n.documentation_id",
);

/** The newest notices. */
export const listNotices = (db: Database, actor: Actor): Promise<NoticeRow[]> =>
  selectRows(
    db,
    noticeColumns,
    (columns) => sql`SELECT ${columns} FROM notice n INDEXED BY notice_user ${withDocumentation}
      WHERE ${visibleNoticesQuery(actor)} ORDER BY n.date_created DESC, n.id LIMIT ${maxNotices}`,
  );

/** SQL condition: unread notices, written before `until`, that were not mailed. */
const unmailed = (until: string) =>
  sql`n.read_at IS NULL AND n.mailed_at IS NULL AND n.date_created < ${until}`;

/** The unread notices for the daily mail. */
export const listUnmailed = (db: Database, actor: Actor, until: string): Promise<NoticeRow[]> =>
  selectRows(
    db,
    noticeColumns,
    (columns) => sql`SELECT ${columns} FROM notice n INDEXED BY notice_mail ${withDocumentation}
      WHERE ${visibleNoticesQuery(actor)} AND ${unmailed(until)} ORDER BY n.date_created DESC LIMIT ${maxNotices}`,
  );

export const countUnread = (db: Database, actor: Actor): Promise<number> =>
  selectNumber(
    db,
    sql`SELECT count(*) FROM (SELECT 1 FROM notice n INDEXED BY notice_unread ${withDocumentation}
      WHERE ${visibleNoticesQuery(actor)} AND n.read_at IS NULL LIMIT ${maxNotices})`,
  );

/** Marks the user's notices as read. */
export async function markRead(
  db: Database,
  { userId, customerId }: Actor,
  { ids, until }: z.output<NonNullable<typeof readNotices.body>>,
): Promise<void> {
  const unread = sql`user_id = ${userId} AND customer_id = ${customerId} AND read_at IS NULL`;
  const written = [
    ...(ids.length > 0 ? [sql`id IN ${idListParam(ids)}`] : []),
    ...(until ? [sql`date_created <= ${until}`] : []),
  ];
  if (written.length === 0) return;
  await db.batch([
    statement(
      db,
      sql`UPDATE notice SET read_at = ${now()} WHERE ${unread} AND (${sql.join(written, sql` OR `)})`,
    ),
  ]);
}
