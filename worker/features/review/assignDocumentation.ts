import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import type { assignDocumentation as contract } from "#domain/endpoints/review/assign.ts";
import type { Database } from "#worker/db/database.ts";
import { scopeOf } from "#worker/db/scope.ts";
import {
  assignmentNoticeStatements,
  createAssignmentEvent,
  findAssignees,
} from "#worker/documentation/assignees.ts";
import {
  changeDocumentation,
  findChangeableDocumentation,
} from "#worker/documentation/changeDocumentation.ts";
import { findVisibleDocumentation, readDetails } from "#worker/documentation/details.ts";

/**
 * Assigns a documentation to a reviewer, or to nobody.
 * @throws invalid, naming `assigneeId` for a user who may not review it, and `dueDay` for a day without a user; staleVersion
 */
export async function assignDocumentation(
  db: Database,
  actor: Actor,
  id: string,
  { assigneeId, dueDay, version }: z.output<NonNullable<typeof contract.body>>,
): Promise<DocumentationDetails> {
  if (assigneeId === null && dueDay !== null) throw problem("invalid", { fields: { dueDay: "notAllowed" } });
  const row = await findChangeableDocumentation(db, scopeOf(actor), id, version);
  const [assignee] = assigneeId === null ? [] : await findAssignees(db, [assigneeId]);
  if (assigneeId !== null && assignee?.customerId !== row.customerId)
    throw problem("invalid", { fields: { assigneeId: "notFound" } });
  const assignment = { assigneeId, dueDay };
  if (assigneeId !== row.assigneeId || dueDay !== row.dueDay)
    await changeDocumentation(
      db,
      actor,
      row,
      assignment,
      createAssignmentEvent(assignee?.name, dueDay),
      assignmentNoticeStatements(db, actor, row, row, assignment),
    );
  return readDetails(db, await findVisibleDocumentation(db, scopeOf(actor), id));
}
