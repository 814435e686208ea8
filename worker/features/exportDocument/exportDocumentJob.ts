import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { addSeconds } from "#domain/core/fields.ts";
import { Problem, type ProblemCode, problem } from "#domain/core/problem.ts";
import { createExportDocumentJob, documentRequest } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { isAllowed } from "#worker/auth/session/actor.ts";
import { sha256 } from "#worker/auth/session/sessionTokens.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { noticeStatement } from "#worker/db/notices.ts";
import { type ExportDocumentRow, exportDocument, type JobRow } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import type { ExportFile } from "#worker/export/segments.ts";
import { ObjectChangedError } from "#worker/export/source.ts";
import { buildDocument, resolveDocument } from "#worker/exportContent/resolveDocument.ts";
import { defineJob, type JobFailure, type JobStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { expiringToken } from "#worker/links/mailedLink.ts";
import { keyOfExportDocument } from "#worker/media/keys.ts";
import { clearOrphanStatement } from "#worker/media/orphans.ts";
import { abortStoring, storeCheckpoint, storeExport } from "#worker/media/storeExport.ts";
import { failedMail, type MailToRequester, readyMail } from "./mails.ts";

/** Days after the end of its job for which a document is kept, whether it was made or failed. */
export const retentionDays = 7;
export const expiry = () => addSeconds(retentionDays * 86_400);

const jobRequest = z.object({ documentationId: z.string(), ...documentRequest });
export type DocumentJobRequest = z.output<typeof jobRequest>;

const documentCursor = z.object({
  begun: storeCheckpoint,
  /** How often the documentation changed while its document was stored; each time it is stored again. */
  passes: z.int(),
});
type Cursor = z.output<typeof documentCursor>;

interface Sizes {
  millisecondsPerStep: number;
}
const defaultLimits: Sizes = { millisecondsPerStep: 20_000 };
const maxPasses = 5;

/**
 * Stores a document part by part. Each step composes it again from rows and skeletons, without photos, and resumes at the part
 * where the last one stopped: the same state yields the same bytes.
 */
export const documentKindOf = (sizes: Sizes = defaultLimits) =>
  defineJob({
    name: "exportDocument",
    request: jobRequest,
    cursor: documentCursor,
    startedBy: createExportDocumentJob,
    retentionHours: retentionDays * 24,
    step: (step) => buildStep(step, sizes),
    onFailure: ({ env, db, job, error }) => failureOf(env, db, job, error),
  });
export const documentKind = documentKindOf();

async function buildStep(
  { env, db, job, request, cursor, actor, report }: JobStep<DocumentJobRequest, Cursor>,
  sizes: Sizes,
): Promise<StepOutcome<Cursor>> {
  const row = await documentOfJob(db, job);
  if (!row) throw problem("notFound");
  if (row.state === "READY") return resultOf(row);
  const until = Date.now() + sizes.millisecondsPerStep;
  const file = await buildDocument(
    db,
    actor,
    request.documentationId,
    await resolveDocument(db, actor, request.documentationId, request),
  );
  const passes = (cursor?.passes ?? 0) + (cursor && cursor.begun.etag !== file.etag ? 1 : 0);
  if (passes > maxPasses) throw problem("staleVersion");
  const key = keyOfExportDocument(row);
  const upload = storeExport(env, db, file, {
    checkpoint: cursor?.begun ?? null,
    newKey: () => key,
    contentType: file.contentType,
  });
  for (;;) {
    const advanced = await upload.next();
    if (advanced.done) break;
    const { at: startedAt, bytes: progress } = advanced.value;
    // Deleted in the meantime, directly or with its documentation or customer.
    if (!(await documentOfJob(db, job))) throw problem("notFound");
    await report(progress, file.length, { begun: startedAt, passes });
    if (Date.now() >= until && progress < file.length)
      return { cursor: { begun: startedAt, passes }, progress, total: file.length };
  }
  await settleReady(env, db, { row, job }, file, request.language);
  const document = await documentOfJob(db, job);
  if (document?.state !== "READY") throw problem("notFound");
  return resultOf(document);
}

const resultOf = ({ id, size }: ExportDocumentRow) => ({ result: { id, size } });

const documentOfJob = (db: Database, { id, customerId }: JobRow): Promise<ExportDocumentRow | undefined> =>
  db
    .select()
    .from(exportDocument)
    .where(and(eq(exportDocument.jobId, id), eq(exportDocument.customerId, customerId!)))
    .get();

const isMaking = ({ id }: ExportDocumentRow) =>
  sql`EXISTS (SELECT 1 FROM ${exportDocument} WHERE ${exportDocument.id} = ${idParam(id)} AND ${exportDocument.state} = 'MAKING')`;

/** Marks the document READY in the same batch that queues its mail, so that the mail is sent exactly once. */
async function settleReady(
  env: Env,
  db: Database,
  { row, job }: { row: ExportDocumentRow; job: JobRow },
  file: ExportFile,
  language: DocumentJobRequest["language"],
): Promise<void> {
  const key = keyOfExportDocument(row);
  const found = await env.STORAGE.head(key);
  if (found?.size !== file.length) throw new Error("storage did not keep the document");
  const expireDate = expiry();
  const token = expiringToken(row.customerId, expireDate);
  const { fileName, length: size, crc32 } = file;
  const mail = await readyMail(env, db, row, { language, fileName, size, token, expireDate });
  const ready = db
    .update(exportDocument)
    .set({
      ...{ state: "READY", fileName, size, crc32, etag: found.etag, expireDate },
      tokenHash: await sha256(token),
    })
    .where(eq(exportDocument.id, row.id));
  const notices = noticesOf(db, job, { ...row, fileName }, "EXPORT_READY");
  if (
    await batchIf(db, isMaking(row), [ready, clearOrphanStatement(db, key), ...mail.statements, ...notices])
  )
    await mail.send(env);
}

/** Statements that notify the requester in the console; the mail goes to the address of the request. */
function noticesOf(
  db: Database,
  { requester }: JobRow,
  { id, customerId, documentationId, fileName, email }: ExportDocumentRow,
  kind: "EXPORT_READY" | "EXPORT_FAILED",
) {
  if (!requester) return [];
  const userId = requester.realUserId ?? requester.userId;
  const params = { to: fileName };
  return [
    noticeStatement(db, {
      customerId,
      userId,
      kind,
      documentationId,
      dedupKey: id,
      params,
      mailed: email !== null,
    }),
  ];
}

/** Records why it failed, and notifies the recipient, unless the requester may no longer have the document. */
async function failureOf(env: Env, db: Database, job: JobRow, error: unknown): Promise<JobFailure> {
  const { data: cursor } = documentCursor.safeParse(job.params.cursor);
  const row = await documentOfJob(db, job);
  if (row?.state !== "MAKING")
    return { statements: [], afterBatch: async () => cursor && abortStoring(env, cursor.begun) };
  const reason = reasonOf(error);
  const mail = await failureMail(env, db, job, row, reason);
  const failed = db
    .update(exportDocument)
    .set({ state: "FAILED", reason, expireDate: expiry() })
    .where(eq(exportDocument.id, row.id));
  return {
    statements: [
      failed,
      ...(mail?.statements ?? []),
      ...(mail ? noticesOf(db, job, row, "EXPORT_FAILED") : []),
    ],
    afterBatch: async () => {
      if (cursor) await abortStoring(env, cursor.begun);
      await mail?.send(env);
    },
  };
}

async function failureMail(
  env: Env,
  db: Database,
  job: JobRow,
  row: ExportDocumentRow,
  reason: ProblemCode,
): Promise<MailToRequester | null> {
  if (!(await isAllowed(db, job.requester, createExportDocumentJob, job.customerId))) return null;
  const { data: request } = jobRequest.safeParse(job.params.request);
  return failedMail(env, db, row, { language: request?.language ?? "sv", reason });
}

function reasonOf(error: unknown): ProblemCode {
  if (error instanceof Problem) return error.code;
  return error instanceof ObjectChangedError ? "storageChanged" : "internal";
}
