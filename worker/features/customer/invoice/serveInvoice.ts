import { and, eq, gt } from "drizzle-orm";
import { addSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { type JobRow, job } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import type { ServableFile } from "#worker/export/serveExport.ts";
import { xlsxContentType } from "#worker/export/sheetXml.ts";
import { createStream } from "#worker/export/stream.ts";
import { invoiceRetentionHours } from "./invoiceJob.ts";
import { invoiceResultSchema } from "./invoiceRows.ts";

/**
 * The workbook of a customer's job.
 * @throws notPrepared if there is none or it has expired
 */
export async function findPreparedInvoice(
  env: Env,
  db: Database,
  customerId: number,
  jobId: string,
): Promise<ServableFile> {
  const row = await db
    .select()
    .from(job)
    .where(
      and(
        eq(job.id, jobId),
        eq(job.customerId, customerId),
        eq(job.kind, "invoiceAttachment"),
        eq(job.state, "DONE"),
        gt(job.finishedAt, addSeconds(-invoiceRetentionHours * 3600)),
      ),
    )
    .get();
  if (!row) throw problem("notPrepared");
  return createInvoiceFile(env, row);
}

/** The workbook of a finished job. */
export function createInvoiceFile(env: Env, { result }: JobRow): ServableFile {
  const { key, etag, size, fileName } = invoiceResultSchema.parse(result);
  // Only zips need the checksum.
  const object = { key, etag, size, crc32: 0 };
  return {
    length: size,
    etag: `"${etag}"`,
    fileName,
    contentType: xlsxContentType,
    open: (from, to) =>
      createStream(
        to > from ? [{ kind: "object", object, offset: from, length: to - from }] : [],
        to - from,
        createR2Source(env.STORAGE),
      ),
  };
}
