import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import type { createExportDocumentJob, DocumentJob } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { countSessionAttempts, mailLimits } from "#worker/auth/callLimits.ts";
import { requesterOf } from "#worker/auth/session/actor.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { exportDocument, job, user } from "#worker/db/schema/index.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { findVisibleDocumentation } from "#worker/documentation/details.ts";
import type { Env } from "#worker/env.ts";
import { expectedFileName, resolveDocument } from "#worker/exportContent/resolveDocument.ts";
import { createJobStatements, enqueueJobQuietly } from "#worker/jobs/startJob.ts";
import { type DocumentJobRequest, documentKind, getExpireDate } from "./exportDocumentJob.ts";

type DocumentRequestBody = z.output<NonNullable<(typeof createExportDocumentJob)["body"]>>;

/** Maximum number of documents in progress per user. */
const maxPendingPerUser = 10;
const maxDocuments = 20;

/**
 * Starts making a document in the background, unless the same one is already being made for the same user.
 * @throws notFound and exportRefused for the documentation; the errors of `resolveDocument`; tooManyDocuments; attemptsExhausted after too
 * many mails
 */
export async function requestDocument(
  env: Env,
  db: Database,
  actor: Actor,
  { email, ...request }: DocumentRequestBody,
): Promise<DocumentJob> {
  const documentationRow = await findVisibleDocumentation(db, scopeOf(actor), request.documentationId);
  if (isExportBlocked(documentationRow.status)) throw problem("exportRefused");
  const fileName = expectedFileName(
    documentationRow,
    await resolveDocument(db, actor, request.documentationId, request),
  );
  const { customerId } = documentationRow;
  await countSessionAttempts(db, await mailLimits(customerId, actor.userId, [email]));
  const pendingCondition = and(
    eq(exportDocument.customerId, customerId),
    // A literal, because SQLite does not use the partial index with a parameter.
    sql`${exportDocument.state} = 'MAKING'`,
    eq(job.requestedBy, actor.userId),
  );
  // A request with another address counts as a different one, so that this recipient also gets a link.
  const sameRequestCondition = sql`${job.params} ->> '$.request' = ${JSON.stringify(request satisfies DocumentJobRequest)} AND ${exportDocument.email} = ${email}`;
  const countSql = (condition?: SQL) =>
    sql`(SELECT count(*) FROM ${exportDocument} JOIN ${job} ON ${job.id} = ${exportDocument.jobId} WHERE ${and(pendingCondition, condition)})`;
  const { id: jobId, statements } = createJobStatements(db, documentKind, {
    ...{ customerId, requester: requesterOf(actor), request },
  });
  const insertStatement = db.insert(exportDocument).values({
    ...{
      customerId,
      documentationId: documentationRow.id,
      documentationName: documentationRow.alias || documentationRow.name,
    },
    ...{ fileName, userName: actor.username, state: "MAKING", jobId, email, expireDate: getExpireDate() },
  });
  const hasStarted = await batchIf(
    db,
    sql`${countSql(sameRequestCondition)} = 0 AND ${countSql()} < ${maxPendingPerUser}`,
    [...statements, insertStatement],
  );
  if (hasStarted) await enqueueJobQuietly(env, { id: jobId });
  const [document] = await listDocuments(
    db,
    hasStarted ? eq(job.id, jobId) : and(pendingCondition, sameRequestCondition),
  );
  if (!document) throw problem("tooManyDocuments");
  return document;
}

/**
 * The actor's requested documents of a documentation that have not expired.
 * @throws notFound
 */
export async function listRequestedDocuments(db: Database, actor: Actor, id: string): Promise<DocumentJob[]> {
  const { customerId, documentationId, expireDate } = exportDocument;
  const documentationRow = await findVisibleDocumentation(db, scopeOf(actor), id);
  const documentationCondition = and(
    eq(customerId, documentationRow.customerId),
    eq(documentationId, documentationRow.id),
  );
  return listDocuments(
    db,
    and(documentationCondition, eq(job.requestedBy, actor.userId), gt(expireDate, now())),
  );
}

async function listDocuments(db: Database, condition: SQL | undefined): Promise<DocumentJob[]> {
  const rows = await db
    .select({ row: exportDocument, progress: job.progress, total: job.total })
    .from(exportDocument)
    .innerJoin(job, eq(job.id, exportDocument.jobId))
    .where(condition)
    .orderBy(desc(exportDocument.lastModified), desc(exportDocument.id))
    .limit(maxDocuments);
  return rows.map(({ row: documentRow, progress, total }) => ({
    ...{
      id: documentRow.id,
      documentationId: documentRow.documentationId ?? "",
      fileName: documentRow.fileName,
    },
    ...{
      state: documentRow.state,
      reason: documentRow.reason,
      email: documentRow.email,
      expireDate: documentRow.expireDate,
    },
    dateCreated: documentRow.lastModified,
    ...(documentRow.state === "READY"
      ? { progress: documentRow.size, size: documentRow.size }
      : { progress, size: total }),
  }));
}

/** True if the actor requested the document. */
export async function isRequester(
  db: Database,
  actor: Actor,
  { jobId }: typeof exportDocument.$inferSelect,
): Promise<boolean> {
  if (jobId === null) return false;
  const jobRow = await db.select({ by: job.requestedBy }).from(job).where(eq(job.id, jobId)).get();
  return jobRow?.by === actor.userId;
}

/** The email address of the real user. */
export async function findEmail(db: Database, { userId, realUserId }: Actor): Promise<string | null> {
  const userRow = await db
    .select({ email: user.email })
    .from(user)
    .where(eq(user.id, realUserId ?? userId))
    .get();
  return userRow?.email ?? null;
}
