import { and, eq, not, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { z } from "zod";
import { now } from "#domain/core/fields.ts";
import type { ProblemCode } from "#domain/core/problem.ts";
import { auditStatement, createServiceAuthor } from "#worker/db/audit.ts";
import { batchIf, batchIfWithResults } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idListParam, idParam, textAsId } from "#worker/db/ids.ts";
import { overdueUploadNoticesStatement } from "#worker/db/notices.ts";
import { type retake, type UploadRow, upload } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { TableWith } from "#worker/db/tableWith.ts";
import type { Env } from "#worker/env.ts";
import { markOrphanStatement } from "#worker/media/orphans.ts";
import { linkValidCondition } from "./authority.ts";
import { refreshApplicableStatements } from "./awaitedFiles.ts";
import {
  type Completer,
  completeStatements,
  completeWithEventStatements,
  uploadedEventStatement,
} from "./completion.ts";
import { importArrivalStatements } from "./importArrivals.ts";
import { getRevision, type UploadFacts } from "./inspectUpload.ts";
import { endRetakeStatements, replacePhotoStatements, retakeOpenCondition } from "./photoRetakes.ts";
import { clearReservedOrphansStatement, pendingCondition } from "./reservations.ts";
import { mediaTypes } from "./storedMedia.ts";

/** An upload that passed inspection, with its facts and the retake that it fulfils. */
export interface AcceptedUpload {
  row: UploadRow;
  facts: UploadFacts;
  retake: typeof retake.$inferSelect | undefined;
  /** The task of a photo or file. */
  taskId: string | null;
  /** The sender's name as it appears in the histories. */
  senderName: string;
  /** The creator of the photo or file: for imports the user who imported it; empty for links, whose holder is unknown. */
  creator: string;
  /** The creator of the link that the upload came through, if the link still exists. */
  linkCreator: string | null;
}

/**
 * Accepts uploads in one batch: writes the facts to their rows, ends their reservations and completes documentations that have all their
 * photos and files. Returns the ids of the completed documentations; null, with nothing written, if any upload can no longer be accepted.
 */
export async function acceptUploads(
  db: Database,
  uploads: readonly AcceptedUpload[],
): Promise<Set<string> | null> {
  const uploadsByDocumentation = Map.groupBy(uploads, ({ row }) => row.documentationId);
  const statements: BatchItem<"sqlite">[] = [];
  for (const group of uploadsByDocumentation.values())
    statements.push(...createAcceptStatements(db, group, await importedPhotoStatements(db, group)));
  const results = await batchIfWithResults(
    db,
    sql.join(
      uploads.map(
        ({ row }) =>
          sql`${notSettledCondition(row)} AND ${targetExpectsCondition(row)} AND ${linkValidCondition(row)}`,
      ),
      sql` AND `,
    ),
    statements,
  );
  return results && new Set(listCompletedIds(results).filter((id) => uploadsByDocumentation.has(id)));
}

const completedResultSchema = z.object({ results: z.array(z.object({ completed: z.string().optional() })) });

/** The ids that `completeStatements` returned in a batch's results. */
const listCompletedIds = (results: readonly unknown[]): string[] =>
  results.flatMap((result) => {
    const { success, data } = completedResultSchema.safeParse(result);
    return success ? data.results.flatMap(({ completed }) => completed ?? []) : [];
  });

/** Imported photos may show or hide the file task that their documentation waits for; a device's photos have counted since they were announced. */
async function importedPhotoStatements(
  db: Database,
  uploads: readonly AcceptedUpload[],
): Promise<BatchItem<"sqlite">[]> {
  const photos = uploads.filter(({ row }) => row.kind === "PHOTO" && row.isImport && !row.retakeId);
  const taskIds = photos.flatMap(({ taskId }) => taskId ?? []);
  const [{ customerId, documentationId: id }] = [uploads[0]!.row];
  const photoChanges = new Map(
    [...Map.groupBy(taskIds, (taskId) => taskId)].map(([taskId, { length }]) => [taskId, length]),
  );
  return photoChanges.size === 0 ? [] : refreshApplicableStatements(db, { customerId, id }, photoChanges);
}

/** Statements that accept uploads of one documentation. */
function createAcceptStatements(
  db: Database,
  uploads: readonly AcceptedUpload[],
  applicableStatements: readonly BatchItem<"sqlite">[],
): BatchItem<"sqlite">[] {
  const [{ customerId, documentationId }] = [uploads[0]!.row];
  // A device's uploads come last: if there are any, the batch writes the UPLOADED event.
  const orderedUploads = uploads.toSorted((a, b) => Number(b.row.isImport) - Number(a.row.isImport));
  const isFromDevice = !orderedUploads.at(-1)!.row.isImport;
  const rows = uploads.map(({ row }) => row);
  return [
    clearReservedOrphansStatement(db, rows),
    ...orderedUploads.flatMap(({ row, facts, senderName }) =>
      row.retakeId
        ? replacePhotoStatements(
            db,
            row,
            { ...facts, revision: getRevision(row) },
            row.uploadTokenId ? "" : senderName,
          )
        : storeUploadStatements(db, row, facts),
    ),
    ...photoCountStatements(db, uploads),
    ...auditStatements(
      db,
      rows.filter((row) => isAuditedInBatch(row)),
    ),
    // Last, because the next statement reads its changes().
    markStoredStatement(db, uploads),
    ...(isFromDevice ? [uploadedEventStatement(db, customerId, documentationId)] : []),
    // Without a name for the holder of a link, since only the link's creator is known.
    ...uploads.flatMap(({ row, retake, senderName }) =>
      retake ? endRetakeStatements(db, retake, row.uploadTokenId ? "" : senderName) : [],
    ),
    ...applicableStatements,
    ...(isFromDevice ? completeStatements : completeWithEventStatements)(
      db,
      customerId,
      documentationId,
      findCompleter(orderedUploads.at(-1)!),
    ),
  ];
}

/** Who completes a documentation with its last upload, or null for the device that has requested its completion. */
function findCompleter({ row, creator, linkCreator }: AcceptedUpload): Completer | null {
  if (row.uploadTokenId) return { name: "", link: linkCreator ?? "" };
  return row.isImport ? { name: creator } : null;
}

/** Adds a documentation's new photos to its counts. Retaken photos have already been counted; triggers count files. */
function photoCountStatements(db: Database, uploads: readonly AcceptedUpload[]): BatchItem<"sqlite">[] {
  const photos = uploads.filter(({ row }) => row.kind === "PHOTO" && !row.retakeId);
  const [firstUpload] = photos;
  if (!firstUpload) return [];
  const { customerId, documentationId } = firstUpload.row;
  const bytes = photos.reduce((sum, { facts }) => sum + facts.dataSize, 0);
  return [
    statement(
      db,
      sql`UPDATE documentation SET uploaded_photos = uploaded_photos + ${photos.length}, data_size = data_size + ${bytes}
        WHERE customer_id = ${customerId} AND id = ${idParam(documentationId)}`,
    ),
  ];
}

/** Ends the reservations of accepted uploads. */
const markStoredStatement = (db: Database, uploads: readonly AcceptedUpload[]) => {
  const hashes = JSON.stringify(Object.fromEntries(uploads.map(({ row, facts }) => [row.id, facts.sha256])));
  return db
    .update(upload)
    .set({ state: "STORED", settledAt: now(), sha256: sql`unhex(${hashes} ->> ${idAsText("id")})` })
    .where(sql`id IN ${idListParam(uploads.map(({ row }) => row.id))} AND ${pendingCondition}`);
};

/** True if one statement writes the audit entries of several uploads: for devices' photos, because no later statement depends on their entry. */
const isAuditedInBatch = ({ kind, isImport, requester, retakeId }: UploadRow): boolean =>
  kind === "PHOTO" && !isImport && !requester && !retakeId;

/** The audit entry's params for a row `m` whose bytes have arrived. There is no entry before that. */
const arrivalParamsSql = sql`json_object('name', json_object('after', m.name), 'documentationId', json_object('after', ${idAsText("m.documentation_id")}),
  'sha256', json_object('after', lower(hex(m.sha256))), 'dataSize', json_object('after', m.data_size))`;

/** The audit entries of photos that are accepted together, in their order. Unconditional: the batch's condition covers all of them. */
function auditStatements(db: Database, rows: readonly UploadRow[]): BatchItem<"sqlite">[] {
  const [firstUpload] = rows;
  if (!firstUpload) return [];
  const { customerId } = firstUpload;
  return [
    statement(
      db,
      sql`INSERT INTO domain_change (date_created, user_id, customer_id, object_class, object_id, action, params)
        SELECT ${now()}, ${createServiceAuthor(customerId).userId}, ${customerId}, ${mediaTypes.PHOTO.objectClass}, m.id, 'CREATE', ${arrivalParamsSql}
        FROM json_each(${JSON.stringify(rows.map(({ targetId }) => targetId))}) j
        CROSS JOIN photo m ON m.customer_id = ${customerId} AND m.id = ${textAsId("j.value")} ORDER BY j.key`,
    ),
  ];
}

/** Statements that write an upload's facts to the row that expects it, and its audit entry unless `auditStatements` writes that. */
function storeUploadStatements(db: Database, row: UploadRow, facts: UploadFacts): BatchItem<"sqlite">[] {
  const { table, objectClass } = mediaTypes[row.kind];
  // Drizzle cannot update a union of tables; they share all columns that are set here.
  const target: TableWith<"customerId" | "id" | "hasData" | "version"> = table;
  const acceptedAt = now();
  return [
    db
      .update(target)
      .set({
        ...facts,
        revision: getRevision(row),
        hasData: true,
        dateUploaded: acceptedAt,
        lastUpdated: acceptedAt,
        version: sql`${target.version} + 1`,
      })
      .where(
        and(eq(target.customerId, row.customerId), eq(target.id, row.targetId), eq(target.hasData, false)),
      ),
    ...(isAuditedInBatch(row)
      ? []
      : [
          auditStatement(db, {
            author: row.requester
              ? { ...row.requester, customerId: row.customerId }
              : createServiceAuthor(row.customerId),
            objectClass,
            objectId: row.targetId,
            action: "CREATE",
            params: sql`(SELECT ${arrivalParamsSql} FROM ${table} m WHERE m.customer_id = ${row.customerId} AND m.id = ${idParam(row.targetId)})`,
          }),
        ]),
    ...(row.isImport ? importArrivalStatements(db, row) : []),
  ];
}

/** Selects the photo or file that expects a reservation's bytes. */
const targetRowQuery = (row: UploadRow) => {
  const { table } = mediaTypes[row.kind];
  return sql`SELECT 1 FROM ${table} WHERE customer_id = ${row.customerId} AND id = ${idParam(row.targetId)} AND NOT has_data`;
};

/** Condition: the row of a reservation still expects its bytes. */
const targetExpectsCondition = (row: UploadRow): SQL =>
  row.retakeId ? retakeOpenCondition(row) : sql`EXISTS (${targetRowQuery(row)})`;

/** Condition: the reservation has not been settled. Of several reservations for one photo or file, only one is accepted. */
const notSettledCondition = (row: UploadRow): SQL =>
  sql`EXISTS (SELECT 1 FROM upload WHERE id = ${idParam(row.id)} AND ${pendingCondition})`;

/**
 * Refuses an upload and deletes its row, which would look like a missing photo. Returns whether this call ended the reservation; only that
 * call may delete the object, so it does so last.
 */
export async function refuseUpload(
  env: Env,
  db: Database,
  row: UploadRow,
  { reason, detail }: { reason: ProblemCode; detail?: string },
): Promise<boolean> {
  const { table, objectClass } = mediaTypes[row.kind];
  const otherReservationCondition = sql`EXISTS (SELECT 1 FROM upload o WHERE o.customer_id = ${row.customerId} AND o.documentation_id = ${idParam(row.documentationId)}
    AND o.target_id = ${idParam(row.targetId)} AND o.kind = ${row.kind} AND o.id <> ${idParam(row.id)} AND o.state = 'RESERVED')`;
  // A photo that is retaken keeps its bytes, so no row without data expects the upload.
  const expectedCondition = row.retakeId ? sql`1` : sql`EXISTS (${targetRowQuery(row)})`;
  const wasRefused = await batchIf(db, sql`${notSettledCondition(row)} AND ${expectedCondition}`, [
    // For the sweeper, if deleting the object fails or the URL is used again.
    markOrphanStatement(db, row.objectKey),
    db.delete(table).where(
      and(
        eq(table.customerId, row.customerId),
        eq(table.id, row.targetId),
        eq(table.hasData, false),
        // The bytes of another open reservation may still be the expected ones.
        not(otherReservationCondition),
      ),
    ),
    auditStatement(db, {
      author: createServiceAuthor(row.customerId),
      objectClass,
      objectId: row.targetId,
      action: "DELETE",
      params: { name: { before: row.name }, refused: { after: reason } },
    }),
    db
      .update(upload)
      .set({ state: "REFUSED", refusalCode: reason, refusalDetail: detail ?? null, settledAt: now() })
      .where(and(eq(upload.id, row.id), pendingCondition)),
    // Importers and holders of links see the refusal at once and need no notice.
    ...(row.isImport || row.uploadTokenId
      ? []
      : [
          overdueUploadNoticesStatement(
            db,
            sql`SELECT ${row.customerId} AS customer_id, ${idParam(row.documentationId)} AS id, ${now()} AS since`,
          ),
        ]),
  ]);
  if (wasRefused) await env.STORAGE.delete(row.objectKey);
  return wasRefused;
}
