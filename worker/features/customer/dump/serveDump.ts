import { and, desc, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { addSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { job } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { zipLength, zipRanges } from "#worker/export/blockedZip.ts";
import { combineCrc32, crc32 } from "#worker/export/crc32.ts";
import type { StoredObject } from "#worker/export/exportPlanTypes.ts";
import { sliceLazySegments } from "#worker/export/lazySegments.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { createInlineSegment, createObjectSegment } from "#worker/export/segments.ts";
import type { ServableFile } from "#worker/export/serveExport.ts";
import { createStream } from "#worker/export/stream.ts";
import { createSegmentEntry, createStoredEntry, type ZipEntry } from "#worker/export/zipSegments.ts";
import { type DumpIndex, readBlock, readIndex } from "./dumpStore.ts";
import { manifestCsvName, manifestTextName } from "./dumpTexts.ts";

const dumpResultSchema = z.object({ index: z.string(), etag: z.string() });

/**
 * A customer's prepared zip: the newest, or that of a job. Memory holds one block of the plan at a time. If a photo has since
 * been removed or replaced, the stream ends with an error.
 * @throws notPrepared if there is none or it has expired
 */
export async function findDumpFile(
  env: Env,
  db: Database,
  customerId: number,
  { jobId, retentionHours }: { jobId: string | undefined; retentionHours: number },
): Promise<ServableFile> {
  const finishedJob = await db
    .select({ result: job.result })
    .from(job)
    .where(
      and(
        eq(job.customerId, customerId),
        eq(job.kind, "photoDump"),
        eq(job.state, "DONE"),
        gt(job.finishedAt, addSeconds(-retentionHours * 3600)),
        jobId ? eq(job.id, jobId) : undefined,
      ),
    )
    .orderBy(desc(job.finishedAt), desc(sql`rowid`))
    .get();
  const dumpResult = dumpResultSchema.safeParse(finishedJob?.result).data;
  const index = dumpResult ? await readIndex(env, dumpResult.index) : null;
  if (!dumpResult || !index?.closing) throw problem("notPrepared");
  return createDumpFile(env, index, index.closing, `"${dumpResult.etag}"`);
}

function createDumpFile(
  env: Env,
  { blocks, objects }: DumpIndex,
  closingBlock: NonNullable<DumpIndex["closing"]>,
  etag: string,
): ServableFile {
  const allBlocks = [...blocks, closingBlock];
  const ranges = zipRanges(allBlocks, async (index) => {
    const block = blocks[index];
    return block ? readBlock(env, block.key, block.etag) : createClosingEntries(objects, closingBlock);
  });
  return {
    length: zipLength(allBlocks),
    etag,
    fileName: "photos.zip",
    contentType: "application/zip",
    open: (from, to) =>
      createStream(sliceLazySegments(ranges, from, to), to - from, createR2Source(env.STORAGE)),
  };
}

/** The manifests at the end of the zip: a readable summary, and the list of missing photos joined from its parts. */
export function createClosingEntries(
  parts: readonly StoredObject[],
  { text, header, modified }: { text: string; header: string; modified: number },
): ZipEntry[] {
  const encoder = new TextEncoder();
  const headerBytes = encoder.encode(header);
  const checksum = parts.reduce((sum, part) => combineCrc32(sum, part.crc32, part.size), crc32(headerBytes));
  const csv = {
    segments: [createInlineSegment(headerBytes), ...parts.map(createObjectSegment)],
    crc32: checksum,
  };
  return [
    createStoredEntry(manifestTextName, encoder.encode(text), modified),
    createSegmentEntry(manifestCsvName, csv, modified),
  ];
}
