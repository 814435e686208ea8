import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { naturalOrder } from "#worker/db/naturalOrder.ts";
import { tempFile } from "#worker/db/schema/index.ts";
import type { PlannedReceivedFile } from "#worker/export/exportPlanTypes.ts";
import { toFileObjectKey } from "#worker/media/photoKeys.ts";

/** Condition for a received file that staff have not decided on. Must match the WHERE clause of the partial index; otherwise SQLite does not use the index. */
export const undecidedCondition = sql`decision IS NULL AND has_data`;

/** The number of files received through upload links for a documentation `d` that staff have not decided on. */
export const undecidedFileCountSql = sql`(SELECT count(*) FROM temp_file
  WHERE customer_id = d.customer_id AND documentation_id = d.id AND ${undecidedCondition})`;

/** The files received through upload links for a documentation that staff have not decided on, oldest first. */
export const listUndecidedTempFiles = (
  db: Database,
  { customerId, id }: { customerId: number; id: string },
) =>
  db
    .select()
    .from(tempFile)
    .where(and(eq(tempFile.customerId, customerId), eq(tempFile.documentationId, id), undecidedCondition))
    .orderBy(asc(tempFile.dateUploaded), ...naturalOrder("temp_file.name"), asc(tempFile.id));

export const planTempFile = (row: typeof tempFile.$inferSelect): PlannedReceivedFile => ({
  id: row.id,
  name: row.name,
  sender: { link: row.tokenCreator ?? "", address: row.remoteAddr ?? "" },
  dateCreated: row.dateUploaded ?? row.dateCreated,
  sha256: row.sha256 ?? "",
  object: { key: toFileObjectKey(row), etag: row.etag ?? "", size: row.dataSize, crc32: row.crc32 ?? 0 },
});
