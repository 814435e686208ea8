import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import type { grantableStatuses } from "#domain/core/documentationTypes.ts";
import { pick } from "#domain/core/objects.ts";
import { problem } from "#domain/core/problem.ts";
import {
  type BulkChange,
  type BulkFacts,
  type BulkOutcome,
  bulkRefusals,
  getBulkOutcome,
} from "#domain/documentation/bulkChange.ts";
import { acceptsDeviceUploads } from "#domain/documentation/completion.ts";
import {
  type BulkPreview,
  type BulkSendBack,
  maxSentBack,
} from "#domain/endpoints/review/bulkChangeCalls.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, listParam } from "#worker/db/ids.ts";
import { nullable, number, selectRows, text } from "#worker/db/rows.ts";
import { type Scope, scopeOf } from "#worker/db/scope.ts";
import { type Assignee, findAssignees } from "#worker/documentation/assignees.ts";
import { openRetakeCountSql } from "#worker/documentation/retakes.ts";
import { type Filter, visibleCondition } from "#worker/listQuery/filter.ts";
import { createMatchSource, createSearch } from "#worker/listQuery/queryStrategy.ts";
import { type ChangeableRow, changeableColumns } from "./bulkChange.ts";
import { checkSendBack, checkSendBackExtent, readSentBackTasks, sendBackFacts } from "./bulkSendBack.ts";

export interface BulkSelection {
  ids: readonly string[];
  matching: Filter | null;
}

/** For ASSIGN: whom the documentations are assigned to, and by when they should review them. */
export interface BulkAssignment {
  assigneeIds: readonly number[];
  dueDay: string | null;
}

/**
 * The assignees of a bulk change.
 * @throws invalid, naming the field, for anything but an assignment with assignees, for a day without them, and for a user who may not review
 */
export async function checkAssignees(
  db: Database,
  actor: Actor,
  change: BulkChange,
  { assigneeIds, dueDay }: BulkAssignment,
): Promise<Assignee[]> {
  if (assigneeIds.length > 0 && change !== "ASSIGN")
    throw problem("invalid", { fields: { assigneeIds: "notAllowed" } });
  if (dueDay !== null && assigneeIds.length === 0)
    throw problem("invalid", { fields: { dueDay: "notAllowed" } });
  const assignees = await findAssignees(db, assigneeIds);
  // Super admins select in several databases, each of which knows the users of its customers.
  if (spansCustomers(actor)) return assignees;
  const unknownIndex = assigneeIds.findIndex(
    (id) => !assignees.some(({ userId, customerId }) => userId === id && customerId === actor.customerId),
  );
  if (unknownIndex >= 0)
    throw problem("invalid", { fields: { [`assigneeIds.${unknownIndex}`]: "notFound" } });
  return assignees;
}

/** @throws invalid, naming the field, for a tag without a tagging change, or such a change without a tag */
export function checkTag(change: BulkChange, tag: string | null): void {
  const needsTag = change === "TAG" || change === "UNTAG";
  if (needsTag !== (tag !== null))
    throw problem("invalid", { fields: { tag: needsTag ? "required" : "notAllowed" } });
}

/** The facts of an assignment that `getBulkOutcome` needs. If several users share documentations, those that one of them already has stay with that user. */
export const findAssignmentFacts = (
  row: Pick<ChangeableRow, "customerId" | "assigneeId" | "dueDay">,
  { assigneeIds, dueDay }: BulkAssignment,
  assignees: readonly Assignee[],
): NonNullable<BulkFacts["assignment"]> => ({
  isAllowed: assigneeIds.length === 0 || assignees.some(({ customerId }) => customerId === row.customerId),
  isKept:
    assigneeIds.length > 1
      ? assignees.some(({ userId }) => userId === row.assigneeId)
      : row.assigneeId === (assigneeIds[0] ?? null) && row.dueDay === dueDay,
});

/** `FROM` and `WHERE` of the selected documentations. Ids outside the scope select nothing. */
export async function createSelectedRowsSql(
  db: Database,
  scope: Scope,
  { ids, matching }: BulkSelection,
): Promise<SQL> {
  if (matching && ids.length > 0) throw problem("invalid", { fields: { ids: "notAllowed" } });
  if (matching) return createMatchSource(await createSearch(db, scope, matching));
  if (ids.length === 0) throw problem("invalid", { fields: { ids: "required" } });
  return sql`documentation d WHERE d.id IN ${idListParam(ids)}
    AND ${visibleCondition(scope, { customerId: undefined, showHidden: true })}`;
}

/** The statuses granted to each customer. */
export async function readGrantedStatuses(
  db: Database,
): Promise<(customerId: number) => (typeof grantableStatuses)[number][]> {
  const rows = await selectRows(
    db,
    { customerId: number("customer_id"), status: text<(typeof grantableStatuses)[number]>("status") },
    (columns) => sql`SELECT ${columns} FROM customer_documentation_status`,
  );
  const statusesByCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  return (customerId) => (statusesByCustomer.get(customerId) ?? []).map(({ status }) => status);
}

/** Previews a change of the selected documentations. */
export async function previewSelection(
  db: Database,
  actor: Actor,
  change: BulkChange,
  selection: BulkSelection & BulkAssignment & { tag: string | null; sendBack: BulkSendBack | null },
): Promise<BulkPreview> {
  checkTag(change, selection.tag);
  checkSendBack(change, selection.sendBack);
  const assignees = await checkAssignees(db, actor, change, selection);
  const selectedSql = await createSelectedRowsSql(db, scopeOf(actor), selection);
  const getGrantedStatuses = await readGrantedStatuses(db);
  const superAdmin = spansCustomers(actor);
  const preview = createEmptyPreview();
  if (selection.sendBack) {
    const { sendBack } = selection;
    const seqs = await selectRows(
      db,
      { seq: number("d.seq") },
      (columns) => sql`SELECT ${columns} FROM ${selectedSql} LIMIT ${maxSentBack + 1}`,
    );
    checkSendBackExtent(sendBack, { documentations: seqs.length, changed: 0 });
    const rows = await selectRows(
      db,
      changeableColumns(null),
      (columns) =>
        sql`SELECT ${columns} FROM documentation d WHERE d.seq IN ${listParam(seqs.map(({ seq }) => seq))}`,
    );
    const taskIdsOf = await readSentBackTasks(db, rows, sendBack);
    for (const { id, customerId, status, hidden } of rows)
      addToPreview(preview, change, 1, {
        ...{ status, hidden, superAdmin, enabled: getGrantedStatuses(customerId) },
        sendBack: sendBackFacts(taskIdsOf(id), sendBack),
      });
    return sortRefusals(preview);
  }
  const columnsOfRow = changeableColumns(selection.tag);
  const groups = await selectRows(
    db,
    {
      ...pick(columnsOfRow, ["customerId", "status", "hidden", "tagSource"]),
      ...(change === "ASSIGN"
        ? pick(columnsOfRow, ["assigneeId", "dueDay"])
        : { assigneeId: nullable(number(sql`NULL`)), dueDay: nullable(text(sql`NULL`)) }),
      n: number("count(*)"),
      // Only approvals need the number of open retakes.
      awaiting: number(change === "APPROVED" ? sql`coalesce(sum(${openRetakeCountSql} > 0), 0)` : sql`0`),
    },
    (columns) =>
      sql`SELECT ${columns} FROM ${selectedSql} GROUP BY +d.customer_id, +d.status, +d.hidden, 4${change === "ASSIGN" ? sql`, +d.assignee_id, +d.due_day` : sql``}`,
  );
  for (const group of groups) {
    const { customerId, status, hidden, tagSource, n: count, awaiting } = group;
    const effect = addToPreview(preview, change, count, {
      assignment: findAssignmentFacts(group, selection, assignees),
      ...{ status, hidden, tagSource, superAdmin, enabled: getGrantedStatuses(customerId) },
    });
    if (effect === "change") preview.awaiting += awaiting;
  }
  return sortRefusals(preview);
}

const createEmptyPreview = (): BulkPreview => ({
  documentations: 0,
  changed: 0,
  unchanged: 0,
  refused: [],
  inFieldCount: 0,
  awaiting: 0,
});

/** Counts documentations with the same facts. */
function addToPreview(
  preview: BulkPreview,
  change: BulkChange,
  count: number,
  facts: BulkFacts,
): BulkOutcome["effect"] {
  const outcome = getBulkOutcome(change, facts);
  preview.documentations += count;
  if (outcome.effect === "change") {
    preview.changed += count;
    if (acceptsDeviceUploads(facts.status)) preview.inFieldCount += count;
  } else if (outcome.effect === "nothing") preview.unchanged += count;
  else {
    const existingGroup = preview.refused.find(
      ({ reason, status }) => reason === outcome.reason && status === facts.status,
    );
    if (existingGroup) existingGroup.documentations += count;
    else preview.refused.push({ reason: outcome.reason, status: facts.status, documentations: count });
  }
  return outcome.effect;
}

function sortRefusals(preview: BulkPreview): BulkPreview {
  preview.refused.sort((a, b) => bulkRefusals.indexOf(a.reason) - bulkRefusals.indexOf(b.reason));
  return preview;
}
