import { sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";

/** Documentations in one transaction: a tenth of a second, in which nothing else is written. */
const batchSize = 200;
/** Of one run, which comes every other minute. */
const maxPerRun = 20_000;

/**
 * Puts the documentations that wait for it into the search index, each with all its texts (worker/db/triggers/search.sql). It takes what
 * one documentation had changed since the last run as one change: in a batch of their own, a hundred photos would write its texts a
 * hundred times. Until then a search reads the texts themselves.
 */
export async function indexTexts(_env: Env, db: Database): Promise<string> {
  for (let done = 0; done < maxPerRun; done += batchSize) {
    const { meta } = await db.run(
      sql`DELETE FROM search_pending WHERE id IN (SELECT id FROM search_pending ORDER BY id LIMIT ${batchSize})`,
    );
    if (meta.changes < batchSize) break;
  }
  return "";
}
