import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { pick } from "#domain/core/objects.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam, textAsAnyId, textAsId } from "#worker/db/ids.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import { type DeliveryFileRow, type DeliveryRow, deliveryFile } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { DeliveryPlan, PlannedFile } from "../plan/types.ts";
import type { Lease } from "./lease.ts";

/** A file of a delivery: its row with its state, and its plan. */

export interface FileToSend {
  row: DeliveryFileRow;
  file: PlannedFile;
}

export const pathOf = ({ folders, name }: Pick<PlannedFile, "folders" | "name">): string =>
  [...folders, name].join("/");

export const listDeliveryFiles = (
  db: Database,
  { customerId, id }: DeliveryRow,
): Promise<DeliveryFileRow[]> =>
  db
    .select()
    .from(deliveryFile)
    .where(and(eq(deliveryFile.customerId, customerId), eq(deliveryFile.deliveryId, id)))
    .orderBy(asc(deliveryFile.position));

/** Sums of a delivery's files. */
export interface DeliverySums {
  fileCount: number;
  filesDone: number;
  bytes: number;
  bytesSent: number;
  /** Whether every file that has arrived was sent by this delivery. */
  isAllSent: boolean;
  /** Whether a file was written under its final name. */
  isDirect: boolean;
}

export function sumFiles(rows: readonly DeliveryFileRow[]): DeliverySums {
  const sums = {
    fileCount: rows.length,
    filesDone: 0,
    bytes: 0,
    bytesSent: 0,
    isAllSent: true,
    isDirect: false,
  };
  for (const { state, bytes, bytesSent, arrival } of rows) {
    sums.bytes += bytes;
    // Progress also counts files that were found at the destination.
    sums.bytesSent += state === "DONE" ? bytes : bytesSent;
    if (state === "DONE") sums.filesDone += 1;
    if (arrival === "FOUND") sums.isAllSent = false;
  }
  return sums;
}

const initialFileState = {
  state: "PENDING",
  forced: false,
  tries: 0,
  bytesSent: 0,
  resumeToken: null,
  ...{ remoteId: null, remoteTag: null, storedAs: null, arrival: null, evidence: null },
  errorKind: null,
  errorStatusCode: null,
  errorMessage: null,
  finishedAt: null,
} as const;

/**
 * Syncs the rows with the plan. An unchanged file keeps its state, a changed one is sent again, and one that is no longer part of
 * the export is removed unless it has arrived.
 */
export async function syncFiles(
  db: Database,
  lease: Lease,
  plan: DeliveryPlan,
): Promise<{ rows: DeliveryFileRow[]; filesToSend: FileToSend[]; droppedFiles: DeliveryFileRow[] }> {
  const delivery = lease.row;
  const existingRows = await listDeliveryFiles(db, delivery);
  const rowByPath = new Map(existingRows.map((row) => [row.path, row]));
  const rows: DeliveryFileRow[] = [];
  const filesToSend: FileToSend[] = [];
  /** Files with an unfinished part at the destination that no later slice will resume. */
  const droppedFiles: DeliveryFileRow[] = [];
  let hasChanged = !delivery.isPlanned || delivery.documentationUpdatedAt !== plan.asOf;
  for (const [position, file] of plan.files.entries()) {
    const path = pathOf(file);
    const existingRow = rowByPath.get(path);
    rowByPath.delete(path);
    const { kind, sourceId, contentType, bytes, etag, sha256 } = file;
    const isUnchanged = existingRow !== undefined && existingRow.etag === etag && existingRow.bytes === bytes;
    const row: DeliveryFileRow = isUnchanged
      ? { ...existingRow, position }
      : {
          ...initialFileState,
          id: existingRow?.id ?? crypto.randomUUID(),
          customerId: delivery.customerId,
          deliveryId: delivery.id,
          objectKey:
            file.content.kind === "object" && file.content.isGenerated ? file.content.object.key : null,
          ...{ position, path, kind, sourceId, contentType, bytes, sha256, etag },
        };
    if (existingRow?.state === "SENDING" && !isUnchanged) droppedFiles.push(existingRow);
    hasChanged ||= !isUnchanged || existingRow.position !== position;
    rows.push(row);
    filesToSend.push({ row, file });
  }
  droppedFiles.push(...[...rowByPath.values()].filter(({ state }) => state === "SENDING"));
  const arrivedRows = [...rowByPath.values()].filter(({ state }) => state === "DONE");
  for (const row of arrivedRows) {
    const position = rows.length;
    hasChanged ||= row.position !== position;
    rows.push({ ...row, position });
  }
  hasChanged ||= arrivedRows.length < rowByPath.size;
  if (hasChanged) await writeFiles(db, lease, plan, rows);
  return { rows, filesToSend, droppedFiles };
}

async function writeFiles(db: Database, lease: Lease, plan: DeliveryPlan, rows: DeliveryFileRow[]) {
  const { customerId, id } = lease.row;
  const rowsCondition = sql`customer_id = ${customerId} AND delivery_id = ${idParam(id)}`;
  const plannedColumns = {
    isPlanned: true,
    missingItems: plan.missing,
    documentationUpdatedAt: plan.asOf,
    ...pick(sumFiles(rows), ["fileCount", "filesDone", "bytes", "bytesSent"]),
  };
  await lease.writeAndRenew(plannedColumns, [
    statement(
      db,
      sql`DELETE FROM delivery_file WHERE ${rowsCondition} AND id NOT IN ${idListParam(rows.map((row) => row.id))}`,
    ),
    // Positions are unique: negative values first, so that swapped positions do not collide.
    statement(db, sql`UPDATE delivery_file SET position = -1 - position WHERE ${rowsCondition}`),
    ...jsonChunks(rows).map((chunk) => statement(db, upsertStatement(chunk))),
  ]);
  Object.assign(lease.row, plannedColumns);
}

/** Columns that a plan writes, and those that are reset when a file has changed. */
const columns = {
  ...{
    position: "position",
    path: "path",
    kind: "kind",
    sourceId: "source_id",
    bytes: "bytes",
    etag: "etag",
  },
  ...{ contentType: "content_type", sha256: "sha256", objectKey: "object_key", state: "state" },
  ...{
    forced: "forced",
    tries: "tries",
    bytesSent: "bytes_sent",
    resumeToken: "resume_token",
    remoteId: "remote_id",
  },
  ...{ remoteTag: "remote_tag", storedAs: "stored_as", arrival: "arrival", evidence: "evidence" },
  ...{ errorKind: "error_kind", errorStatusCode: "error_status_code", errorMessage: "error_message" },
  finishedAt: "finished_at",
} as const satisfies Partial<Record<keyof DeliveryFileRow, string>>;

function upsertStatement(chunk: string): SQL {
  const names = sql.raw(Object.values(columns).join(", "));
  const convertedValues: Record<string, SQL> = {
    sourceId: textAsAnyId("value ->> 'sourceId'"),
    sha256: sql`unhex(value ->> 'sha256')`,
  };
  const values = sql.join(
    Object.keys(columns).map((key) => convertedValues[key] ?? sql.raw(`value ->> '${key}'`)),
    sql`, `,
  );
  const updates = sql.raw(
    Object.values(columns)
      .map((name) => `${name} = excluded.${name}`)
      .join(", "),
  );
  return sql`INSERT INTO delivery_file (id, customer_id, delivery_id, ${names})
    SELECT ${textAsId("value ->> 'id'")}, value ->> 'customerId', ${textAsId("value ->> 'deliveryId'")}, ${values} FROM json_each(${chunk}) WHERE true
    ON CONFLICT (id) DO UPDATE SET ${updates}`;
}
