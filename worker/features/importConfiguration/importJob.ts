import { z } from "zod";
import { uuid } from "#domain/core/fields.ts";
import { isRetryable } from "#domain/delivery/states.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import type { Source } from "#worker/connectors/sources/sourceReader.ts";
import { databaseOf } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { defineServiceJob, type ServiceStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { maxAttempts } from "#worker/jobs/runJob.ts";
import { findImportRun, type ImportRun, stopReason } from "./findImportRun.ts";
import { finishFailure, finishSuccess } from "./finish.ts";
import { importKinds } from "./importKinds.ts";
import { sourceOf } from "./sources.ts";
import { removeStaged } from "./staging.ts";
import { cursorSchema, type ImportCursor, initialCursor, nextCursor } from "./steps.ts";

const request = z.strictObject({
  import: z.enum(["suggestion", "expectedAnswer"]),
  eventId: uuid(),
});

/** Limits after which a step hands over to the next: consumers share their queue, and a step's calls are limited. */
const stepMs = 20_000;
const maxPagesPerStep = 300;
/** How often a source that is replaced while it is read is read again. */
const maxRestarts = 3;
/** Interval of progress reports, which renew the lease. */
const reportIntervalMs = 5000;

/** Runs an import with an open event: reads its source page by page, then compares all of it with the list. */
export const importJob = (open: (env: Env, subject: ImportRun) => Source) =>
  defineServiceJob({
    name: "import",
    request,
    cursor: cursorSchema,
    retentionHours: 1,
    async step(step) {
      const kind = importKinds[step.request.import];
      const subject = await findImportRun(step.db, kind, step.request.eventId);
      // The import has ended, or its configuration, list or customer was deleted, and the event with it.
      if (!subject) return finished;
      const refused = await stopReason(step.db, subject);
      if (refused) return failed(step, subject, refused);
      const { cursor } = step;
      if (cursor && cursor.version !== subject.version)
        return failed(step, subject, "The configuration was changed before the import was done.");
      const first = cursor ?? initialCursor(subject);
      try {
        return await runPages(step, subject, () => open(step.env, subject), first);
      } catch (error) {
        if (!(error instanceof ConnectorError)) throw error;
        if (error.kind === "conflict" && first.anew < maxRestarts) {
          await removeStaged(step.db, subject.eventId);
          return { cursor: { ...initialCursor(subject), anew: first.anew + 1 }, progress: 0, total: 0 };
        }
        // Errors that may pass are retried before the requester sees them.
        if (isRetryable(error.kind) && step.job.attempts < maxAttempts) throw error;
        return failed(step, subject, error.message);
      }
    },
    remove: (env, { params }) => removeStaged(databaseOf(env), request.parse(params.request).eventId),
  });

type Step = ServiceStep<z.output<typeof request>, ImportCursor>;
const finished = { result: {} };

async function failed(step: Step, subject: ImportRun, message: string): Promise<StepOutcome<ImportCursor>> {
  await finishFailure(step.db, subject, message);
  return finished;
}

async function runPages(
  { db, report }: Step,
  subject: ImportRun,
  open: () => Source,
  first: ImportCursor,
): Promise<StepOutcome<ImportCursor>> {
  const startedAt = Date.now();
  let [cursor, reported]: [ImportCursor, number] = [first, startedAt];
  let source: Source | undefined;
  for (let count = 0; count < maxPagesPerStep && Date.now() - startedAt < stepMs; count += 1) {
    if (cursor.phase === "read") source ??= open();
    const next = await nextCursor(db, subject, source, cursor);
    if (next === "asks") return finished;
    if (next === "done") {
      await finishSuccess(db, subject, cursor.leftOut > 0 ? leftOutText(cursor) : null);
      return finished;
    }
    cursor = next;
    if (Date.now() - reported >= reportIntervalMs) {
      await report(cursor.read, cursor.read);
      reported = Date.now();
    }
  }
  return { cursor, progress: cursor.read, total: cursor.read };
}

const leftOutText = ({ leftOut, fault }: ImportCursor): string =>
  `${leftOut} ${leftOut === 1 ? "row was" : "rows were"} left out${fault ? `; the first: ${fault}` : ""}`;

export const importJobKind = importJob(sourceOf);
