import { and, eq, type SQL, sql } from "drizzle-orm";
import type { TaskEditChange } from "#domain/core/documentationTypes.ts";
import { now } from "#domain/core/fields.ts";
import { auditStatement, createServiceAuthor } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, newId } from "#worker/db/ids.ts";
import { documentation, type UploadRow, upload } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { deleteReservationStatements } from "./reservations.ts";
import { type MediaKind, mediaTypes } from "./storedMedia.ts";

/**
 * The history's event of an import by its kind: `key` is the param with the name, and `task` a column of the row `m`. For uploads
 * through a link the name is empty, because the link's holder is unknown, and the param `link` is the user who created the link.
 */
const importEvents: Record<MediaKind, { change: TaskEditChange; key: string; task: SQL }> = {
  PHOTO: {
    change: "PHOTO_IMPORTED",
    key: "photo",
    task: sql`m.documentation_task_id`,
  },
  FILE: { change: "FILE_IMPORTED", key: "file", task: sql`m.documentation_task_id` },
  TEMP_FILE: { change: "TEMP_FILE_RECEIVED", key: "file", task: sql`NULL` },
};

/**
 * Statements for an import that has arrived: one adds its event, one increments the documentation's number of photos, because no device
 * announced it. They must follow its audit entry, because the first one reads that statement's `changes()`.
 */
export function importArrivalStatements(db: Database, row: UploadRow) {
  const { kind } = row;
  const { table } = mediaTypes[kind];
  const { change, key, task } = importEvents[kind];
  const linkSql = sql`, 'link', coalesce((SELECT creator FROM upload_token
    WHERE customer_id = ${row.customerId} AND id = ${idParam(row.uploadTokenId ?? "")}), '')`;
  return [
    statement(
      db,
      sql`INSERT INTO documentation_event (id, customer_id, documentation_id, type, event_date, creator, params)
        SELECT ${newId}, m.customer_id, m.documentation_id, 'TASK_EDIT', ${now()}, ${row.uploadTokenId ? sql`''` : sql`m.creator`},
          json_object('change', ${change}, 'task', coalesce(t.name, ''), ${key}, m.name${row.uploadTokenId ? linkSql : sql``})
        FROM ${table} m LEFT JOIN documentation_task t ON t.customer_id = m.customer_id AND t.id = ${task}
        WHERE m.customer_id = ${row.customerId} AND m.id = ${idParam(row.targetId)} AND changes() = 1`,
    ),
    db
      .update(documentation)
      .set({
        lastUpdated: now(),
        ...(kind === "PHOTO" && { numberOfPhotos: sql`${documentation.numberOfPhotos} + 1` }),
      })
      .where(and(eq(documentation.customerId, row.customerId), eq(documentation.id, row.documentationId))),
  ];
}

/** Deletes an import whose URL expired before its bytes arrived: its row would occupy a name and look like a missing photo. */
export async function expireImport(db: Database, row: UploadRow): Promise<boolean> {
  const { table, objectClass } = mediaTypes[row.kind];
  const reservedCondition = sql`EXISTS (SELECT 1 FROM upload WHERE id = ${idParam(row.id)} AND state = 'RESERVED' AND is_import)`;
  return batchIf(db, reservedCondition, [
    db
      .delete(table)
      .where(and(eq(table.customerId, row.customerId), eq(table.id, row.targetId), eq(table.hasData, false))),
    auditStatement(db, {
      author: createServiceAuthor(row.customerId),
      objectClass,
      objectId: row.targetId,
      action: "DELETE",
      params: { name: { before: row.name } },
    }),
    // A photo may have another reservation for a newer retake.
    ...(row.retakeId
      ? [db.delete(upload).where(eq(upload.id, row.id))]
      : deleteReservationStatements(db, row)),
  ]);
}

/** Selects the number of photos that staff imported minus the device's photos that they deleted: the difference from the device's count. */
export const importedPhotoCountQuery = (db: Database, customerId: number, id: string) =>
  db
    .select({
      count: sql<number>`(SELECT count(*) FROM photo WHERE customer_id = ${customerId} AND documentation_id = ${idParam(id)} AND imported AND has_data)
        - (SELECT count(*) FROM deleted_media_tombstone r WHERE r.customer_id = ${customerId} AND r.documentation_id = ${idParam(id)} AND r.kind = 'PHOTO'
          AND NOT r.is_import)`,
    })
    .from(sql`(SELECT 1)`);
