import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { tempFile } from "#worker/db/schema/index.ts";
import type { PlannedReceivedFile } from "#worker/export/exportPlanTypes.ts";
import { keyOfFile } from "#worker/media/keys.ts";

/** Holds for a received file that waits for staff. Worded like the partial index, which a comparison would not use. */
export const undecidedCondition = sql`decision IS NULL AND has_data`;

/** The number of files that upload links brought to a documentation `d` and that wait for staff. */
export const undecidedFileCount = sql`(SELECT count(*) FROM temp_file
  WHERE customer_id = d.customer_id AND documentation_id = d.id AND ${undecidedCondition})`;

/** Files that upload links brought to a documentation and that wait for staff, oldest first. */
export const undecidedTempFiles = (db: Database, { customerId, id }: { customerId: number; id: string }) =>
  db
    .select()
    .from(tempFile)
    .where(and(eq(tempFile.customerId, customerId), eq(tempFile.documentationId, id), undecidedCondition))
    .orderBy(asc(tempFile.dateUploaded), asc(tempFile.id));

export const planTempFile = (row: typeof tempFile.$inferSelect): PlannedReceivedFile => ({
  id: row.id,
  name: row.name,
  sentBy: { link: row.tokenCreator ?? "", address: row.remoteAddr ?? "" },
  dateCreated: row.dateUploaded ?? row.dateCreated,
  sha256: row.sha256 ?? "",
  object: { key: keyOfFile(row), etag: row.etag ?? "", size: row.dataSize, crc32: row.crc32 ?? 0 },
});
