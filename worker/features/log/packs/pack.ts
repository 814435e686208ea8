import { and, asc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { addSeconds } from "#domain/core/fields.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, listParam } from "#worker/db/ids.ts";
import { nullable, number, selectRow, selectRows, text } from "#worker/db/rows.ts";
import { auditObject, auditPack, domainChange } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { clearOrphanStatement, markOrphanStatement } from "#worker/media/orphans.ts";
import { createPackColumns, encodePack, hashObjectIds, type PackedEntry } from "./packFormat.ts";
import { storeNamesStatement } from "./packNames.ts";

/** Minimum days for which entries stay in the database; a month is packed once all of it is older. */
export const minDaysInDatabase = 90;
export const entriesPerPack = 5000;
/** Maximum characters of changes in a pack, far below an isolate's memory. */
const maxCharactersPerPack = 4_000_000;
/** Maximum packs per nightly run; the remaining ones wait for the next run. */
const maxPacksPerRun = 100;

/**
 * Moves old months of the audit log from the database into storage, oldest first. The object is written and verified before the
 * rows are deleted, in the batch that also writes the pack's row. So interrupted or concurrent runs neither lose nor duplicate
 * entries.
 */
export async function packAuditLog(env: Env, db: Database, runAt: Date): Promise<string> {
  // A month sorts before its days, so this is an exclusive end.
  const untilMonth = addSeconds(-minDaysInDatabase * 86_400, runAt).slice(0, 7);
  let entryCount = 0;
  for (let packs = 0; packs < maxPacksPerRun; packs++) {
    const oldestMonth = await selectRow(
      db,
      { customerId: nullable(number("customer_id")), month: text("substr(date_created, 1, 7)") },
      (columns) =>
        sql`SELECT ${columns} FROM domain_change WHERE date_created < ${untilMonth} ORDER BY date_created LIMIT 1`,
    );
    if (!oldestMonth) break;
    entryCount += await packOldestEntries(env, db, oldestMonth);
  }
  return entryCount > 0 ? `${entryCount} entries of the log packed` : "";
}

interface CustomerMonth {
  customerId: number | null;
  month: string;
}

/**
 * Packs the oldest entries of a customer's month.
 * @returns their number; 0 if another run was faster
 */
async function packOldestEntries(
  env: Env,
  db: Database,
  { customerId, month }: CustomerMonth,
): Promise<number> {
  const entryCount = await listOldestEntries(db, { customerId, month });
  if (entryCount.length === 0) return 0;
  const bytes = await encodePack(entryCount);
  const row = { id: crypto.randomUUID(), customerId, month, ...createPackColumns(entryCount, bytes) };
  const key = packKey(row);
  await markOrphanStatement(db, key);
  await env.STORAGE.put(key, bytes, {
    httpMetadata: { contentType: "application/gzip" },
    sha256: row.sha256,
  });
  const ids = listParam(entryCount.map(({ id }) => id));
  const wasWritten = await batchIf(
    db,
    sql`(SELECT count(*) FROM domain_change WHERE id IN ${ids}) = ${entryCount.length}`,
    [
      db.insert(auditPack).values({ ...row, objectKey: key }),
      statement(
        db,
        sql`INSERT OR IGNORE INTO ${auditObject} (object_hash, pack_seq)
          SELECT v.value, (SELECT seq FROM audit_pack WHERE id = ${idParam(row.id)}) FROM ${listParam(hashObjectIds(entryCount))} v`,
      ),
      storeNamesStatement(db, customerId, entryCount),
      statement(db, sql`DELETE FROM domain_change WHERE id IN ${ids}`),
      clearOrphanStatement(db, key),
    ],
  );
  return wasWritten ? entryCount.length : 0;
}

export const packKey = ({ id, customerId, month }: CustomerMonth & { id: string }): string =>
  `${customerId === null ? "service" : `customers/${customerId}`}/auditLog/${id}/${month}.ndjson.gz`;

async function listOldestEntries(db: Database, { customerId, month }: CustomerMonth): Promise<PackedEntry[]> {
  const condition = and(
    customerId === null ? isNull(domainChange.customerId) : eq(domainChange.customerId, customerId),
    gte(domainChange.dateCreated, month),
    // Sorts after every day of the month.
    lt(domainChange.dateCreated, `${month}~`),
  );
  const sizes = await selectRows(
    db,
    { id: number("id"), characters: number("length(params)") },
    (columns) =>
      sql`SELECT ${columns} FROM ${domainChange} WHERE ${condition} ORDER BY date_created, id LIMIT ${entriesPerPack}`,
  );
  let characters = 0;
  const fittingEntries = sizes.filter((line, index) => {
    characters += line.characters;
    return index === 0 || characters <= maxCharactersPerPack;
  });
  const { id, dateCreated, userId, realUserId, objectClass, objectId, action, params } = domainChange;
  return db
    .select({ id, dateCreated, userId, realUserId, objectClass, objectId, action, params })
    .from(domainChange)
    .where(sql`${domainChange.id} IN ${listParam(fittingEntries.map((line) => line.id))}`)
    .orderBy(asc(domainChange.dateCreated), asc(domainChange.id));
}
