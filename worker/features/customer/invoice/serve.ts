import { and, eq, gt } from "drizzle-orm";
import { addSeconds } from "../../../../domain/fields";
import { problem } from "../../../../domain/problem";
import type { Database } from "../../../db/database";
import { job } from "../../../db/schema";
import type { Env } from "../../../env";
import { r2Source } from "../../../export/r2Source";
import type { Servable } from "../../../export/serve";
import { xlsxType } from "../../../export/sheetXml";
import { streamOf } from "../../../export/stream";
import type { JobRow } from "../../../jobs/kind";
import { invoiceRetentionHours } from "./kind";
import { invoiceResult } from "./rows";

/** The workbook of a job of this customer. @throws notPrepared when there is none, or it has expired. */
export async function preparedInvoice(
  env: Env,
  db: Database,
  customerId: number,
  jobId: string,
): Promise<Servable> {
  const row = await db
    .select()
    .from(job)
    .where(
      and(
        eq(job.id, jobId),
        eq(job.customerId, customerId),
        eq(job.kind, "invoiceAttachment"),
        eq(job.state, "DONE"),
        gt(job.finished, addSeconds(-invoiceRetentionHours * 3600)),
      ),
    )
    .get();
  if (!row) throw problem("notPrepared");
  return invoiceFile(env, row);
}

/** The workbook of a finished job. */
export function invoiceFile(env: Env, { result }: JobRow): Servable {
  const { key, etag, size, fileName } = invoiceResult.parse(result);
  // A checksum is needed in zips only.
  const object = { key, etag, size, crc32: 0 };
  return {
    length: size,
    etag: `"${etag}"`,
    fileName,
    contentType: xlsxType,
    open: (from, to) =>
      streamOf(
        to > from ? [{ kind: "object", object, offset: from, length: to - from }] : [],
        to - from,
        r2Source(env.STORAGE),
      ),
  };
}
