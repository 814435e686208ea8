import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type {
  getLastAuthenticationSuccessEvent,
  lastLoginColumns,
} from "#domain/endpoints/operations/auditLog.ts";
import type { Database } from "#worker/db/database.ts";
import { nullable, number, selectNumber, selectRows, text } from "#worker/db/rows.ts";
import { matchesSearchCondition } from "#worker/db/searchText.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";

type Query = z.output<NonNullable<typeof getLastAuthenticationSuccessEvent.query>>;
type LastLoginResponse = z.input<NonNullable<typeof getLastAuthenticationSuccessEvent.response>>;

const loginColumns = {
  userId: number("u.id"),
  username: text("u.username"),
  customerId: number("u.customer_id"),
  customerName: text("c.name"),
  remoteAddr: nullable(text("e.remote_addr")),
  date: text("e.date_created"),
};

const sortColumns: Record<(typeof lastLoginColumns)[number], SQL> = {
  id: sql`u.id`,
  username: sortKeySql("u.username"),
  customerName: sql`c.name_key`,
  remoteAddr: sql`e.remote_addr`,
  date: sql`e.date_created`,
};

/** The newest login of each user: one index step per user, so the cost does not grow with logins. */
const newestLoginsSql = sql`user u JOIN customer c ON c.id = u.customer_id JOIN authentication_success_event e ON e.rowid = (
  SELECT l.rowid FROM authentication_success_event l WHERE l.user_id = u.id ORDER BY l.date_created DESC, l.rowid DESC LIMIT 1)`;

/** The last login of every user who has logged in. */
export async function listLastLogins(db: Database, query: Query): Promise<LastLoginResponse> {
  const { q, max, offset, sort } = query;
  const direction = query.order === "asc" ? sql`ASC` : sql`DESC`;
  const searchCondition = q ? matchesSearchCondition([sql`u.username`, sql`c.name`], q) : sql`1`;
  const items = await selectRows(
    db,
    loginColumns,
    (columns) => sql`
    SELECT ${columns} FROM ${newestLoginsSql} WHERE ${searchCondition} ORDER BY ${sortColumns[sort]} ${direction}, u.id ${direction} LIMIT ${max} OFFSET ${offset}`,
  );
  const total = await selectNumber(
    db,
    sql`
    SELECT count(*) FROM user u JOIN customer c ON c.id = u.customer_id
    WHERE EXISTS (SELECT 1 FROM authentication_success_event e WHERE e.user_id = u.id) AND ${searchCondition}`,
  );
  return { items, total };
}
