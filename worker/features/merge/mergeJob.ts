import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import { mergeDocumentations } from "#domain/endpoints/review/mergeCalls.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { documentation, type JobRow } from "#worker/db/schema/index.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { wakeDeliveriesOf } from "#worker/ingest/wake.ts";
import { defineJob, type JobStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { copyAll, refreshOrphans } from "./copyMedia.ts";
import { mergedId } from "./mergeIds.ts";
import { type MergeRequest, readOriginals } from "./originals.ts";
import { planOf } from "./planMerge.ts";
import { writeMerged } from "./writeMerge.ts";

/** The request as the job's row stores it. Ids are one text each, which the audit log truncates. */
const mergeJobRequest = z.object({
  name: z.string(),
  documentations: z.string(),
  tasks: z.string(),
  photos: z.string(),
});
type MergeJobRequest = z.output<typeof mergeJobRequest>;

const mergeCursor = z.object({
  /** How often the originals changed during the merge; each time copying starts over. */
  pass: z.int(),
  /** Objects copied in this pass. */
  copied: z.int(),
  tags: z.record(z.string(), z.string()),
});
type Cursor = z.output<typeof mergeCursor>;

interface Sizes {
  /** Objects copied between progress reports. */
  objectsPerChunk: number;
  millisecondsPerStep: number;
}
const defaultLimits: Sizes = { objectsPerChunk: 60, millisecondsPerStep: 20_000 };
const maxPasses = 3;

const listOf = (ids: string): string[] => (ids === "" ? [] : ids.split(";"));
const requestOf = (actor: Actor, { name, documentations, tasks, photos }: MergeJobRequest): MergeRequest => ({
  customerId: scopeOf(actor).customerId,
  name,
  documentations: listOf(documentations),
  tasks: listOf(tasks),
  photos: listOf(photos),
});

/**
 * Copies the objects first, to keys that no row references yet (the sweeper removes them if the merge fails), and writes all rows
 * in one batch at the end. Every step reads the originals again. Ids and keys derive from the job and the originals, so a
 * repeated step does the same.
 */
export const mergeKindOf = (sizes: Sizes = defaultLimits) =>
  defineJob({
    name: "mergeDocumentations",
    request: mergeJobRequest,
    cursor: mergeCursor,
    startedBy: mergeDocumentations,
    retentionHours: 24,
    step: (step) => mergeStep(step, sizes),
  });
export const mergeKind = mergeKindOf();

async function mergeStep(
  { env, db, job, request, cursor, actor, report }: JobStep<MergeJobRequest, Cursor>,
  sizes: Sizes,
): Promise<StepOutcome<Cursor>> {
  const { pass, copied: before, tags } = cursor ?? { pass: 0, copied: 0, tags: {} };
  const id = mergedId(job.id);
  const merged = await findFinishedMerge(db, job, id);
  if (merged) return merged;
  const originals = await readOriginals(db, requestOf(actor, request));
  const plan = planOf(job.id, originals);
  const total = plan.copies.length;
  const until = Date.now() + sizes.millisecondsPerStep;
  const skipExisting = pass > 0 || job.attempts > 1;
  let copied = before;
  await refreshOrphans(db, plan.copies.slice(0, copied));
  while (copied < total) {
    await report(Math.min(copied, total), total);
    const chunk = plan.copies.slice(copied, copied + sizes.objectsPerChunk);
    await refreshOrphans(db, chunk);
    Object.assign(tags, await copyAll(env, chunk, skipExisting));
    copied += chunk.length;
    if (Date.now() >= until) return { cursor: { pass, copied, tags }, progress: copied, total };
  }
  await report(total, total);
  const { username } = actor;
  const merge = { jobId: job.id, id, name: request.name, author: authorOf(actor), username, tags };
  const written = await writeMerged(db, merge, originals, plan);
  if (written) {
    await wakeDeliveriesOf(env, db, { customerId: job.customerId!, id });
    return (await findFinishedMerge(db, job, id))!;
  }
  if (pass + 1 >= maxPasses) throw problem("staleVersion");
  return { cursor: { pass: pass + 1, copied: 0, tags }, progress: 0, total };
}

/** The outcome, if the last batch was written but its response was lost. */
async function findFinishedMerge(db: Database, job: JobRow, id: string): Promise<StepOutcome<never> | null> {
  const merged = await db
    .select({ photos: documentation.uploadedPhotos, size: documentation.dataSize })
    .from(documentation)
    .where(and(eq(documentation.customerId, job.customerId!), eq(documentation.id, id)))
    .get();
  return merged ? { result: { id, included: merged.photos, size: merged.size } } : null;
}
