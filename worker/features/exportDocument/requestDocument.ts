import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import type { createExportDocumentJob, DocumentJob } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { countOrRefuse, mailLimits } from "#worker/auth/callLimits.ts";
import { requesterOf } from "#worker/auth/session/actor.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { exportDocument, job, user } from "#worker/db/schema/index.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { visibleDocumentation } from "#worker/documentation/details.ts";
import type { Env } from "#worker/env.ts";
import { fileNameOf, resolveDocument } from "#worker/exportContent/resolveDocument.ts";
import { enqueueJob, jobInBatch } from "#worker/jobs/startJob.ts";
import { type DocumentJobRequest, documentKind, expiry } from "./exportDocumentJob.ts";

type Body = z.output<NonNullable<(typeof createExportDocumentJob)["body"]>>;

/** Maximum number of documents in progress per user. */
const maxPendingPerUser = 10;
const maxListed = 20;

/**
 * Starts making a document in the background, unless the same one is already being made for the same user.
 * @throws notFound and isExportBlocked for the documentation; the errors of `resolveDocument`; tooManyDocuments; attemptsExhausted after too
 * many mails
 */
export async function requestDocument(
  env: Env,
  db: Database,
  actor: Actor,
  { email, ...request }: Body,
): Promise<DocumentJob> {
  const owner = await visibleDocumentation(db, scopeOf(actor), request.documentationId);
  if (isExportBlocked(owner.status)) throw problem("exportRefused");
  const fileName = fileNameOf(owner, await resolveDocument(db, actor, request.documentationId, request));
  const { customerId } = owner;
  await countOrRefuse(db, await mailLimits(customerId, actor.userId, [email]));
  const pendingCondition = and(
    eq(exportDocument.customerId, customerId),
    // Spelt out, because SQLite does not use the partial index with a parameter.
    sql`${exportDocument.state} = 'MAKING'`,
    eq(job.requestedBy, actor.userId),
  );
  // Another address makes it another request, so that its reader also gets a link.
  const sameRequest = sql`${job.params} ->> '$.request' = ${JSON.stringify(request satisfies DocumentJobRequest)} AND ${exportDocument.email} = ${email}`;
  const count = (condition?: SQL) =>
    sql`(SELECT count(*) FROM ${exportDocument} JOIN ${job} ON ${job.id} = ${exportDocument.jobId} WHERE ${and(pendingCondition, condition)})`;
  const { id: jobId, statements } = jobInBatch(db, documentKind, {
    ...{ customerId, requester: requesterOf(actor), request },
  });
  const row = db.insert(exportDocument).values({
    ...{ customerId, documentationId: owner.id, documentationName: owner.alias || owner.name },
    ...{ fileName, userName: actor.username, state: "MAKING", jobId, email, expireDate: expiry() },
  });
  const hasBegun = await batchIf(db, sql`${count(sameRequest)} = 0 AND ${count()} < ${maxPendingPerUser}`, [
    ...statements,
    row,
  ]);
  if (hasBegun) await enqueueJob(env, { id: jobId });
  const [document] = await documentsWhere(
    db,
    hasBegun ? eq(job.id, jobId) : and(pendingCondition, sameRequest),
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
  const owner = await visibleDocumentation(db, scopeOf(actor), id);
  const ofOwner = and(eq(customerId, owner.customerId), eq(documentationId, owner.id));
  return documentsWhere(db, and(ofOwner, eq(job.requestedBy, actor.userId), gt(expireDate, now())));
}

async function documentsWhere(db: Database, condition: SQL | undefined): Promise<DocumentJob[]> {
  const rows = await db
    .select({ row: exportDocument, progress: job.progress, total: job.total })
    .from(exportDocument)
    .innerJoin(job, eq(job.id, exportDocument.jobId))
    .where(condition)
    .orderBy(desc(exportDocument.lastModified), desc(exportDocument.id))
    .limit(maxListed);
  return rows.map(({ row, progress, total }) => ({
    ...{ id: row.id, documentationId: row.documentationId ?? "", fileName: row.fileName },
    ...{ state: row.state, reason: row.reason, email: row.email, expireDate: row.expireDate },
    dateCreated: row.lastModified,
    ...(row.state === "READY" ? { progress: row.size, size: row.size } : { progress, size: total }),
  }));
}

/** True if the actor requested the document. */
export async function isRequester(
  db: Database,
  actor: Actor,
  { jobId }: typeof exportDocument.$inferSelect,
): Promise<boolean> {
  if (jobId === null) return false;
  const found = await db.select({ by: job.requestedBy }).from(job).where(eq(job.id, jobId)).get();
  return found?.by === actor.userId;
}

/** The email address of the real user. */
export async function findEmail(db: Database, { userId, realUserId }: Actor): Promise<string | null> {
  const found = await db
    .select({ email: user.email })
    .from(user)
    .where(eq(user.id, realUserId ?? userId))
    .get();
  return found?.email ?? null;
}
