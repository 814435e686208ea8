import { z } from "zod";
import { uuid } from "#domain/core/fields.ts";
import { isRetryable } from "#domain/delivery/states.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import type { Source } from "#worker/connectors/sources/sourceReader.ts";
import { databaseOf } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { defineServiceJob, type ServiceStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { maxAttempts } from "#worker/jobs/runJob.ts";
import { createSource } from "./createSource.ts";
import { findImportRun, findStopReason, type ImportRun } from "./findImportRun.ts";
import { finishFailure, finishSuccess } from "./finishImport.ts";
import { importKinds } from "./importKinds.ts";
import { removeStagedRows } from "./staging.ts";
import { computeNextCursor, createInitialCursor, cursorSchema, type ImportCursor } from "./steps.ts";

const requestSchema = z.strictObject({
  import: z.enum(["suggestion", "expectedAnswer"]),
  eventId: uuid(),
});

/** Limits after which a step ends and the next one continues: consumers share a queue, and the number of calls per step is limited. */
const maxStepMs = 20_000;
const maxPagesPerStep = 300;
/** How often reading starts over if the source is replaced while it is read. */
const maxRestarts = 3;
/** Interval of progress reports, which renew the lease. */
const reportIntervalMs = 5000;

/** Runs an import with an open event: reads its source page by page, then compares all of it with the list. */
export const createImportJob = (openSource: (env: Env, importRun: ImportRun) => Source) =>
  defineServiceJob({
    name: "import",
    request: requestSchema,
    cursor: cursorSchema,
    retentionHours: 1,
    async step(step) {
      const kind = importKinds[step.request.import];
      const importRun = await findImportRun(step.db, kind, step.request.eventId);
      // The import has ended, or its configuration, list or customer was deleted, and the event with it.
      if (!importRun) return finishedOutcome;
      const stopReason = await findStopReason(step.db, importRun);
      if (stopReason) return failImport(step, importRun, stopReason);
      const { cursor } = step;
      if (cursor && cursor.version !== importRun.version)
        return failImport(step, importRun, "The configuration was changed before the import was done.");
      const initialOrStoredCursor = cursor ?? createInitialCursor(importRun);
      try {
        return await runPages(step, importRun, () => openSource(step.env, importRun), initialOrStoredCursor);
      } catch (error) {
        if (!(error instanceof ConnectorError)) throw error;
        if (error.kind === "conflict" && initialOrStoredCursor.restartCount < maxRestarts) {
          await removeStagedRows(step.db, importRun.eventId);
          return {
            cursor: {
              ...createInitialCursor(importRun),
              restartCount: initialOrStoredCursor.restartCount + 1,
            },
            progress: 0,
            total: 0,
          };
        }
        // Errors that may be temporary are retried before the requester sees them.
        if (isRetryable(error.kind) && step.job.attempts < maxAttempts) throw error;
        return failImport(step, importRun, error.message);
      }
    },
    remove: (env, { params }) =>
      removeStagedRows(databaseOf(env), requestSchema.parse(params.request).eventId),
  });

type Step = ServiceStep<z.output<typeof requestSchema>, ImportCursor>;
const finishedOutcome = { result: {} };

async function failImport(
  step: Step,
  importRun: ImportRun,
  message: string,
): Promise<StepOutcome<ImportCursor>> {
  await finishFailure(step.db, importRun, message);
  return finishedOutcome;
}

async function runPages(
  { db, report }: Step,
  importRun: ImportRun,
  openSource: () => Source,
  initialOrStoredCursor: ImportCursor,
): Promise<StepOutcome<ImportCursor>> {
  const startedAt = Date.now();
  let [cursor, lastReportedAt]: [ImportCursor, number] = [initialOrStoredCursor, startedAt];
  let source: Source | undefined;
  for (let count = 0; count < maxPagesPerStep && Date.now() - startedAt < maxStepMs; count += 1) {
    if (cursor.phase === "read") source ??= openSource();
    const next = await computeNextCursor(db, importRun, source, cursor);
    if (next === "asks") return finishedOutcome;
    if (next === "done") {
      await finishSuccess(db, importRun, cursor.omittedCount > 0 ? skippedText(cursor) : null);
      return finishedOutcome;
    }
    cursor = next;
    if (Date.now() - lastReportedAt >= reportIntervalMs) {
      await report(cursor.read, cursor.read);
      lastReportedAt = Date.now();
    }
  }
  return { cursor, progress: cursor.read, total: cursor.read };
}

const skippedText = ({ omittedCount, fault }: ImportCursor): string =>
  `${omittedCount} ${omittedCount === 1 ? "row was" : "rows were"} skipped${fault ? `; the first: ${fault}` : ""}`;

export const importJobKind = createImportJob(createSource);
