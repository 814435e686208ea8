import { and, eq, not, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { now } from "#domain/core/fields.ts";
import type { ProblemCode } from "#domain/core/problem.ts";
import { auditStatement, serviceAuthor } from "#worker/db/audit.ts";
import { batchIf, batchIfWithResults } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idListParam, idParam, textAsId } from "#worker/db/ids.ts";
import { overdueUploadNotices } from "#worker/db/notices.ts";
import { type photo, type retake, type UploadRow, upload } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { markOrphanStatement } from "#worker/media/orphans.ts";
import { linkStillValidCondition } from "./authority.ts";
import { completeStatements, completionStatements, uploadedEvent } from "./completion.ts";
import { importedStatements } from "./importArrivals.ts";
import { type Facts, revisionOf } from "./inspectUpload.ts";
import { clearReservedOrphansStatement, pendingCondition } from "./reservations.ts";
import { endRetakeStatements, replacePhotoStatements, retakeOpenCondition } from "./retaken.ts";
import { media } from "./storedMedia.ts";

/** An upload that is good, with what inspection found and the wish that it answers. */
export interface AcceptedUpload {
  row: UploadRow;
  facts: Facts;
  asked: typeof retake.$inferSelect | undefined;
  /** Who sent it, as histories name them. */
  by: string;
}

/**
 * Takes uploads in, in one batch: writes their rows' facts, ends their reservations and completes the documentations that are whole.
 * Null if one of them may not be taken in any more; nothing is written then. Returns the documentations that were completed.
 */
export async function acceptUploads(
  db: Database,
  good: readonly AcceptedUpload[],
): Promise<Set<string> | null> {
  const homes = new Map<string, AcceptedUpload[]>();
  for (const one of good) {
    const { documentationId } = one.row;
    homes.set(documentationId, [...(homes.get(documentationId) ?? []), one]);
  }
  const results = await batchIfWithResults(
    db,
    sql.join(
      good.map(
        ({ row }) =>
          sql`${notSettledCondition(row)} AND ${targetWaitsCondition(row)} AND ${linkStillValidCondition(row)}`,
      ),
      sql` AND `,
    ),
    [...homes.values()].flatMap((of) => acceptStatements(db, of)),
  );
  return results && new Set(completedIn(results).filter((id) => homes.has(id)));
}

/** The documentations that `completeStatements` says it has completed. */
const completedIn = (results: readonly unknown[]): string[] =>
  results.flatMap((result) => {
    const rows = (result as Partial<D1Result<{ completed?: string }>> | undefined)?.results;
    return Array.isArray(rows) ? rows.flatMap(({ completed }) => completed ?? []) : [];
  });

/** Statements that take in uploads of one documentation. */
function acceptStatements(db: Database, good: readonly AcceptedUpload[]): BatchItem<"sqlite">[] {
  const [{ customerId, documentationId }] = [good[0]!.row];
  // Those that a device announced last: the event of the last of them is written right after.
  const ordered = good.toSorted((a, b) => Number(b.row.isImport) - Number(a.row.isImport));
  const announced = !ordered.at(-1)!.row.isImport;
  const rows = good.map(({ row }) => row);
  return [
    clearReservedOrphansStatement(db, rows),
    ...ordered.flatMap(({ row, facts, by }) =>
      row.retakeId
        ? replacePhotoStatements(
            db,
            row,
            { ...facts, revision: revisionOf(row) },
            { by, sender: row.uploadTokenId ? "" : by },
          )
        : storeStatements(db, row, facts),
    ),
    ...countStatements(db, good),
    ...auditStatements(
      db,
      rows.filter((row) => isAuditedInBatch(row)),
    ),
    // Last, because the next statement reads its changes().
    markStoredStatement(db, good),
    ...(announced ? [uploadedEvent(db, customerId, documentationId)] : []),
    // The holder of a link stays unnamed: only its maker's name is known.
    ...good.flatMap(({ row, asked, by }) =>
      asked ? endRetakeStatements(db, asked, row.uploadTokenId ? "" : by) : [],
    ),
    ...(announced ? completeStatements : completionStatements)(db, customerId, documentationId),
  ];
}

/** Counts photos of one documentation that arrive: those that are taken again had arrived before, and triggers count files. */
function countStatements(db: Database, good: readonly AcceptedUpload[]): BatchItem<"sqlite">[] {
  const photos = good.filter(({ row }) => row.kind === "PHOTO" && !row.retakeId);
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

/** Ends the reservations of uploads that are taken in. */
const markStoredStatement = (db: Database, good: readonly AcceptedUpload[]) => {
  const hashes = JSON.stringify(Object.fromEntries(good.map(({ row, facts }) => [row.id, facts.sha256])));
  return db
    .update(upload)
    .set({ state: "STORED", settledAt: now(), sha256: sql`unhex(${hashes} ->> ${idAsText("id")})` })
    .where(sql`id IN ${idListParam(good.map(({ row }) => row.id))} AND ${pendingCondition}`);
};

/** Photos of devices: nothing follows their line of the log that has to know of it. */
const isAuditedInBatch = ({ kind, isImport: imported, requester, retakeId }: UploadRow): boolean =>
  kind === "PHOTO" && !imported && !requester && !retakeId;

/** What the log says of a row `m` that has its bytes: what was announced and what came. Before it arrives it is nothing. */
const arrivalParamsSql = sql`json_object('name', json_object('after', m.name), 'documentationId', json_object('after', ${idAsText("m.documentation_id")}),
  'sha256', json_object('after', lower(hex(m.sha256))), 'dataSize', json_object('after', m.data_size))`;

/** The lines of the log for photos that arrive together, in their order. The condition of the batch says that all of them do. */
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

/** Statements that give a row the bytes that it waits for, with its line in the log unless that is written with others'. */
function storeStatements(db: Database, row: UploadRow, facts: Facts): BatchItem<"sqlite">[] {
  const { table, objectClass } = media[row.kind];
  // The tables share every column that is set here; drizzle has no type for an update of either.
  const target = table as typeof photo;
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

/** Selects the photo or file that waits for the bytes of a reservation. */
const targetRowQuery = (row: UploadRow) => {
  const { table } = media[row.kind];
  return sql`SELECT 1 FROM ${table} WHERE customer_id = ${row.customerId} AND id = ${idParam(row.targetId)} AND NOT has_data`;
};

/** Holds while a reservation's bytes have somewhere to go. */
const targetWaitsCondition = (row: UploadRow): SQL =>
  row.retakeId ? retakeOpenCondition(row) : sql`EXISTS (${targetRowQuery(row)})`;

/** Holds unless the reservation has been settled: of several for one photo or file, one is taken in. */
const notSettledCondition = (row: UploadRow): SQL =>
  sql`EXISTS (SELECT 1 FROM upload WHERE id = ${idParam(row.id)} AND ${pendingCondition})`;

/**
 * Refuses an upload and deletes its row, which would look like a missing photo. The object is deleted last, because only the call that
 * ends the reservation may delete it.
 */
export async function refuseUpload(
  env: Env,
  db: Database,
  row: UploadRow,
  { reason, detail }: { reason: ProblemCode; detail?: string },
): Promise<boolean> {
  const { table, objectClass } = media[row.kind];
  const others = sql`EXISTS (SELECT 1 FROM upload o WHERE o.customer_id = ${row.customerId} AND o.documentation_id = ${idParam(row.documentationId)}
    AND o.target_id = ${idParam(row.targetId)} AND o.kind = ${row.kind} AND o.id <> ${idParam(row.id)} AND o.state = 'RESERVED')`;
  // A photo that was to be taken again stays as it is: no row waits for these bytes.
  const expected = row.retakeId ? sql`1` : sql`EXISTS (${targetRowQuery(row)})`;
  const ended = await batchIf(db, sql`${notSettledCondition(row)} AND ${expected}`, [
    // For the sweeper, if deleting the object fails or the URL is used once more.
    markOrphanStatement(db, row.objectKey),
    db.delete(table).where(
      and(
        eq(table.customerId, row.customerId),
        eq(table.id, row.targetId),
        eq(table.hasData, false),
        // A newer reservation may bring the right bytes.
        not(others),
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
    // Whoever imports sees it at once; who sent it by a link, too.
    ...(row.isImport || row.uploadTokenId
      ? []
      : [
          overdueUploadNotices(
            db,
            sql`SELECT ${row.customerId} AS customer_id, ${idParam(row.documentationId)} AS id, ${now()} AS since`,
          ),
        ]),
  ]);
  if (ended) await env.STORAGE.delete(row.objectKey);
  return ended;
}
