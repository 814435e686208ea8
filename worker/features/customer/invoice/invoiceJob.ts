import { now } from "#domain/core/fields.ts";
import { prepareInvoiceAttachment } from "#domain/endpoints/configuration/customerCalls.ts";
import type { JobRow } from "#worker/db/schema/index.ts";
import { R2Sink } from "#worker/export/r2Sink.ts";
import { toSafeName } from "#worker/export/safeNames.ts";
import { xlsxContentType } from "#worker/export/sheetXml.ts";
import { defineJob, emptyCursorSchema, type JobStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { findCustomer } from "#worker/resources/customerResource.ts";
import {
  countInvoiceRows,
  type InvoiceRequest,
  invoiceRequestSchema,
  listInvoicePages,
  listNames,
} from "./invoiceRows.ts";
import { invoiceTexts } from "./invoiceTexts.ts";
import { writeInvoiceWorkbook } from "./invoiceWorkbook.ts";

/** Documentations per page. */
const rowsPerPage = 5000;
/** Hours for which a workbook can be downloaded. */
export const invoiceRetentionHours = 7 * 24;

export const createInvoiceKey = ({ id, customerId }: Pick<JobRow, "id" | "customerId">) =>
  `customers/${customerId}/invoices/${id}.xlsx`;

/** The invoice attachment, created in one step, because a multipart upload cannot be continued in another step. */
export const invoiceAttachmentKind = defineJob({
  name: "invoiceAttachment",
  startedBy: prepareInvoiceAttachment,
  request: invoiceRequestSchema,
  cursor: emptyCursorSchema,
  retentionHours: invoiceRetentionHours,
  remove: (env, job) => env.STORAGE.delete(createInvoiceKey(job)),
  step: createWorkbook,
});

async function createWorkbook({
  env,
  db,
  job,
  request,
  report,
}: JobStep<InvoiceRequest, unknown>): Promise<StepOutcome<never>> {
  const { id, name } = await findCustomer(db, job.customerId!);
  const totalRowCount = await countInvoiceRows(db, id, request);
  const [licenses, templates] = [await listNames(db, "license", id), await listNames(db, "template", id)];
  const key = createInvoiceKey(job);
  const sink = new R2Sink(env.STORAGE, key, { httpMetadata: { contentType: xlsxContentType } });
  try {
    const includedRowCount = await writeInvoiceWorkbook(sink, {
      customerName: name,
      request,
      madeAt: now(),
      licenses,
      templates,
      pages: listInvoicePages(db, id, request, rowsPerPage),
      report: (writtenRowCount) => report(writtenRowCount, Math.max(totalRowCount, writtenRowCount)),
    });
    // A runner that has lost the job must not overwrite the workbook of its successor.
    await report(includedRowCount, Math.max(totalRowCount, includedRowCount));
    const { etag, size } = await sink.close();
    const fileName = `${toSafeName(`${invoiceTexts[request.language].file} ${name} ${request.startDate} ${request.endDate}`)}.xlsx`;
    return { result: { size, included: includedRowCount, missing: 0, key, etag, fileName } };
  } catch (error) {
    await sink.abort();
    throw error;
  }
}
