import { and, desc, eq, gt, sql } from "drizzle-orm";
import { inSeconds } from "../../../../domain/fields";
import { problem } from "../../../../domain/problem";
import type { Database } from "../../../db/database";
import { job } from "../../../db/schema";
import type { Env } from "../../../env";
import { zipLength, zipStretches } from "../../../export/blocked-zip";
import { combineCrc32, crc32 } from "../../../export/crc32";
import type { StoredObject } from "../../../export/plan";
import { r2Source } from "../../../export/r2-source";
import { inline, wholeObject } from "../../../export/segments";
import type { Servable } from "../../../export/serve";
import { streamOf } from "../../../export/stream";
import { sliceStretches } from "../../../export/stretches";
import { segmentEntry, storedEntry, type ZipEntry } from "../../../export/zip";
import { type DumpIndex, readBlock, readIndex } from "./store";
import { manifestCsv, manifestTxt } from "./texts";

/**
 * A customer's prepared zip: the newest, or that of a job. It holds one block of the plan in memory at a time, and a photo that
 * is gone or changed breaks it off.
 * @throws notPrepared when there is none, or its time is over.
 */
export async function dumpFile(
  env: Env,
  db: Database,
  customerId: number,
  { jobId, keptFor }: { jobId: string | undefined; keptFor: number },
): Promise<Servable> {
  const done = await db
    .select({ result: job.result })
    .from(job)
    .where(
      and(
        eq(job.customerId, customerId),
        eq(job.kind, "photoDump"),
        eq(job.state, "DONE"),
        gt(job.finished, inSeconds(-keptFor * 3600)),
        jobId ? eq(job.id, jobId) : undefined,
      ),
    )
    .orderBy(desc(job.finished), desc(sql`rowid`))
    .get();
  const { index: key, etag } = (done?.result ?? {}) as { index?: string; etag?: string };
  const index = key ? await readIndex(env, key) : null;
  if (!index?.closing) throw problem("notPrepared");
  return servable(env, index, `"${etag}"`);
}

function servable(env: Env, index: DumpIndex, etag: string): Servable {
  const { blocks, closing, pieces } = index;
  const all = [...blocks, closing!];
  const stretches = zipStretches(all, async (at) => {
    const block = blocks[at];
    return block ? readBlock(env, block.key, block.etag) : closingEntries(pieces, closing!);
  });
  return {
    length: zipLength(all),
    etag,
    fileName: "photos.zip",
    contentType: "application/zip",
    open: (from, to) => streamOf(sliceStretches(stretches, from, to), to - from, r2Source(env.STORAGE)),
  };
}

/** The manifests at the end of the zip: one for people, and one that lists what is missing, put together from its pieces. */
export function closingEntries(
  pieces: readonly StoredObject[],
  { text, header, modified }: { text: string; header: string; modified: number },
): ZipEntry[] {
  const encoder = new TextEncoder();
  const head = encoder.encode(header);
  const checksum = pieces.reduce((sum, piece) => combineCrc32(sum, piece.crc32, piece.size), crc32(head));
  const csv = { segments: [inline(head), ...pieces.map(wholeObject)], crc32: checksum };
  return [storedEntry(manifestTxt, encoder.encode(text), modified), segmentEntry(manifestCsv, csv, modified)];
}
