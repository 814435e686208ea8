import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import { mergeDocumentations } from "#domain/endpoints/review/mergeCalls.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { documentation, type JobRow } from "#worker/db/schema/index.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { wakeDocumentationDeliveries } from "#worker/ingest/wakeDeliveries.ts";
import { defineJob, type JobStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { copyObjects, refreshOrphans } from "./copyMedia.ts";
import { deriveDocumentationId } from "./mergeIds.ts";
import { type MergeRequest, readOriginals } from "./originals.ts";
import { createMergePlan } from "./planMerge.ts";
import { writeMergedDocumentation } from "./writeMerge.ts";

/** The request as the job's row stores it. Ids are one text each, which the audit log truncates. */
const mergeJobRequestSchema = z.object({
  name: z.string(),
  documentations: z.string(),
  tasks: z.string(),
  photos: z.string(),
});
type MergeJobRequest = z.output<typeof mergeJobRequestSchema>;

const mergeCursorSchema = z.object({
  /** How often the originals changed during the merge; each time copying starts over. */
  pass: z.int(),
  /** Objects copied in this pass. */
  copied: z.int(),
  tags: z.record(z.string(), z.string()),
});
type Cursor = z.output<typeof mergeCursorSchema>;

interface MergeLimits {
  /** Objects copied between progress reports. */
  objectsPerChunk: number;
  millisecondsPerStep: number;
}
const defaultLimits: MergeLimits = { objectsPerChunk: 60, millisecondsPerStep: 20_000 };
const maxAttempts = 3;

const splitIds = (ids: string): string[] => (ids === "" ? [] : ids.split(";"));
const createMergeRequest = (
  actor: Actor,
  { name, documentations, tasks, photos }: MergeJobRequest,
): MergeRequest => ({
  customerId: scopeOf(actor).customerId,
  name,
  documentations: splitIds(documentations),
  tasks: splitIds(tasks),
  photos: splitIds(photos),
});

/**
 * Copies the objects first, to keys that no row references yet (the sweeper removes them if the merge fails), and writes all rows
 * in one batch at the end. Every step reads the originals again. Ids and keys derive from the job and the originals, so a
 * repeated step does the same.
 */
export const createMergeKind = (limits: MergeLimits = defaultLimits) =>
  defineJob({
    name: "mergeDocumentations",
    request: mergeJobRequestSchema,
    cursor: mergeCursorSchema,
    startedBy: mergeDocumentations,
    retentionHours: 24,
    step: (step) => runMergeStep(step, limits),
  });
export const mergeKind = createMergeKind();

async function runMergeStep(
  { env, db, job, request, cursor, actor, report }: JobStep<MergeJobRequest, Cursor>,
  limits: MergeLimits,
): Promise<StepOutcome<Cursor>> {
  const { pass, copied: copiedBefore, tags } = cursor ?? { pass: 0, copied: 0, tags: {} };
  const id = deriveDocumentationId(job.id);
  const finishedMerge = await findFinishedMerge(db, job, id);
  if (finishedMerge) return finishedMerge;
  const originals = await readOriginals(db, createMergeRequest(actor, request));
  const plan = createMergePlan(job.id, originals);
  const total = plan.copies.length;
  const deadline = Date.now() + limits.millisecondsPerStep;
  const skipExisting = pass > 0 || job.attempts > 1;
  let copiedCount = copiedBefore;
  await refreshOrphans(db, plan.copies.slice(0, copiedCount));
  while (copiedCount < total) {
    await report(Math.min(copiedCount, total), total);
    const chunk = plan.copies.slice(copiedCount, copiedCount + limits.objectsPerChunk);
    await refreshOrphans(db, chunk);
    Object.assign(tags, await copyObjects(env, chunk, skipExisting));
    copiedCount += chunk.length;
    if (Date.now() >= deadline)
      return { cursor: { pass, copied: copiedCount, tags }, progress: copiedCount, total };
  }
  await report(total, total);
  const { username } = actor;
  const merge = { jobId: job.id, id, name: request.name, author: authorOf(actor), username, tags };
  const wasWritten = await writeMergedDocumentation(db, merge, originals, plan);
  if (wasWritten) {
    await wakeDocumentationDeliveries(env, db, { customerId: job.customerId!, id });
    return (await findFinishedMerge(db, job, id))!;
  }
  if (pass + 1 >= maxAttempts) throw problem("staleVersion");
  return { cursor: { pass: pass + 1, copied: 0, tags }, progress: 0, total };
}

/** The outcome, if the last batch was written but its response was lost. */
async function findFinishedMerge(db: Database, job: JobRow, id: string): Promise<StepOutcome<never> | null> {
  const finishedMerge = await db
    .select({ photos: documentation.uploadedPhotos, size: documentation.dataSize })
    .from(documentation)
    .where(and(eq(documentation.customerId, job.customerId!), eq(documentation.id, id)))
    .get();
  return finishedMerge ? { result: { id, included: finishedMerge.photos, size: finishedMerge.size } } : null;
}
