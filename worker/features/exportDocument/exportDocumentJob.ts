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
import { ObjectChangedError } from "#worker/export/objectSource.ts";
import type { ExportFile } from "#worker/export/segments.ts";
import { drawPhotos } from "#worker/exportContent/documentPhotos.ts";
import { draftDocument, resolveDocument } from "#worker/exportContent/resolveDocument.ts";
import { defineJob, type JobFailure, type JobStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { createExpiringToken } from "#worker/links/mailedLink.ts";
import { clearOrphanStatement } from "#worker/media/orphans.ts";
import { createExportDocumentKey } from "#worker/media/photoKeys.ts";
import { abortStoreQuietly, storeCheckpointSchema, storeExport } from "#worker/media/storeExport.ts";
import { createFailedMail, createReadyMail, type RequesterMail } from "./mails.ts";

/** Days after the end of its job for which a document is kept, whether the job succeeded or failed. */
export const retentionDays = 7;
export const getExpireDate = () => addSeconds(retentionDays * 86_400);

const jobRequestSchema = z.object({ documentationId: z.string(), ...documentRequest });
export type DocumentJobRequest = z.output<typeof jobRequestSchema>;

const documentCursorSchema = z.object({
  /** Null while its photos are drawn. */
  begun: storeCheckpointSchema.nullable(),
  /** Photos that cannot be drawn in the requested size. */
  undrawableIds: z.array(z.string()).default([]),
  /** How often the documentation changed while its document was stored; each time the document is stored again. */
  passes: z.int(),
});
type Cursor = z.output<typeof documentCursorSchema>;

interface DocumentLimits {
  millisecondsPerStep: number;
}
const defaultLimits: DocumentLimits = { millisecondsPerStep: 20_000 };
const maxRestarts = 5;

/**
 * Draws the photos that do not exist in the requested size, then stores the document part by part. Each step composes it again from rows and skeletons, without photos, and resumes at the part
 * where the last step stopped: the same state yields the same bytes.
 */
export const createDocumentKind = (limits: DocumentLimits = defaultLimits) =>
  defineJob({
    name: "exportDocument",
    request: jobRequestSchema,
    cursor: documentCursorSchema,
    startedBy: createExportDocumentJob,
    retentionHours: retentionDays * 24,
    step: (step) => runBuildStep(step, limits),
    onFailure: ({ env, db, job, error }) => createFailure(env, db, job, error),
  });
export const documentKind = createDocumentKind();

async function runBuildStep(
  { env, db, job, request, cursor, actor, report }: JobStep<DocumentJobRequest, Cursor>,
  limits: DocumentLimits,
): Promise<StepOutcome<Cursor>> {
  const row = await findJobDocument(db, job);
  if (!row) throw problem("notFound");
  if (row.state === "READY") return createResult(row);
  const deadline = Date.now() + limits.millisecondsPerStep;
  const undrawableIds = new Set(cursor?.undrawableIds);
  const { missing, compose } = await draftDocument(
    db,
    actor,
    request.documentationId,
    await resolveDocument(db, actor, request.documentationId, request),
    undrawableIds,
  );
  const checkpoint = cursor?.begun ?? null;
  const createCursor = (begun: Cursor["begun"], passes: number): Cursor => ({
    ...{ begun, passes },
    undrawableIds: [...undrawableIds],
  });
  if (missing.length > 0) {
    for (const spec of missing) {
      await drawPhotos(env, db, [spec], undrawableIds, deadline);
      // Renews the lease.
      await report(0, 0, createCursor(checkpoint, cursor?.passes ?? 0));
      if (Date.now() >= deadline) break;
    }
    return { cursor: createCursor(checkpoint, cursor?.passes ?? 0), progress: 0, total: 0 };
  }
  const file = await compose();
  const restartCount = (cursor?.passes ?? 0) + (checkpoint && checkpoint.etag !== file.etag ? 1 : 0);
  if (restartCount > maxRestarts) throw problem("staleVersion");
  const key = createExportDocumentKey(row);
  const upload = storeExport(env, db, file, {
    checkpoint,
    createKey: () => key,
    contentType: file.contentType,
  });
  for (;;) {
    const uploadProgress = await upload.next();
    if (uploadProgress.done) break;
    const { checkpoint: begun, bytes: progress } = uploadProgress.value;
    // The document was deleted in the meantime, directly or with its documentation or customer.
    if (!(await findJobDocument(db, job))) throw problem("notFound");
    const nextCursor = createCursor(begun, restartCount);
    await report(progress, file.length, nextCursor);
    if (Date.now() >= deadline && progress < file.length)
      return { cursor: nextCursor, progress, total: file.length };
  }
  await markReady(env, db, { row, job }, file, request.language);
  const document = await findJobDocument(db, job);
  if (document?.state !== "READY") throw problem("notFound");
  return createResult(document);
}

const createResult = ({ id, size }: ExportDocumentRow) => ({ result: { id, size } });

const findJobDocument = (db: Database, { id, customerId }: JobRow): Promise<ExportDocumentRow | undefined> =>
  db
    .select()
    .from(exportDocument)
    .where(and(eq(exportDocument.jobId, id), eq(exportDocument.customerId, customerId!)))
    .get();

const isInProgressCondition = ({ id }: ExportDocumentRow) =>
  sql`EXISTS (SELECT 1 FROM ${exportDocument} WHERE ${exportDocument.id} = ${idParam(id)} AND ${exportDocument.state} = 'MAKING')`;

/** Marks the document READY in the same batch that queues its mail, so that the mail is sent exactly once. */
async function markReady(
  env: Env,
  db: Database,
  { row, job }: { row: ExportDocumentRow; job: JobRow },
  file: ExportFile,
  language: DocumentJobRequest["language"],
): Promise<void> {
  const key = createExportDocumentKey(row);
  const storedObject = await env.STORAGE.head(key);
  if (storedObject?.size !== file.length) throw new Error("storage did not keep the document");
  const expireDate = getExpireDate();
  const token = createExpiringToken(row.customerId, expireDate);
  const { fileName, length: size, crc32 } = file;
  const mail = await createReadyMail(env, db, row, { language, fileName, size, token, expireDate });
  const readyStatement = db
    .update(exportDocument)
    .set({
      ...{ state: "READY", fileName, size, crc32, etag: storedObject.etag, expireDate },
      tokenHash: await sha256(token),
    })
    .where(eq(exportDocument.id, row.id));
  const notices = createNotices(db, job, { ...row, fileName }, "EXPORT_READY");
  if (
    await batchIf(db, isInProgressCondition(row), [
      readyStatement,
      clearOrphanStatement(db, key),
      ...mail.statements,
      ...notices,
    ])
  )
    await mail.send(env);
}

/** Statements that notify the requester in the console; the mail goes to the address of the request. */
function createNotices(
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
      isMailed: email !== null,
    }),
  ];
}

/** Records why the document failed, and notifies the recipient, unless the requester may no longer have the document. */
async function createFailure(env: Env, db: Database, job: JobRow, error: unknown): Promise<JobFailure> {
  const { data: cursor } = documentCursorSchema.safeParse(job.params.cursor);
  const abortStore = async () => {
    if (cursor?.begun) await abortStoreQuietly(env, cursor.begun);
  };
  const row = await findJobDocument(db, job);
  if (row?.state !== "MAKING") return { statements: [], afterBatch: abortStore };
  const reason = toFailureReason(error);
  const mail = await createFailureMail(env, db, job, row, reason);
  const failedStatement = db
    .update(exportDocument)
    .set({ state: "FAILED", reason, expireDate: getExpireDate() })
    .where(eq(exportDocument.id, row.id));
  return {
    statements: [
      failedStatement,
      ...(mail?.statements ?? []),
      ...(mail ? createNotices(db, job, row, "EXPORT_FAILED") : []),
    ],
    afterBatch: async () => {
      await abortStore();
      await mail?.send(env);
    },
  };
}

async function createFailureMail(
  env: Env,
  db: Database,
  job: JobRow,
  row: ExportDocumentRow,
  reason: ProblemCode,
): Promise<RequesterMail | null> {
  if (!(await isAllowed(db, job.requester, createExportDocumentJob, job.customerId))) return null;
  const { data: request } = jobRequestSchema.safeParse(job.params.request);
  return createFailedMail(env, db, row, { language: request?.language ?? "sv", reason });
}

function toFailureReason(error: unknown): ProblemCode {
  if (error instanceof Problem) return error.code;
  return error instanceof ObjectChangedError ? "storageChanged" : "internal";
}
