import { sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";

/** Documentations per transaction, which blocks other writes for about a tenth of a second. */
const batchSize = 200;
/** Maximum number of documentations per run; the job runs every other minute. */
const maxDocumentationsPerRun = 20_000;

/**
 * Indexes the texts of pending documentations: deleting their rows triggers it (worker/db/triggers/search.sql). All changes of a
 * documentation since the last run are indexed as one; otherwise a hundred new photos would write its texts a hundred times. Until then,
 * searches read the texts themselves.
 */
export async function indexPendingTexts(_env: Env, db: Database): Promise<string> {
  for (let indexedCount = 0; indexedCount < maxDocumentationsPerRun; indexedCount += batchSize) {
    const { meta } = await db.run(
      sql`DELETE FROM search_pending WHERE id IN (SELECT id FROM search_pending ORDER BY id LIMIT ${batchSize})`,
    );
    if (meta.changes < batchSize) break;
  }
  return "";
}
