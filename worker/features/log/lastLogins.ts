import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { getLastAuthenticationSuccessEvent, lastLoginColumns } from "../../../domain/endpoints/log";
import { holds } from "../../db/casefold";
import type { Database } from "../../db/database";

type Query = z.output<NonNullable<typeof getLastAuthenticationSuccessEvent.query>>;
type Answer = z.input<NonNullable<typeof getLastAuthenticationSuccessEvent.answer>>;

const columns: Record<(typeof lastLoginColumns)[number], SQL> = {
  username: sql`u.username COLLATE NOCASE`,
  customerName: sql`c.name COLLATE NOCASE`,
  remoteAddr: sql`e.remote_addr`,
  date: sql`e.date_created`,
};

/** Each user's newest login is one step of an index, so the work grows with users and not with logins. */
const newest = sql`user u JOIN customer c ON c.id = u.customer_id JOIN authentication_success_event e ON e.rowid = (
  SELECT l.rowid FROM authentication_success_event l WHERE l.user_id = u.id ORDER BY l.date_created DESC, l.rowid DESC LIMIT 1)`;

/** The last login of every user who has ever logged in. */
export async function lastLogins(db: Database, query: Query): Promise<Answer> {
  const { q, max, offset, sort } = query;
  const direction = query.order === "asc" ? sql`ASC` : sql`DESC`;
  const found = q ? sql`(${holds(sql`u.username`, q)} OR ${holds(sql`c.name`, q)})` : sql`1`;
  const items = await db.all<Answer["items"][number]>(sql`
    SELECT u.id AS userId, u.username, u.customer_id AS customerId, c.name AS customerName, e.remote_addr AS remoteAddr, e.date_created AS date
    FROM ${newest} WHERE ${found} ORDER BY ${columns[sort]} ${direction}, u.id ${direction} LIMIT ${max} OFFSET ${offset}`);
  const counted = await db.get<{ total: number }>(sql`
    SELECT count(*) AS total FROM user u JOIN customer c ON c.id = u.customer_id
    WHERE EXISTS (SELECT 1 FROM authentication_success_event e WHERE e.user_id = u.id) AND ${found}`);
  return { items, total: counted.total };
}
