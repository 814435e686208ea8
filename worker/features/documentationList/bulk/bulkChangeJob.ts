import { sql } from "drizzle-orm";
import { z } from "zod";
import { spansCustomers } from "#domain/access/authorities.ts";
import { undoHoldSeconds } from "#domain/delivery/undoHold.ts";
import { type BulkChange, bulkChanges, bulkOutcome } from "#domain/documentation/bulkChange.ts";
import { bulkChange, undoBulkChange } from "#domain/endpoints/review/bulkChangeCalls.ts";
import { documentationFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import { idParam } from "#worker/db/ids.ts";
import { number, selectNumber, selectRows, text } from "#worker/db/rows.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { nonResidentCustomers } from "#worker/db/shards.ts";
import { deletionChange } from "#worker/documentation/changeDocumentation.ts";
import { startedCondition } from "#worker/documentation/startedExports.ts";
import { wakeDeliveries } from "#worker/ingest/wake.ts";
import { defineJob, type JobStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { visibleCondition } from "#worker/listQuery/filter.ts";
import { type ChangeableRow, type Changed, changeRows, foundColumns } from "./bulkChange.ts";
import { countStatuses, type Selection, selectedRows } from "./bulkSelection.ts";

/** The request as the job's row stores it: as texts, which the audit log truncates. */
const bulkRequest = z.object({
  change: z.enum(bulkChanges),
  /** Joined by `;`; empty if the filter selects. */
  ids: z.string(),
  /** The filter as it was sent; null if the ids select. */
  filter: z.record(z.string(), z.string()).nullable(),
  /** The newest `seq` when the job was requested: later documentations stay unchanged. */
  horizon: z.int(),
  documentations: z.int(),
});
type BulkRequest = z.output<typeof bulkRequest>;

const undoRequest = z.object({
  /** Id of the job to undo. */
  undoes: z.string(),
  change: z.enum(bulkChanges),
  documentations: z.int(),
});
type UndoRequest = z.output<typeof undoRequest>;

const bulkCursor = z.object({
  /** `seq` of the last row read. */
  seq: z.int(),
  /** Rows read so far. */
  seen: z.int(),
});
type Cursor = z.output<typeof bulkCursor>;
const startCursor: Cursor = { seq: 0, seen: 0 };

interface Sizes {
  rowsPerBatch: number;
  millisecondsPerStep: number;
}
const defaultLimits: Sizes = { rowsPerBatch: 50, millisecondsPerStep: 20_000 };

/** Hours for which a change can be undone. */
export const undoHours = 24;

/** Changes the selected rows in batches. A repeated step skips rows that are already changed. */
export const bulkChangeKindOf = (sizes: Sizes = defaultLimits) =>
  defineJob({
    name: "bulkChange",
    request: bulkRequest,
    cursor: bulkCursor,
    startedBy: bulkChange,
    retentionHours: undoHours,
    step: (step) => changeStep(step, sizes),
  });
export const bulkChangeKind = bulkChangeKindOf();

const wholeFilter = z.object(documentationFilter);

async function changeStep(step: JobStep<BulkRequest, Cursor>, sizes: Sizes): Promise<StepOutcome<Cursor>> {
  const { env, db, request, actor } = step;
  const scope = scopeOf({ ...actor, nonResidents: await nonResidentCustomers(env) });
  const selection: Selection = {
    ids: request.ids === "" ? [] : request.ids.split(";"),
    matching: request.filter && wholeFilter.parse(request.filter),
  };
  const from = await selectedRows(db, scope, selection);
  const enabled = await countStatuses(db);
  return runBatches(step, sizes, request.documentations, async (seq) => {
    const rows = await selectRows(
      db,
      foundColumns,
      (columns) => sql`SELECT ${columns}
        FROM ${from} AND d.seq > ${seq} AND d.seq <= ${request.horizon} ORDER BY d.seq LIMIT ${sizes.rowsPerBatch}`,
    );
    const changes = rows.flatMap((row): Changed[] => {
      const facts = {
        status: row.status,
        hidden: row.hidden,
        enabled: enabled(row.customerId),
        superAdmin: spansCustomers(actor),
      };
      return bulkOutcome(request.change, facts).does === "change"
        ? [{ row, ...changeOf(request.change) }]
        : [];
    });
    return { rows, changes };
  });
}

function changeOf(change: BulkChange): Omit<Changed, "row"> {
  switch (change) {
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
  request: undoRequest,
  cursor: bulkCursor,
  startedBy: undoBulkChange,
  retentionHours: undoHours,
  step: undoStep,
});

/** Undoes a bulk change, except on documentations that have changed since. */
async function undoStep(step: JobStep<UndoRequest, Cursor>): Promise<StepOutcome<Cursor>> {
  const { db, request, actor } = step;
  const visible = visibleCondition(scopeOf(actor), { customerId: undefined, showHidden: true });
  const outcome = await runBatches(step, defaultLimits, request.documentations, async (seq) => {
    const rows = await selectRows(
      db,
      {
        ...foundColumns,
        was: text<ChangeableRow["status"]>("b.previous_status"),
        changedTo: number("b.new_version"),
      },
      (
        columns,
      ) => sql`SELECT ${columns} FROM bulk_change_row b CROSS JOIN documentation d ON d.seq = b.documentation_seq
      WHERE b.job_id = ${idParam(request.undoes)} AND b.documentation_seq > ${seq} AND ${visible} ORDER BY b.documentation_seq LIMIT ${defaultLimits.rowsPerBatch}`,
    );
    const changes = rows
      .filter(({ version, changedTo }) => version === changedTo)
      .map((row): Changed => {
        if (request.change === "HIDE") return { row, ...changeOf("SHOW") };
        if (request.change === "SHOW") return { row, ...changeOf("HIDE") };
        const status = row.was;
        const event = { type: "STATUS_CHANGED", params: { status } } as const;
        return { row, change: { status }, event, undoesStatus: true };
      });
    return { rows, changes };
  });
  if (!("result" in outcome)) return outcome;
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

/** Changes batches until the rows or the step's time run out. */
async function runBatches(
  { env, db, job, cursor, actor, report }: JobStep<unknown, Cursor>,
  { rowsPerBatch, millisecondsPerStep }: Sizes,
  total: number,
  next: (after: number) => Promise<{ rows: ChangeableRow[]; changes: Changed[] }>,
): Promise<StepOutcome<Cursor>> {
  let { seq, seen } = cursor ?? startCursor;
  const until = Date.now() + millisecondsPerStep;
  for (;;) {
    const { rows, changes } = await next(seq);
    await changeRows(db, actor, job.id, changes);
    seen += rows.length;
    seq = rows.at(-1)?.seq ?? seq;
    if (rows.length < rowsPerBatch) {
      await wakeDeliveries(env, undoHoldSeconds);
      const included = await selectNumber(
        db,
        sql`SELECT count(*) FROM bulk_change_row WHERE job_id = ${idParam(job.id)}`,
      );
      return { result: { included, missing: seen - included } };
    }
    if (Date.now() >= until) return { cursor: { seq, seen }, progress: seen, total };
    await report(seen, Math.max(total, seen));
  }
}
