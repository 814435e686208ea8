import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import type { AssignableUser } from "#domain/endpoints/review/assign.ts";
import { maxAssignableUsers } from "#domain/endpoints/review/assign.ts";
import type { Database } from "#worker/db/database.ts";
import { listParam } from "#worker/db/ids.ts";
import { deleteNoticeStatement, noticeStatement } from "#worker/db/notices.ts";
import { flag, nullable, number, type Projection, selectRows, text } from "#worker/db/rows.ts";
import type { DocumentationRow } from "#worker/db/schema/index.ts";
import { matchesSearchCondition } from "#worker/db/searchText.ts";
import { colleagueCondition } from "./colleagues.ts";

/** The name by which a user `u` is shown to colleagues. */
export const userNameSql = sql`coalesce(u.full_name, u.username)`;

/** The name of the assignee of `documentation d`. */
export const assigneeNameSql = sql`(SELECT ${userNameSql} FROM user u WHERE u.id = d.assignee_id AND u.customer_id = d.customer_id)`;

const assignableColumns = {
  userId: number("u.id"),
  name: text("u.username"),
  fullName: nullable(text("u.full_name")),
  isReviewing: flag(sql`EXISTS (SELECT 1 FROM review_claim r
    WHERE r.customer_id = u.customer_id AND r.user_id = u.id AND r.expires_at > ${now()})`),
} satisfies Projection<AssignableUser>;

/** Lists the users who may review a customer's documentations and can therefore be assigned to them. Those reviewing now come first. */
export const listAssignableUsers = (db: Database, customerId: number, term: string) =>
  selectRows(
    db,
    assignableColumns,
    (columns) => sql`SELECT ${columns} FROM user u
      WHERE ${colleagueCondition(customerId, "ROLE_DOCUMENTATION_WRITE")}
      ${term ? sql`AND ${matchesSearchCondition([sql`u.username`, sql`coalesce(u.full_name, '')`], term)}` : sql``}
      ORDER BY 4 DESC, ${userNameSql} COLLATE NOCASE LIMIT ${maxAssignableUsers}`,
  );

/** A user to whom documentations of their customer may be assigned. */
export interface Assignee {
  userId: number;
  customerId: number;
  name: string;
}

/** The given users who may review, in the given order. */
export async function findAssignees(db: Database, userIds: readonly number[]): Promise<Assignee[]> {
  if (userIds.length === 0) return [];
  const assignees = await selectRows(
    db,
    { userId: number("u.id"), customerId: number("u.customer_id"), name: text(userNameSql) },
    (columns) => sql`SELECT ${columns} FROM user u
      WHERE u.id IN ${listParam(userIds)} AND ${colleagueCondition(sql`u.customer_id`, "ROLE_DOCUMENTATION_WRITE")}`,
  );
  return assignees.sort((a, b) => userIds.indexOf(a.userId) - userIds.indexOf(b.userId));
}

type Assignment = Pick<DocumentationRow, "assigneeId" | "dueDay">;

/** The event of an assignment in the history; without a name, the documentation was unassigned. */
export const createAssignmentEvent = (name: string | undefined, dueDay: string | null) =>
  ({
    type: "ASSIGNED",
    params: { ...(name && { to: name }), ...(dueDay && { day: dueDay }) },
  }) as const;

/** Notifies the new assignee of a documentation unless it is the actor, and withdraws the notice of the previous one. */
export function assignmentNoticeStatements(
  db: Database,
  actor: Actor,
  { customerId, id }: Pick<DocumentationRow, "customerId" | "id">,
  previous: Assignment,
  { assigneeId, dueDay }: Assignment,
): BatchItem<"sqlite">[] {
  const notice = { kind: "ASSIGNED", dedupKey: id } as const;
  return [
    ...(previous.assigneeId !== null && previous.assigneeId !== assigneeId
      ? [deleteNoticeStatement(db, { ...notice, userId: previous.assigneeId })]
      : []),
    ...(assigneeId !== null && assigneeId !== actor.userId
      ? [
          noticeStatement(db, {
            ...{ ...notice, customerId, userId: assigneeId, documentationId: id },
            params: { by: actor.username, ...(dueDay && { day: dueDay }) },
          }),
        ]
      : []),
  ];
}
