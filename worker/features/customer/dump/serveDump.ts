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
import { r2Source } from "#worker/export/r2Source.ts";
import { inline, wholeObject } from "#worker/export/segments.ts";
import type { Servable } from "#worker/export/serve.ts";
import { streamOf } from "#worker/export/stream.ts";
import { segmentEntry, storedEntry, type ZipEntry } from "#worker/export/zipSegments.ts";
import { type DumpIndex, readBlock, readIndex } from "./dumpStore.ts";
import { manifestCsv, manifestTxt } from "./dumpTexts.ts";

const dumpResult = z.object({ index: z.string(), etag: z.string() });

/**
 * A customer's prepared zip: the newest, or that of a job. Memory holds one block of the plan at a time. If a photo has since
 * been removed or replaced, the stream ends with an error.
 * @throws notPrepared if there is none or it has expired
 */
export async function dumpFile(
  env: Env,
  db: Database,
  customerId: number,
  { jobId, retentionHours }: { jobId: string | undefined; retentionHours: number },
): Promise<Servable> {
  const finished = await db
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
  const prepared = dumpResult.safeParse(finished?.result).data;
  const index = prepared ? await readIndex(env, prepared.index) : null;
  if (!prepared || !index?.closing) throw problem("notPrepared");
  return servable(env, index, index.closing, `"${prepared.etag}"`);
}

function servable(
  env: Env,
  { blocks, objects }: DumpIndex,
  closing: NonNullable<DumpIndex["closing"]>,
  etag: string,
): Servable {
  const all = [...blocks, closing];
  const ranges = zipRanges(all, async (index) => {
    const block = blocks[index];
    return block ? readBlock(env, block.key, block.etag) : closingEntries(objects, closing);
  });
  return {
    length: zipLength(all),
    etag,
    fileName: "photos.zip",
    contentType: "application/zip",
    open: (from, to) => streamOf(sliceLazySegments(ranges, from, to), to - from, r2Source(env.STORAGE)),
  };
}

/** The manifests at the end of the zip: a readable summary, and the list of missing photos joined from its pieces. */
export function closingEntries(
  parts: readonly StoredObject[],
  { text, header, modified }: { text: string; header: string; modified: number },
): ZipEntry[] {
  const encoder = new TextEncoder();
  const headerBytes = encoder.encode(header);
  const checksum = parts.reduce((sum, part) => combineCrc32(sum, part.crc32, part.size), crc32(headerBytes));
  const csv = { segments: [inline(headerBytes), ...parts.map(wholeObject)], crc32: checksum };
  return [storedEntry(manifestTxt, encoder.encode(text), modified), segmentEntry(manifestCsv, csv, modified)];
}
