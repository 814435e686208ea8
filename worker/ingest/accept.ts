import { and, eq, not, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { z } from "zod";
import { now } from "#domain/core/fields.ts";
import type { ProblemCode } from "#domain/core/problem.ts";
import { auditStatement, serviceAuthor } from "#worker/db/audit.ts";
import { batchIf, batchIfWithResults } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idListParam, idParam, textAsId } from "#worker/db/ids.ts";
import { overdueUploadNotices } from "#worker/db/notices.ts";
import { type retake, type UploadRow, upload } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { TableWith } from "#worker/db/tableWith.ts";
import type { Env } from "#worker/env.ts";
import { markOrphanStatement } from "#worker/media/orphans.ts";
import { linkStillValidCondition } from "./authority.ts";
import { type Completer, completeStatements, completionStatements, uploadedEvent } from "./completion.ts";
import { importedStatements } from "./importArrivals.ts";
import { type Facts, revisionOf } from "./inspectUpload.ts";
import { clearReservedOrphansStatement, pendingCondition } from "./reservations.ts";
import { endRetakeStatements, replacePhotoStatements, retakeOpenCondition } from "./retaken.ts";
import { media } from "./storedMedia.ts";

/** An upload that passed inspection, with its facts and the retake that it answers. */
export interface AcceptedUpload {
  row: UploadRow;
  facts: Facts;
  retake: typeof retake.$inferSelect | undefined;
  /** The sender's name in the histories. */
  by: string;
  /** The creator of the photo or file: for imports who imported it, for links who created the link. */
  creator: string;
}

/**
 * Accepts uploads in one batch: writes the facts to their rows, ends their reservations and completes documentations that have all their
 * photos and files. Returns the ids of the completed documentations; null, with nothing written, if any upload can no longer be accepted.
 */
export async function acceptUploads(
  db: Database,
  uploads: readonly AcceptedUpload[],
): Promise<Set<string> | null> {
  const byDocumentation = Map.groupBy(uploads, ({ row }) => row.documentationId);
  const results = await batchIfWithResults(
    db,
    sql.join(
      uploads.map(
        ({ row }) =>
          sql`${notSettledCondition(row)} AND ${targetExpectsCondition(row)} AND ${linkStillValidCondition(row)}`,
      ),
      sql` AND `,
    ),
    [...byDocumentation.values()].flatMap((group) => acceptStatements(db, group)),
  );
  return results && new Set(completedIn(results).filter((id) => byDocumentation.has(id)));
}

const completedResult = z.object({ results: z.array(z.object({ completed: z.string().optional() })) });

/** The ids that `completeStatements` returned in a batch's results. */
const completedIn = (results: readonly unknown[]): string[] =>
  results.flatMap((result) => {
    const { success, data } = completedResult.safeParse(result);
    return success ? data.results.flatMap(({ completed }) => completed ?? []) : [];
  });

/** Statements that accept uploads of one documentation. */
function acceptStatements(db: Database, uploads: readonly AcceptedUpload[]): BatchItem<"sqlite">[] {
  const [{ customerId, documentationId }] = [uploads[0]!.row];
  // A device's uploads come last: if there are any, the batch writes the UPLOADED event.
  const ordered = uploads.toSorted((a, b) => Number(b.row.isImport) - Number(a.row.isImport));
  const isFromDevice = !ordered.at(-1)!.row.isImport;
  const rows = uploads.map(({ row }) => row);
  return [
    clearReservedOrphansStatement(db, rows),
    ...ordered.flatMap(({ row, facts, by }) =>
      row.retakeId
        ? replacePhotoStatements(
            db,
            row,
            { ...facts, revision: revisionOf(row) },
            row.uploadTokenId ? "" : by,
          )
        : storeStatements(db, row, facts),
    ),
    ...countStatements(db, uploads),
    ...auditStatements(
      db,
      rows.filter((row) => isAuditedInBatch(row)),
    ),
    // Last, because the next statement reads its changes().
    markStoredStatement(db, uploads),
    ...(isFromDevice ? [uploadedEvent(db, customerId, documentationId)] : []),
    // Without a name for the holder of a link, since only the link's creator is known.
    ...uploads.flatMap(({ row, retake, by }) =>
      retake ? endRetakeStatements(db, retake, row.uploadTokenId ? "" : by) : [],
    ),
    ...(isFromDevice ? completeStatements : completionStatements)(
      db,
      customerId,
      documentationId,
      completerOf(ordered.at(-1)!),
    ),
  ];
}

/** Who completes a documentation by its last upload, if that is not the device that has asked for its completion. */
function completerOf({ row, creator }: AcceptedUpload): Completer | null {
  if (row.uploadTokenId) return { name: "", link: creator };
  return row.isImport ? { name: creator } : null;
}

/** Adds a documentation's new photos to its counts. Retaken photos are counted already; triggers count files. */
function countStatements(db: Database, uploads: readonly AcceptedUpload[]): BatchItem<"sqlite">[] {
  const photos = uploads.filter(({ row }) => row.kind === "PHOTO" && !row.retakeId);
  const [first] = photos;
  if (!first) return [];
  const { customerId, documentationId } = first.row;
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

/** Whether one statement writes the audit entries of several uploads: for devices' photos, whose entry no later statement depends on. */
const isAuditedInBatch = ({ kind, isImport: imported, requester, retakeId }: UploadRow): boolean =>
  kind === "PHOTO" && !imported && !requester && !retakeId;

/** The audit entry's params for a row `m` whose bytes have arrived. There is no entry before that. */
const arrivalParamsSql = sql`json_object('name', json_object('after', m.name), 'documentationId', json_object('after', ${idAsText("m.documentation_id")}),
  'sha256', json_object('after', lower(hex(m.sha256))), 'dataSize', json_object('after', m.data_size))`;

/** The audit entries of photos that are accepted together, in their order. Unconditional: the batch's condition covers all of them. */
function auditStatements(db: Database, rows: readonly UploadRow[]): BatchItem<"sqlite">[] {
  const [first] = rows;
  if (!first) return [];
  const { customerId } = first;
  return [
    statement(
      db,
      sql`INSERT INTO domain_change (date_created, user_id, customer_id, object_class, object_id, action, params)
        SELECT ${now()}, ${serviceAuthor(customerId).userId}, ${customerId}, ${media.PHOTO.objectClass}, m.id, 'CREATE', ${arrivalParamsSql}
        FROM json_each(${JSON.stringify(rows.map(({ targetId }) => targetId))}) j
        CROSS JOIN photo m ON m.customer_id = ${customerId} AND m.id = ${textAsId("j.value")} ORDER BY j.key`,
    ),
  ];
}

/** Statements that write an upload's facts to the row that expects it, and its audit entry unless `auditStatements` writes that. */
function storeStatements(db: Database, row: UploadRow, facts: Facts): BatchItem<"sqlite">[] {
  const { table, objectClass } = media[row.kind];
  // Drizzle cannot update a union of tables; they share all columns that are set here.
  const target: TableWith<"customerId" | "id" | "hasData" | "version"> = table;
  const at = now();
  return [
    db
      .update(target)
      .set({
        ...facts,
        revision: revisionOf(row),
        hasData: true,
        dateUploaded: at,
        lastUpdated: at,
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
              : serviceAuthor(row.customerId),
            objectClass,
            objectId: row.targetId,
            action: "CREATE",
            params: sql`(SELECT ${arrivalParamsSql} FROM ${table} m WHERE m.customer_id = ${row.customerId} AND m.id = ${idParam(row.targetId)})`,
          }),
        ]),
    ...(row.isImport ? importedStatements(db, row) : []),
  ];
}

/** Selects the photo or file that expects a reservation's bytes. */
const targetRowQuery = (row: UploadRow) => {
  const { table } = media[row.kind];
  return sql`SELECT 1 FROM ${table} WHERE customer_id = ${row.customerId} AND id = ${idParam(row.targetId)} AND NOT has_data`;
};

/** Condition: the row of a reservation still expects its bytes. */
const targetExpectsCondition = (row: UploadRow): SQL =>
  row.retakeId ? retakeOpenCondition(row) : sql`EXISTS (${targetRowQuery(row)})`;

/** Condition: the reservation has not been settled. Of several for one photo or file, only one is accepted. */
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
  const { table, objectClass } = media[row.kind];
  const otherReservation = sql`EXISTS (SELECT 1 FROM upload o WHERE o.customer_id = ${row.customerId} AND o.documentation_id = ${idParam(row.documentationId)}
    AND o.target_id = ${idParam(row.targetId)} AND o.kind = ${row.kind} AND o.id <> ${idParam(row.id)} AND o.state = 'RESERVED')`;
  // A retake's photo keeps its bytes: no row without data expects these.
  const isExpected = row.retakeId ? sql`1` : sql`EXISTS (${targetRowQuery(row)})`;
  const batchResult = await batchIf(db, sql`${notSettledCondition(row)} AND ${isExpected}`, [
    // For the sweeper, if deleting the object fails or the URL is used again.
    markOrphanStatement(db, row.objectKey),
    db.delete(table).where(
      and(
        eq(table.customerId, row.customerId),
        eq(table.id, row.targetId),
        eq(table.hasData, false),
        // Another open reservation may still bring the right bytes.
        not(otherReservation),
      ),
    ),
    auditStatement(db, {
      author: serviceAuthor(row.customerId),
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
          overdueUploadNotices(
            db,
            sql`SELECT ${row.customerId} AS customer_id, ${idParam(row.documentationId)} AS id, ${now()} AS since`,
          ),
        ]),
  ]);
  if (batchResult) await env.STORAGE.delete(row.objectKey);
  return batchResult;
}
