import { and, asc, eq, lt } from "drizzle-orm";
import { addSeconds } from "#domain/core/fields.ts";
import { Problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { upload } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { expireImport } from "#worker/ingest/importArrivals.ts";
import { settleUpload } from "#worker/ingest/settleUpload.ts";

/** Seconds that a client has to settle an upload itself. */
const clientSettleSeconds = 60;
/** Seconds that a PUT may take if it began while its URL was valid. */
const maxPutSeconds = 3600;
const maxPerRun = 100;

/** Settles uploads whose settle call and storage event were both lost. */
export async function settleUploads(env: Env, db: Database, scheduledAt: Date): Promise<string> {
  const reservedUploads = await db
    .select()
    .from(upload)
    .where(
      and(
        eq(upload.state, "RESERVED"),
        lt(upload.dateCreated, addSeconds(-clientSettleSeconds, scheduledAt)),
      ),
    )
    .orderBy(asc(upload.attempts), asc(upload.dateCreated))
    .limit(maxPerRun);
  let settledCount = 0;
  const failures: string[] = [];
  for (const row of reservedUploads) {
    try {
      const outcome = await settleUpload(env, db, row.id, { shouldWait: false });
      const isExpired = row.isImport && row.expiresAt < addSeconds(-maxPutSeconds, scheduledAt);
      if (outcome.state !== "RESERVED" || (isExpired && (await expireImport(db, row)))) settledCount += 1;
    } catch (error) {
      // A failing upload must not block the others.
      failures.push(error instanceof Problem ? error.code : String(error));
    }
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${reservedUploads.length} uploads failed: ${failures[0]}`);
  return settledCount > 0 ? `${settledCount} uploads settled` : "";
}
