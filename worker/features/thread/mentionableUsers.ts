import { sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { type Crew, maxMentionableUsers } from "#domain/endpoints/documentation/thread.ts";
import { containsFolded } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, listParam } from "#worker/db/ids.ts";
import { nullable, number, selectRows, text, uuid } from "#worker/db/rows.ts";
import type { DocumentationRow } from "#worker/db/schema/index.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
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

/** Open links of a documentation that are offered, the newest ones. */
const maxLinks = 20;

const crewColumns = {
  kind: text<Crew["kind"]>("x.kind"),
  id: uuid("x.id"),
  name: nullable(text("x.name")),
  dateCreated: text("x.date_created"),
};

/** The licence of a documentation and its links, newest first; only the open ones unless `includesClosed`. */
export const listCrews = (
  db: Database,
  { customerId, id, licenseId }: Pick<DocumentationRow, "customerId" | "id" | "licenseId">,
  { includesClosed = false } = {},
) =>
  selectRows(
    db,
    crewColumns,
    (columns) => sql`SELECT ${columns} FROM (
      SELECT 'LICENSE' AS kind, l.id AS id, l.name AS name, l.date_created AS date_created FROM license l
        WHERE l.customer_id = ${customerId} AND l.id = ${licenseId === null ? null : idParam(licenseId)}
      UNION ALL SELECT * FROM (SELECT 'LINK', u.id,
          (SELECT r.recipient_address FROM retake r WHERE r.customer_id = u.customer_id AND r.upload_token_id = u.id LIMIT 1), u.date_created
        FROM upload_token u WHERE u.customer_id = ${customerId} AND u.documentation_id = ${idParam(id)}
          ${includesClosed ? sql`` : sql`AND u.revoked_at IS NULL AND ${withoutIndex(sql`u.expire_date`)} > ${now()}`}
        ORDER BY u.date_created DESC, u.rowid DESC ${includesClosed ? sql`` : sql`LIMIT ${maxLinks}`})) x`,
  );

/** @throws invalid, naming the crew, for a licence or link of another documentation */
export async function checkCrews(
  db: Database,
  documentation: DocumentationRow,
  crews: readonly Crew[],
): Promise<void> {
  if (crews.length === 0) return;
  const knownCrews = await listCrews(db, documentation, { includesClosed: true });
  const unknownIndex = crews.findIndex(
    ({ kind, id }) => !knownCrews.some((known) => known.kind === kind && known.id === id),
  );
  if (unknownIndex >= 0) throw problem("invalid", { fields: { [`crews.${unknownIndex}`]: "notFound" } });
}
