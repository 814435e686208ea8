import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { addSeconds, toIsoSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { refusedFileRetentionDays, type TempFileDecision } from "#domain/endpoints/links/receivedFiles.ts";
import type { Database } from "#worker/db/database.ts";
import { decodeId } from "#worker/db/idEncoding.ts";
import { idAsText, idParam } from "#worker/db/ids.ts";
import { naturalOrder } from "#worker/db/naturalOrder.ts";
import { selectNumber } from "#worker/db/rows.ts";
import { documentation, file, type TempFileRow, tempFile } from "#worker/db/schema/index.ts";
import { type Scope, scopeOf } from "#worker/db/scope.ts";
import { statement } from "#worker/db/statement.ts";
import { findVisibleDocumentation } from "#worker/documentation/details.ts";
import type { Env } from "#worker/env.ts";
import { serveAttachment } from "#worker/media/attachment.ts";
import { toFileObjectKey } from "#worker/media/photoKeys.ts";

/** SQL condition: accepted as a file that still exists. The bytes belong to that file, which has the same id and revision. */
const fileExistsCondition = sql`EXISTS (SELECT 1 FROM file f WHERE f.customer_id = temp_file.customer_id AND f.id = temp_file.file_id)`;

/** A page of the temp files of a documentation: undecided ones first, then the newest. */
export async function listTempFiles(
  db: Database,
  actor: Actor,
  documentationId: string,
  { max, offset }: { max: number; offset: number },
) {
  const { customerId } = await findVisibleDocumentation(db, scopeOf(actor), documentationId);
  const documentationCondition = sql`customer_id = ${customerId} AND documentation_id = ${idParam(documentationId)} AND has_data`;
  const [items, waiting, total] = await Promise.all([
    db
      .select({
        id: tempFile.id,
        documentationId: sql<string>`${tempFile.documentationId}`.mapWith(decodeId),
        name: tempFile.name,
        originalName: tempFile.originalName,
        type: tempFile.type,
        dataSize: tempFile.dataSize,
        sha256: tempFile.sha256,
        tokenCreator: tempFile.tokenCreator,
        remoteAddr: tempFile.remoteAddr,
        dateUploaded: sql<string>`coalesce(${tempFile.dateUploaded}, ${tempFile.dateCreated})`,
        decision: tempFile.decision,
        decidedBy: tempFile.decidedBy,
        decided: tempFile.decided,
        canPutBack:
          sql<boolean>`coalesce(decision = 'REFUSED' OR (decision = 'TAKEN' AND ${fileExistsCondition}), 0)`.mapWith(
            Boolean,
          ),
      })
      .from(tempFile)
      .where(documentationCondition)
      .orderBy(
        sql`decision IS NOT NULL`,
        desc(sql`coalesce(decided, date_uploaded)`),
        ...naturalOrder("temp_file.name"),
        tempFile.id,
      )
      .limit(max)
      .offset(offset),
    selectNumber(
      db,
      sql`SELECT count(*) FROM temp_file WHERE ${documentationCondition} AND decision IS NULL`,
    ),
    selectNumber(db, sql`SELECT count(*) FROM temp_file WHERE ${documentationCondition}`),
  ]);
  return { items, waiting, total };
}

/**
 * Serves a temp file's bytes to staff.
 * @throws notFound, also if it was accepted as a file that has been deleted
 */
export async function serveTempFile(
  env: Env,
  db: Database,
  scope: Scope,
  row: TempFileRow,
  request: Request,
): Promise<Response> {
  if (row.documentationId !== null) await findVisibleDocumentation(db, scope, row.documentationId);
  if (!(await hasBytes(db, row))) throw problem("notFound");
  return serveAttachment(env, toFileObjectKey(row), row, request);
}

export async function hasBytes(
  db: Database,
  { customerId, hasData, decision, fileId }: TempFileRow,
): Promise<boolean> {
  if (!hasData || decision !== "TAKEN") return hasData;
  const fileRow = await db
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.customerId, customerId), eq(file.id, fileId ?? "")))
    .get();
  return fileRow !== undefined;
}

/** True if the temp file has no documentation, or one that has not been deleted. */
export async function isInUse(db: Database, { customerId, documentationId }: TempFileRow): Promise<boolean> {
  if (documentationId === null) return true;
  const row = await db
    .select({ id: documentation.id })
    .from(documentation)
    .where(
      and(
        eq(documentation.customerId, customerId),
        eq(documentation.id, documentationId),
        ne(documentation.status, "DELETED"),
      ),
    )
    .get();
  return row !== undefined;
}

/** True if the object belongs to the temp file; after acceptance it belongs to the file. */
export const ownsObject = ({ hasData, decision }: { hasData: boolean; decision: TempFileDecision | null }) =>
  hasData && decision !== "TAKEN";

/** Statements that delete temp files rejected long ago, and mark their objects as orphans. The receipts are kept. */
export const purgeRefusedStatements = (db: Database, runAt: Date) => {
  const expiredCondition = sql`decision = 'REFUSED' AND decided < ${addSeconds(-refusedFileRetentionDays * 86_400, runAt)}`;
  return [
    statement(
      db,
      // The same key as `fileObjectKey` builds.
      sql`INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
        SELECT 'customers/' || customer_id || '/files/' || ${idAsText("id")} || '/' || iif(revision = '', '', revision || '/') || 'original',
          ${toIsoSeconds(runAt)} FROM temp_file WHERE ${expiredCondition}`,
    ),
    statement(db, sql`DELETE FROM temp_file WHERE ${expiredCondition}`),
  ] as const;
};
