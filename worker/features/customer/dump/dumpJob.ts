import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { now } from "#domain/core/fields.ts";
import { languages } from "#domain/core/language.ts";
import { keysOf } from "#domain/core/objects.ts";
import { problem } from "#domain/core/problem.ts";
import { preparePhotoDump } from "#domain/endpoints/configuration/customerCalls.ts";
import type { Database } from "#worker/db/database.ts";
import { selectNumber } from "#worker/db/rows.ts";
import { customer, customerTotal, type JobRow } from "#worker/db/schema/index.ts";
import { extentOf, zipLength } from "#worker/export/blockedZip.ts";
import { zipDate } from "#worker/export/dates.ts";
import { ObjectChangedError } from "#worker/export/objectSource.ts";
import { defineJob, type JobStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { deletePrefix } from "#worker/jobs/storage.ts";
import {
  createDumpPrefix,
  createZipEntry,
  type DumpIndex,
  encodeJson,
  type PlannedEntry,
  readIndex,
  writeDumpObject,
} from "./dumpStore.ts";
import { createCsvHeader, createManifestText } from "./dumpTexts.ts";
import { createClosingEntries } from "./serveDump.ts";
import { listSnapshotSteps } from "./snapshotStep.ts";

const dumpRequestSchema = z.object({ language: z.enum(languages) });
type DumpRequest = z.output<typeof dumpRequestSchema>;
/** R2 key of the stored index. */
const dumpCursorSchema = z.object({ index: z.string() });

export interface DumpLimits {
  photosPerBlock: number;
  /** Characters of manifest rows collected before they are stored. */
  charactersPerManifestPart: number;
  /** A step ends after this many blocks or milliseconds; the next message continues. */
  blocksPerStep: number;
  millisecondsPerStep: number;
}
const defaultLimits: DumpLimits = {
  photosPerBlock: 1000,
  charactersPerManifestPart: 4_000_000,
  blocksPerStep: 25,
  millisecondsPerStep: 20_000,
};

/** Hours for which a dump can be downloaded. */
export const dumpRetentionHours = 24;

/**
 * Plans the zip of all photos of a customer in blocks, documentation by documentation. Memory holds one block at a time; finished
 * blocks are in R2, and the job's cursor names their index.
 */
export const createPhotoDumpKind = (limits: DumpLimits = defaultLimits) =>
  defineJob({
    name: "photoDump",
    request: dumpRequestSchema,
    cursor: dumpCursorSchema,
    startedBy: preparePhotoDump,
    retentionHours: dumpRetentionHours,
    remove: (env, job) => deletePrefix(env.STORAGE, createDumpPrefix(job)),
    step: (step) => runPlanStep(step, limits),
  });
export const photoDumpKind = createPhotoDumpKind();

type DumpStep = JobStep<DumpRequest, z.output<typeof dumpCursorSchema>>;

async function runPlanStep(
  step: DumpStep,
  limits: DumpLimits,
): Promise<StepOutcome<z.input<typeof dumpCursorSchema>>> {
  const { env, db, job, cursor, request } = step;
  const index = cursor ? await readIndex(env, cursor.index) : await createIndex(db, job, request);
  if (!index) throw new ObjectChangedError(cursor!.index);
  const isFinished = await addBlocks(step, index, limits);
  if (isFinished) addClosingBlock(index, now());
  const storedIndex = await writeDumpObject(env, job, "index", encodeJson(index));
  const { documentations, included, missing } = index.totals;
  if (!isFinished)
    return {
      cursor: { index: storedIndex.key },
      progress: documentations,
      total: Math.max(index.expected, documentations),
    };
  const size = zipLength([...index.blocks, index.closing!]);
  return { result: { size, included, missing, index: storedIndex.key, etag: storedIndex.sha256 } };
}

async function createIndex(db: Database, job: JobRow, { language }: DumpRequest): Promise<DumpIndex> {
  const customerRow = await db
    .select({ name: customer.name, documentations: customerTotal.documentations })
    .from(customer)
    .leftJoin(customerTotal, eq(customerTotal.customerId, customer.id))
    .where(eq(customer.id, job.customerId!))
    .get();
  if (!customerRow) throw problem("notFound");
  return {
    customerName: customerRow.name,
    language,
    started: now(),
    horizon: await selectNumber(db, sql`SELECT max(seq) FROM documentation`),
    expected: customerRow.documentations ?? 0,
    after: null,
    blocks: [],
    objects: [],
    totals: { documentations: 0, empty: 0, included: 0, missing: 0, bytes: 0 },
    closing: null,
  };
}

/** Adds blocks to the index until the step's limits are reached. Returns whether the index is complete. */
async function addBlocks(step: DumpStep, index: DumpIndex, limits: DumpLimits): Promise<boolean> {
  const { env, db, job, report } = step;
  const { totals } = index;
  const deadline = Date.now() + limits.millisecondsPerStep;
  let entries: PlannedEntry[] = [];
  let manifestRows: string[] = [];
  let collectedCharacters = 0;
  let blockCount = 0;
  const flushBlock = async () => {
    if (entries.length === 0) return;
    const lastBlock = index.blocks.at(-1);
    const extent = extentOf(entries.map(createZipEntry), lastBlock ? lastBlock.offset + lastBlock.length : 0);
    const { key, etag } = await writeDumpObject(env, job, "block", encodeJson(entries));
    index.blocks.push({ ...extent, key, etag });
    entries = [];
    blockCount += 1;
    await report(totals.documentations, Math.max(index.expected, totals.documentations));
  };
  const flushRows = async () => {
    if (manifestRows.length === 0) return;
    const { key, etag, size, crc32 } = await writeDumpObject(
      env,
      job,
      "manifest",
      new TextEncoder().encode(manifestRows.join("")),
    );
    index.objects.push({ key, etag, size, crc32 });
    manifestRows = [];
    collectedCharacters = 0;
  };
  for await (const snapshotStep of listSnapshotSteps(db, job.customerId!, index)) {
    if (snapshotStep.kind === "photo") {
      entries.push(snapshotStep.entry);
      if (entries.length >= limits.photosPerBlock) await flushBlock();
    } else if (snapshotStep.kind === "missing") {
      manifestRows.push(snapshotStep.row);
      collectedCharacters += snapshotStep.row.length;
      if (collectedCharacters >= limits.charactersPerManifestPart) await flushRows();
    } else {
      index.after = snapshotStep.position;
      for (const field of keysOf(totals)) totals[field] += snapshotStep.totals[field];
      // A step ends only between documentations: the unique file names of a documentation are tracked in memory.
      if (blockCount >= limits.blocksPerStep || Date.now() >= deadline) {
        await flushBlock();
        await flushRows();
        return false;
      }
    }
  }
  await flushBlock();
  await flushRows();
  return true;
}

function addClosingBlock(index: DumpIndex, endedAt: string): void {
  const lastBlock = index.blocks.at(-1);
  const manifests = {
    text: createManifestText(index, endedAt),
    header: createCsvHeader(index.language),
    modified: zipDate(endedAt),
  };
  const offset = lastBlock ? lastBlock.offset + lastBlock.length : 0;
  index.closing = { ...manifests, ...extentOf(createClosingEntries(index.objects, manifests), offset) };
}
