import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { now } from "#domain/core/fields.ts";
import { languages } from "#domain/core/language.ts";
import { keysOf } from "#domain/core/objects.ts";
import { problem } from "#domain/core/problem.ts";
import { photoDump } from "#domain/endpoints/configuration/customerCalls.ts";
import type { Database } from "#worker/db/database.ts";
import { selectNumber } from "#worker/db/rows.ts";
import { customer, customerTotal, type JobRow } from "#worker/db/schema/index.ts";
import { extentOf, zipLength } from "#worker/export/blockedZip.ts";
import { zipDate } from "#worker/export/dates.ts";
import { ObjectChangedError } from "#worker/export/source.ts";
import { defineJob, type JobStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { deletePrefix } from "#worker/jobs/storage.ts";
import {
  type DumpIndex,
  dumpPrefix,
  jsonBytes,
  type PlannedEntry,
  readIndex,
  writeObject,
  zipEntry,
} from "./dumpStore.ts";
import { csvHeader, manifestText } from "./dumpTexts.ts";
import { closingEntries } from "./serveDump.ts";
import { snapshot } from "./snapshot.ts";

const dumpRequest = z.object({ language: z.enum(languages) });
type DumpRequest = z.output<typeof dumpRequest>;
/** R2 key of the stored index. */
const dumpCursor = z.object({ index: z.string() });

export interface DumpSizes {
  photosPerBlock: number;
  /** Characters of manifest rows collected before they are stored. */
  rowsPerPiece: number;
  /** A step ends after this many blocks or milliseconds; the next message continues. */
  blocksPerStep: number;
  millisecondsPerStep: number;
}
const defaultLimits: DumpSizes = {
  photosPerBlock: 1000,
  rowsPerPiece: 4_000_000,
  blocksPerStep: 25,
  millisecondsPerStep: 20_000,
};

/** Hours for which a dump can be downloaded. */
export const dumpRetentionHours = 24;

/**
 * Plans the zip of all photos of a customer in blocks, documentation by documentation. Memory holds one block at a time; finished
 * blocks are in R2, and the job's cursor names their index.
 */
export const photoDumpKindOf = (sizes: DumpSizes = defaultLimits) =>
  defineJob({
    name: "photoDump",
    request: dumpRequest,
    cursor: dumpCursor,
    startedBy: photoDump,
    retentionHours: dumpRetentionHours,
    remove: (env, job) => deletePrefix(env.STORAGE, dumpPrefix(job)),
    step: (step) => freezeStep(step, sizes),
  });
export const photoDumpKind = photoDumpKindOf();

type DumpStep = JobStep<DumpRequest, z.output<typeof dumpCursor>>;

async function freezeStep(
  step: DumpStep,
  sizes: DumpSizes,
): Promise<StepOutcome<z.input<typeof dumpCursor>>> {
  const { env, db, job, cursor, request } = step;
  const index = cursor ? await readIndex(env, cursor.index) : await newIndex(db, job, request);
  if (!index) throw new ObjectChangedError(cursor!.index);
  const finished = await freezeBlocks(step, index, sizes);
  if (finished) close(index, now());
  const stored = await writeObject(env, job, "index", jsonBytes(index));
  const { documentations, included, missing } = index.totals;
  if (!finished)
    return {
      cursor: { index: stored.key },
      progress: documentations,
      total: Math.max(index.expected, documentations),
    };
  const size = zipLength([...index.blocks, index.closing!]);
  return { result: { size, included, missing, index: stored.key, etag: stored.sha256 } };
}

async function newIndex(db: Database, job: JobRow, { language }: DumpRequest): Promise<DumpIndex> {
  const owner = await db
    .select({ name: customer.name, documentations: customerTotal.documentations })
    .from(customer)
    .leftJoin(customerTotal, eq(customerTotal.customerId, customer.id))
    .where(eq(customer.id, job.customerId!))
    .get();
  if (!owner) throw problem("notFound");
  return {
    customerName: owner.name,
    language,
    started: now(),
    horizon: await selectNumber(db, sql`SELECT max(seq) FROM documentation`),
    expected: owner.documentations ?? 0,
    after: null,
    blocks: [],
    objects: [],
    totals: { documentations: 0, empty: 0, included: 0, missing: 0, bytes: 0 },
    closing: null,
  };
}

/** Adds blocks to the index until the step's limits are reached. Returns whether the index is complete. */
async function freezeBlocks(step: DumpStep, index: DumpIndex, sizes: DumpSizes): Promise<boolean> {
  const { env, db, job, report } = step;
  const { totals } = index;
  const deadline = Date.now() + sizes.millisecondsPerStep;
  let entries: PlannedEntry[] = [];
  let rows: string[] = [];
  let collected = 0;
  let blocks = 0;
  const flushBlock = async () => {
    if (entries.length === 0) return;
    const last = index.blocks.at(-1);
    const extent = extentOf(entries.map(zipEntry), last ? last.offset + last.length : 0);
    const { key, etag } = await writeObject(env, job, "block", jsonBytes(entries));
    index.blocks.push({ ...extent, key, etag });
    entries = [];
    blocks += 1;
    await report(totals.documentations, Math.max(index.expected, totals.documentations));
  };
  const flushRows = async () => {
    if (rows.length === 0) return;
    const { key, etag, size, crc32 } = await writeObject(
      env,
      job,
      "manifest",
      new TextEncoder().encode(rows.join("")),
    );
    index.objects.push({ key, etag, size, crc32 });
    rows = [];
    collected = 0;
  };
  for await (const frozen of snapshot(db, job.customerId!, index)) {
    if (frozen.kind === "photo") {
      entries.push(frozen.entry);
      if (entries.length >= sizes.photosPerBlock) await flushBlock();
    } else if (frozen.kind === "missing") {
      rows.push(frozen.row);
      collected += frozen.row.length;
      if (collected >= sizes.rowsPerPiece) await flushRows();
    } else {
      index.after = frozen.position;
      for (const field of keysOf(totals)) totals[field] += frozen.totals[field];
      // A step ends only between documentations: the unique file names of a documentation are tracked in memory.
      if (blocks >= sizes.blocksPerStep || Date.now() >= deadline) {
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

function close(index: DumpIndex, endedAt: string): void {
  const last = index.blocks.at(-1);
  const manifests = {
    text: manifestText(index, endedAt),
    header: csvHeader(index.language),
    modified: zipDate(endedAt),
  };
  const offset = last ? last.offset + last.length : 0;
  index.closing = { ...manifests, ...extentOf(closingEntries(index.objects, manifests), offset) };
}
