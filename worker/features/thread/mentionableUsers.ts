import { sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { maxMentionableUsers } from "#domain/endpoints/documentation/thread.ts";
import { containsFolded } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { listParam } from "#worker/db/ids.ts";
import { nullable, number, selectRows, text } from "#worker/db/rows.ts";
import { colleagueCondition } from "#worker/documentation/colleagues.ts";

const userColumns = {
  userId: number("u.id"),
  name: text("u.username"),
  fullName: nullable(text("u.full_name")),
};

export const searchMentionableUsers = (db: Database, customerId: number, term: string) =>
  selectRows(
    db,
    userColumns,
    (
      columns,
    ) => sql`SELECT ${columns} FROM user u WHERE ${colleagueCondition(customerId, "ROLE_DOCUMENTATION_READ")}
      ${term ? sql`AND (${containsFolded(sql`u.username`, term)} OR ${containsFolded(sql`coalesce(u.full_name, '')`, term)})` : sql``}
      ORDER BY u.username COLLATE NOCASE LIMIT ${maxMentionableUsers}`,
  );

/**
 * The mentioned users with their names, each once.
 * @throws invalid, naming the mention, for a user who may not be mentioned
 */
export async function checkMentions(
  db: Database,
  customerId: number,
  userIds: readonly number[],
): Promise<{ userId: number; name: string }[]> {
  if (userIds.length === 0) return [];
  const users = await selectRows(
    db,
    { userId: userColumns.userId, name: userColumns.name },
    (columns) => sql`SELECT ${columns} FROM user u
      WHERE u.id IN ${listParam(userIds)} AND ${colleagueCondition(customerId, "ROLE_DOCUMENTATION_READ")}`,
  );
  const usersById = new Map(users.map((user) => [user.userId, user]));
  return [...new Set(userIds)].map((userId) => {
    const user = usersById.get(userId);
    if (!user) throw problem("invalid", { fields: { [`mentions.${userIds.indexOf(userId)}`]: "notFound" } });
    return user;
  });
}
