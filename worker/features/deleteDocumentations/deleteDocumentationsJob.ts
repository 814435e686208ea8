import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { deleteDocumentations } from "#domain/endpoints/review/deleteDocumentations.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { number, selectRows, uuid } from "#worker/db/rows.ts";
import { job } from "#worker/db/schema/index.ts";
import { removeDocumentations } from "#worker/documentation/removeDocumentations.ts";
import { defineJob, emptyCursorSchema, type JobStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { type Selection, selectionCondition } from "./deletionSelection.ts";

/** The request as the job's row stores it. The ids are one text, which the audit log truncates. */
const deletionRequestSchema = z.object({
  /** Joined by `;`; empty if `query` is used. */
  ids: z.string(),
  /** Documentations excluded from the search, joined by `;`. */
  except: z.string(),
  /** Null if `ids` are used. */
  query: z.string().nullable(),
  /** The newest `seq` when the job was requested: later documentations stay. */
  horizon: z.int(),
  documentations: z.int(),
  /** Bytes. */
  size: z.int(),
});
export type DeletionRequest = z.output<typeof deletionRequestSchema>;

interface DeletionLimits {
  documentationsPerChunk: number;
  photosPerChunk: number;
  millisecondsPerStep: number;
}
const defaultLimits: DeletionLimits = {
  documentationsPerChunk: 100,
  photosPerChunk: 500,
  millisecondsPerStep: 20_000,
};

/** Removes the selected documentations in chunks. Each step queries the remaining ones, so that steps do not depend on each other. */
export const createDeletionKind = (limits: DeletionLimits = defaultLimits) =>
  defineJob({
    name: "deleteDocumentations",
    request: deletionRequestSchema,
    cursor: emptyCursorSchema,
    startedBy: deleteDocumentations,
    retentionHours: 24,
    step: (step) => runDeletionStep(step, limits),
  });
export const deletionKind = createDeletionKind();

async function runDeletionStep(
  { env, db, job: row, request, actor, report }: JobStep<DeletionRequest, unknown>,
  limits: DeletionLimits,
): Promise<StepOutcome<z.input<typeof emptyCursorSchema>>> {
  const customerId = row.customerId!;
  const author = authorOf(actor);
  const deadline = Date.now() + limits.millisecondsPerStep;
  for (;;) {
    const ids = await findNextChunk(db, customerId, request, limits);
    const progress = await countDeletedDocumentations(db, row.id);
    if (ids.length === 0) return { result: { included: progress, size: request.size } };
    await report(progress, request.documentations);
    await removeDocumentations(env, db, { customerId, ids, author, jobId: row.id });
    if (Date.now() >= deadline)
      return {
        cursor: {},
        progress: await countDeletedDocumentations(db, row.id),
        total: request.documentations,
      };
  }
}

const splitIds = (ids: string): string[] => (ids === "" ? [] : ids.split(";"));

async function findNextChunk(
  db: Database,
  customerId: number,
  { ids, except, query, horizon }: DeletionRequest,
  { documentationsPerChunk, photosPerChunk }: DeletionLimits,
): Promise<string[]> {
  const selection: Selection = {
    customerId,
    ids: splitIds(ids),
    except: splitIds(except),
    matching: query === null ? null : { query },
  };
  const candidates = await selectRows(
    db,
    { id: uuid("d.id"), photos: number("d.uploaded_photos") },
    (
      columns,
    ) => sql`SELECT ${columns} FROM documentation d WHERE ${selectionCondition(selection)} AND d.seq <= ${horizon}
      LIMIT ${documentationsPerChunk}`,
  );
  let photoCount = 0;
  // The first documentation is always included, however many photos it has.
  return candidates
    .filter((row, index) => {
      photoCount += row.photos;
      return index === 0 || photoCount <= photosPerChunk;
    })
    .map(({ id }) => id);
}

const countDeletedDocumentations = async (db: Database, id: string): Promise<number> =>
  (await db.select({ progress: job.progress }).from(job).where(eq(job.id, id)).get())?.progress ?? 0;
