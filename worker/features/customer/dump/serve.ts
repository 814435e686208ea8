import { and, desc, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { addSeconds } from "../../../../domain/fields";
import { problem } from "../../../../domain/problem";
import type { Database } from "../../../db/database";
import { job } from "../../../db/schema";
import type { Env } from "../../../env";
import { zipLength, zipStretches } from "../../../export/blockedZip";
import { combineCrc32, crc32 } from "../../../export/crc32";
import type { StoredObject } from "../../../export/plan";
import { r2Source } from "../../../export/r2Source";
import { inline, wholeObject } from "../../../export/segments";
import type { Servable } from "../../../export/serve";
import { streamOf } from "../../../export/stream";
import { sliceLazySegments } from "../../../export/stretches";
import { segmentEntry, storedEntry, type ZipEntry } from "../../../export/zip";
import { type DumpIndex, readBlock, readIndex } from "./store";
import { manifestCsv, manifestTxt } from "./texts";

const dumpResult = z.object({ index: z.string(), etag: z.string() });

/**
 * A customer's prepared zip: the newest, or that of a job. Memory holds one block of the plan at a time. A photo that has been
 * removed or replaced since ends the stream with an error.
 * @throws notPrepared when there is none, or it has expired.
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
        gt(job.finished, addSeconds(-keptFor * 3600)),
        jobId ? eq(job.id, jobId) : undefined,
      ),
    )
    .orderBy(desc(job.finished), desc(sql`rowid`))
    .get();
  const prepared = dumpResult.safeParse(done?.result).data;
  const index = prepared ? await readIndex(env, prepared.index) : null;
  if (!prepared || !index?.closing) throw problem("notPrepared");
  return servable(env, index, index.closing, `"${prepared.etag}"`);
}

function servable(
  env: Env,
  { blocks, pieces }: DumpIndex,
  closing: NonNullable<DumpIndex["closing"]>,
  etag: string,
): Servable {
  const all = [...blocks, closing];
  const stretches = zipStretches(all, async (at) => {
    const block = blocks[at];
    return block ? readBlock(env, block.key, block.etag) : closingEntries(pieces, closing);
  });
  return {
    length: zipLength(all),
    etag,
    fileName: "photos.zip",
    contentType: "application/zip",
    open: (from, to) => streamOf(sliceLazySegments(stretches, from, to), to - from, r2Source(env.STORAGE)),
  };
}

/** The manifests at the end of the zip: a readable summary, and the list of missing photos joined from its pieces. */
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
