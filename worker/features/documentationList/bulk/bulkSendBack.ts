import { sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { today } from "#domain/core/calendar/days.ts";
import { Problem, problem } from "#domain/core/problem.ts";
import { type BulkChange, type BulkFacts, getBulkOutcome } from "#domain/documentation/bulkChange.ts";
import { findSentBackTasks } from "#domain/documentation/sentBackTasks.ts";
import {
  type BulkSendBack,
  maxMailedSentBack,
  maxSentBack,
} from "#domain/endpoints/review/bulkChangeCalls.ts";
import { countSessionAttempts, mailLimits } from "#worker/auth/callLimits.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { selectRows, uuid } from "#worker/db/rows.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
import { readCheckedTasks } from "#worker/documentation/checkedTasks.ts";
import type { JobStep } from "#worker/jobs/defineJob.ts";
import { sendBackItems } from "#worker/links/sendBack.ts";
import type { ChangeableRow } from "./bulkChange.ts";

/** @throws invalid, naming the field, for a request to send back without that change, the change without a request, and a day in the past */
export function checkSendBack(change: BulkChange, sendBack: BulkSendBack | null): void {
  const needsRequest = change === "SEND_BACK";
  if (needsRequest !== (sendBack !== null))
    throw problem("invalid", { fields: { sendBack: needsRequest ? "required" : "notAllowed" } });
  if (sendBack?.dueDay && sendBack.dueDay < today())
    throw problem("invalid", { fields: { "sendBack.dueDay": "tooSmall" } });
}

/** @throws invalid for more documentations than can be sent back at once, or by mail */
export function checkSendBackExtent(
  { address }: BulkSendBack,
  { documentations, changed }: { documentations: number; changed: number },
): void {
  if (documentations > maxSentBack) throw problem("invalid", { fields: { ids: "tooLarge" } });
  if (address !== null && changed > maxMailedSentBack)
    throw problem("invalid", { fields: { "sendBack.address": "tooLarge" } });
}

/** Counts the mails before any is sent, so that the limits do not interrupt the change. @throws attemptsExhausted */
export async function reserveMails(
  db: Database,
  actor: Actor,
  customerId: number,
  address: string,
  count: number,
): Promise<void> {
  const [recipientLimit, ...limits] = await mailLimits(customerId, actor.userId, [address], count);
  await countSessionAttempts(db, [{ ...recipientLimit!, callAttempts: count }, ...limits]);
}

/** The tasks of each documentation that are to be sent back, without those that already are. */
export async function readSentBackTasks(
  db: Database,
  rows: readonly Pick<ChangeableRow, "id" | "customerId">[],
  { tasks: which }: Pick<BulkSendBack, "tasks">,
): Promise<(documentationId: string) => string[]> {
  const taskIds = new Map<string, string[]>();
  for (const [customerId, ownRows] of Map.groupBy(rows, (row) => row.customerId)) {
    const ids = ownRows.map(({ id }) => id);
    const { tasks } = await readCheckedTasks(db, customerId, ids);
    const openTasks = await selectRows(
      db,
      { id: uuid("r.documentation_task_id") },
      (columns) => sql`SELECT ${columns} FROM retake r WHERE r.customer_id = ${customerId}
        AND r.documentation_id IN ${idListParam(ids)} AND r.outcome IS NULL AND ${withoutIndex(sql`r.documentation_task_id`)} IS NOT NULL`,
    );
    const openIds = new Set(openTasks.map(({ id }) => id));
    for (const { id, documentationId } of findSentBackTasks(tasks, which))
      if (!openIds.has(id)) taskIds.set(documentationId, [...(taskIds.get(documentationId) ?? []), id]);
  }
  return (documentationId) => taskIds.get(documentationId) ?? [];
}

export const sendBackFacts = (
  taskIds: readonly string[],
  { address }: BulkSendBack,
): NonNullable<BulkFacts["sendBack"]> => ({ taskCount: taskIds.length, handsOver: address === null });

/** Sends tasks of documentations back, except of those that have changed since they were read. */
export async function sendBackRows(
  { env, db, actor, job }: JobStep<unknown, unknown>,
  rows: readonly ChangeableRow[],
  sendBack: BulkSendBack,
  factsOf: (row: ChangeableRow) => BulkFacts,
): Promise<void> {
  const taskIdsOf = await readSentBackTasks(db, rows, sendBack);
  const { reason, dueDay, address } = sendBack;
  for (const row of rows) {
    const taskIds = taskIdsOf(row.id);
    const facts = { ...factsOf(row), sendBack: sendBackFacts(taskIds, sendBack) };
    if (getBulkOutcome("SEND_BACK", facts).effect !== "change") continue;
    const request = {
      documentationId: row.id,
      items: taskIds.map((documentationTaskId) => ({ documentationTaskId, reason, drawing: null })),
      ...{ dueDay, link: address !== null, handOver: address === null },
      recipient: address === null ? null : { kind: "MAIL" as const, address },
    };
    try {
      await sendBackItems(env, db, actor, request, job.id);
    } catch (error) {
      if (!(error instanceof Problem) || !skippedProblems.has(error.code)) throw error;
    }
  }
}

/** What other users did in the meantime: the documentation was changed, deleted or sent back. */
const skippedProblems: ReadonlySet<string> = new Set(["staleVersion", "ruleBroken", "invalid", "notFound"]);
