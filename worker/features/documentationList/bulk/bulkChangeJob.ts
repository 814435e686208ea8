import { sql } from "drizzle-orm";
import { z } from "zod";
import { spansCustomers } from "#domain/access/authorities.ts";
import { undoHoldSeconds } from "#domain/delivery/undoHold.ts";
import { type BulkChange, bulkChanges, getBulkOutcome } from "#domain/documentation/bulkChange.ts";
import { bulkChange, bulkSendBack, undoBulkChange } from "#domain/endpoints/review/bulkChangeCalls.ts";
import { documentationFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import { idParam, listParam } from "#worker/db/ids.ts";
import { deleteNoticeStatement } from "#worker/db/notices.ts";
import { nullable, number, selectNumber, selectRows, text } from "#worker/db/rows.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { listNonResidentCustomers } from "#worker/db/shards.ts";
import { createAssignmentEvent, findAssignees, userNameSql } from "#worker/documentation/assignees.ts";
import { deletionChange } from "#worker/documentation/changeDocumentation.ts";
import { startedCondition } from "#worker/documentation/startedExports.ts";
import { wakeDeliveries } from "#worker/ingest/wakeDeliveries.ts";
import { defineJob, type JobStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { visibleCondition } from "#worker/listQuery/filter.ts";
import {
  type ChangeableRow,
  changeableColumns,
  changeRows,
  createTaggingChange,
  type RowChange,
} from "./bulkChange.ts";
import {
  type BulkSelection,
  createSelectedRowsSql,
  findAssignmentFacts,
  readGrantedStatuses,
} from "./bulkSelection.ts";
import { sendBackRows } from "./bulkSendBack.ts";
import { bulkAssignmentNoticeStatement, readReviewerIds } from "./sharedQueue.ts";

/** Requests of earlier versions lack these. */
const changeShape = {
  /** Joined by `;`; empty unless it assigns. */
  assigneeIds: z.string().default(""),
  /** Null unless it adds or removes a tag. */
  tag: z.string().nullable().default(null),
  /** Null unless it sends back. */
  sendBack: bulkSendBack.nullable().default(null),
};
const parseUserIds = (text: string): number[] => (text === "" ? [] : text.split(";").map(Number));

/** The request as the job's row stores it: as texts, which the audit log truncates. */
const bulkRequestSchema = z.object({
  change: z.enum(bulkChanges),
  /** Joined by `;`; empty if a filter is used. */
  ids: z.string(),
  /** The filter as sent by the client; null if ids are used. */
  filter: z.record(z.string(), z.string()).nullable(),
  ...changeShape,
  dueDay: z.string().nullable().default(null),
  /** The newest `seq` when the job was requested: later documentations stay unchanged. */
  horizon: z.int(),
  documentations: z.int(),
});
type BulkRequest = z.output<typeof bulkRequestSchema>;

const undoRequestSchema = z.object({
  /** Id of the job to undo. */
  undoes: z.string(),
  change: z.enum(bulkChanges),
  ...changeShape,
  documentations: z.int(),
});
type UndoRequest = z.output<typeof undoRequestSchema>;

const bulkCursorSchema = z.object({
  /** `seq` of the last row read. */
  seq: z.int(),
  /** Rows read so far. */
  seen: z.int(),
});
type Cursor = z.output<typeof bulkCursorSchema>;
const startCursor: Cursor = { seq: 0, seen: 0 };

interface BulkLimits {
  rowsPerBatch: number;
  millisecondsPerStep: number;
}
const defaultLimits: BulkLimits = { rowsPerBatch: 50, millisecondsPerStep: 20_000 };

/** A filter is sorted by `seq` for each query, so a query reads ahead for many batches. */
const maxRowsAhead = 2000;

/** Hours for which a change can be undone. */
export const undoHours = 24;

/** Changes the selected rows in batches. A repeated step skips rows that are already changed. */
export const createBulkChangeKind = (limits: BulkLimits = defaultLimits) =>
  defineJob({
    name: "bulkChange",
    request: bulkRequestSchema,
    cursor: bulkCursorSchema,
    startedBy: bulkChange,
    retentionHours: undoHours,
    step: (step) => runChangeStep(step, limits),
  });
export const bulkChangeKind = createBulkChangeKind();

const filterSchema = z.object(documentationFilter);

async function runChangeStep(
  step: JobStep<BulkRequest, Cursor>,
  limits: BulkLimits,
): Promise<StepOutcome<Cursor>> {
  const { env, db, request, actor } = step;
  const scope = scopeOf({ ...actor, nonResidents: await listNonResidentCustomers(env) });
  const selection: BulkSelection = {
    ids: request.ids === "" ? [] : request.ids.split(";"),
    matching: request.filter && filterSchema.parse(request.filter),
  };
  const fromClause = await createSelectedRowsSql(db, scope, selection);
  const getGrantedStatuses = await readGrantedStatuses(db);
  const assignment = { assigneeIds: parseUserIds(request.assigneeIds), dueDay: request.dueDay };
  const assignees = await findAssignees(db, assignment.assigneeIds);
  let seqsAhead: number[] = [];
  let isReadToEnd = false;
  const outcome = await runBatches(step, limits, request.documentations, async (afterSeq, readCount) => {
    if (seqsAhead.length === 0) {
      const foundRows = await selectRows(
        db,
        { seq: number("d.seq") },
        (columns) => sql`SELECT ${columns}
          FROM ${fromClause} AND d.seq > ${afterSeq} AND d.seq <= ${request.horizon} ORDER BY d.seq LIMIT ${maxRowsAhead}`,
      );
      seqsAhead = foundRows.map(({ seq }) => seq);
      isReadToEnd = foundRows.length < maxRowsAhead;
    }
    const seqs = seqsAhead.splice(0, limits.rowsPerBatch);
    const rows = await selectRows(
      db,
      changeableColumns(request.tag),
      (columns) =>
        sql`SELECT ${columns} FROM documentation d WHERE d.seq IN ${listParam(seqs)} ORDER BY d.seq`,
    );
    const nextSeq = isReadToEnd && seqsAhead.length === 0 ? null : (seqs.at(-1) ?? null);
    const factsOf = ({ customerId, status, hidden, tagSource }: ChangeableRow) => ({
      ...{ status, hidden, tagSource, superAdmin: spansCustomers(actor) },
      enabled: getGrantedStatuses(customerId),
    });
    if (request.sendBack) {
      await sendBackRows(step, rows, request.sendBack, factsOf);
      return { rows, changes: [], nextSeq };
    }
    const reviewerIds = assignees.length > 1 ? await readReviewerIds(db, seqs) : new Map<number, number>();
    const changes = rows.flatMap((row, index): RowChange[] => {
      const facts = { ...factsOf(row), assignment: findAssignmentFacts(row, assignment, assignees) };
      if (request.change === "SEND_BACK" || getBulkOutcome(request.change, facts).effect !== "change")
        return [];
      if (request.change !== "ASSIGN") return [{ row, ...createChange(request.change, request.tag) }];
      const candidates = assignees.filter(({ customerId }) => customerId === row.customerId);
      const assignee =
        candidates.find(({ userId }) => userId === reviewerIds.get(row.seq)) ??
        candidates[(readCount + index) % candidates.length];
      const { dueDay } = assignment;
      return [
        {
          row,
          change: { assigneeId: assignee?.userId ?? null, dueDay },
          event: createAssignmentEvent(assignee?.name, dueDay),
        },
      ];
    });
    return { rows, changes, nextSeq };
  });
  if ("result" in outcome)
    for (const { userId, customerId } of assignees)
      await db.batch([
        bulkAssignmentNoticeStatement(db, step.job.id, actor, { userId, customerId, dueDay: request.dueDay }),
      ]);
  return outcome;
}

/** The changes that only need the row. */
type SimpleChange = Exclude<BulkChange, "ASSIGN" | "SEND_BACK">;

/** The changes that are undone by another one. */
const oppositeChanges: Partial<Record<BulkChange, SimpleChange>> = {
  HIDE: "SHOW",
  SHOW: "HIDE",
  TAG: "UNTAG",
  UNTAG: "TAG",
};

function createChange(change: SimpleChange, tag: string | null): Omit<RowChange, "row"> {
  switch (change) {
    case "TAG":
    case "UNTAG":
      return createTaggingChange({ tag: tag ?? "", isAdded: change === "TAG" });
    case "HIDE":
      return { change: { hidden: true }, event: { type: "HIDDEN" } };
    case "SHOW":
      return { change: { hidden: false }, event: { type: "VISIBLE" } };
    case "DELETE":
      return deletionChange();
    default:
      return { change: { status: change }, event: { type: "STATUS_CHANGED", params: { status: change } } };
  }
}

export const bulkUndoKind = defineJob({
  name: "bulkUndo",
  request: undoRequestSchema,
  cursor: bulkCursorSchema,
  startedBy: undoBulkChange,
  retentionHours: undoHours,
  step: runUndoStep,
});

/** Undoes a bulk change, except on documentations that have changed since. */
async function runUndoStep(step: JobStep<UndoRequest, Cursor>): Promise<StepOutcome<Cursor>> {
  const { db, request, actor } = step;
  const visibleSql = visibleCondition(scopeOf(actor), { customerId: undefined, showHidden: true });
  const outcome = await runBatches(step, defaultLimits, request.documentations, async (seq) => {
    const rows = await selectRows(
      db,
      {
        ...changeableColumns(request.tag),
        was: text<ChangeableRow["status"]>("b.previous_status"),
        previousAssigneeId: nullable(number("b.previous_assignee_id")),
        previousAssigneeName: nullable(
          text(
            sql`(SELECT ${userNameSql} FROM user u WHERE u.id = b.previous_assignee_id AND u.customer_id = d.customer_id)`,
          ),
        ),
        previousDueDay: nullable(text("b.previous_due_day")),
        changedTo: number("b.new_version"),
      },
      (
        columns,
      ) => sql`SELECT ${columns} FROM bulk_change_row b CROSS JOIN documentation d ON d.seq = b.documentation_seq
      WHERE b.job_id = ${idParam(request.undoes)} AND b.documentation_seq > ${seq} AND ${visibleSql} ORDER BY b.documentation_seq LIMIT ${defaultLimits.rowsPerBatch}`,
    );
    const changes = rows
      .filter(({ version, changedTo: newVersion }) => version === newVersion)
      .map((row): RowChange => {
        const opposite = oppositeChanges[request.change];
        if (opposite) return { row, ...createChange(opposite, request.tag) };
        if (request.change === "ASSIGN") {
          // A user who has been deleted since has no documentations.
          const isKnown = row.previousAssigneeName !== null;
          const assigneeId = isKnown ? row.previousAssigneeId : null;
          const dueDay = isKnown ? row.previousDueDay : null;
          const event = createAssignmentEvent(row.previousAssigneeName ?? undefined, dueDay);
          return { row, change: { assigneeId, dueDay }, event };
        }
        const status = row.was;
        if (request.change === "SEND_BACK")
          return {
            ...{ row, change: { status }, undoesStatus: status !== row.status },
            event: [
              {
                type: "TASK_EDIT",
                params: { change: "RETAKE_WITHDRAWN", reason: request.sendBack?.reason ?? "" },
              },
              ...(status === row.status ? [] : [{ type: "STATUS_CHANGED" as const, params: { status } }]),
            ],
            withdrawnJobId: request.undoes,
          };
        const event = { type: "STATUS_CHANGED", params: { status } } as const;
        return { row, change: { status }, event, undoesStatus: true };
      });
    const isLast = rows.length < defaultLimits.rowsPerBatch;
    return { rows, changes, nextSeq: isLast ? null : rows.at(-1)!.seq };
  });
  if (!("result" in outcome)) return outcome;
  if (request.change === "ASSIGN")
    for (const userId of parseUserIds(request.assigneeIds))
      await db.batch([deleteNoticeStatement(db, { userId, kind: "ASSIGNED", dedupKey: request.undoes })]);
  const startedExports = await selectNumber(
    db,
    sql`SELECT count(*) FROM bulk_change_row b
      CROSS JOIN bulk_change_row u ON u.job_id = ${idParam(step.job.id)} AND u.documentation_seq = b.documentation_seq
      CROSS JOIN documentation d ON d.seq = b.documentation_seq
      CROSS JOIN delivery x ON x.customer_id = d.customer_id AND x.documentation_id = d.id AND x.cause_version = b.new_version
      WHERE b.job_id = ${idParam(request.undoes)} AND ${startedCondition("x")}`,
  );
  return { result: { ...outcome.result, startedExports } };
}

interface Batch {
  rows: ChangeableRow[];
  changes: RowChange[];
  /** The cursor of the next batch; null after the last. */
  nextSeq: number | null;
}

/** Changes rows in batches until there are no more rows or the step's time is up. */
async function runBatches(
  { env, db, job, cursor, actor, report }: JobStep<unknown, Cursor>,
  { millisecondsPerStep }: Pick<BulkLimits, "millisecondsPerStep">,
  totalRowCount: number,
  readNext: (afterSeq: number, readCount: number) => Promise<Batch>,
): Promise<StepOutcome<Cursor>> {
  let { seq, seen: readCount } = cursor ?? startCursor;
  const deadline = Date.now() + millisecondsPerStep;
  for (;;) {
    const { rows, changes, nextSeq } = await readNext(seq, readCount);
    await changeRows(db, actor, job.id, changes);
    readCount += rows.length;
    if (nextSeq === null) {
      await wakeDeliveries(env, undoHoldSeconds);
      const changedCount = await selectNumber(
        db,
        sql`SELECT count(*) FROM bulk_change_row WHERE job_id = ${idParam(job.id)}`,
      );
      return { result: { included: changedCount, missing: readCount - changedCount } };
    }
    seq = nextSeq;
    if (Date.now() >= deadline)
      return { cursor: { seq, seen: readCount }, progress: readCount, total: totalRowCount };
    await report(readCount, Math.max(totalRowCount, readCount));
  }
}
