import { type SQL, sql } from "drizzle-orm";
import { inSeconds } from "../../domain/fields";
import type { Database } from "../db/database";
import { statement } from "../db/statement";

/** Days after which a stored upload is forgotten: longer than any sender waits before it asks again what became of it. */
const daysKept = 30;
const atOnce = 2000;
/** Of one night. The rest waits for the next. */
const rounds = 25;

/** Stored uploads that nobody asks for by now. A link's receipt lists its own, which go with the link. */
const forgettable = (at: Date): SQL => sql`SELECT rowid FROM upload INDEXED BY upload_settled
  WHERE state = 'STORED' AND upload_token_id IS NULL AND settled < ${inSeconds(-daysKept * 86_400, at)}
  ORDER BY settled LIMIT ${atOnce}`;

/**
 * Statements that delete stored uploads, and what was refused of the same photo or file before: it lacks nothing. What is left says what was
 * refused and never came.
 * @param rowids selects the same rows in both statements
 */
export const withoutStored = (db: Database, rowids: SQL) =>
  [
    statement(
      db,
      sql`DELETE FROM upload WHERE rowid IN (SELECT r.rowid FROM upload s CROSS JOIN upload r
          ON r.customer_id = s.customer_id AND r.kind = s.kind AND r.target_id = s.target_id AND r.state = 'REFUSED'
        WHERE s.rowid IN (${rowids}) AND r.upload_token_id IS s.upload_token_id)`,
    ),
    statement(db, sql`DELETE FROM upload WHERE rowid IN (${rowids})`),
  ] as const;

/** Deletes the uploads of what arrived long ago. Any number of runs at once delete the same. */
export async function forgetUploads(db: Database, at: Date): Promise<number> {
  let forgotten = 0;
  for (let round = 0; round < rounds; round++) {
    const [, stored] = await db.batch(withoutStored(db, forgettable(at)));
    forgotten += stored.meta.changes;
    if (stored.meta.changes < atOnce) break;
  }
  return forgotten;
}
