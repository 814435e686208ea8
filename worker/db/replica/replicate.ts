import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { z } from "zod";
import type { DirectoryChangeRow } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { batchIfWithResults } from "../conditionalBatch.ts";
import { type Database, databaseOf } from "../database.ts";
import { selectNumber } from "../rows.ts";
import { directoryChange, directoryReplica, shard } from "../schema/index.ts";
import { clearShardCache, directoryName, getDirectoryDb, getShardEnv, listShardNames } from "../shards.ts";
import { statement } from "../statement.ts";
import { pullAuditEntries } from "./auditLog.ts";
import { copyReplica, createDeleteStatement, createUpsertStatements, findRowsByKeys } from "./copyReplica.ts";
import { replicatedTables } from "./replicaTables.ts";

/*
 * Replicates directory tables to the other databases: customers, users and their permissions, licences, layouts. Triggers record changed
 * rows in the directory (worker/db/triggers/directory.sql); a run copies their current state. A replica's row in `directory_replica` has
 * the last applied change and is updated in the batch that applies changes, so that only one of two concurrent runs succeeds.
 */

const changesPerBatch = 200;
const keySchema = z.array(z.union([z.string(), z.number(), z.tuple([z.string()])]));

/** Runs `replicate` after a request that may have written to the directory. Never throws: cron retries what failed. */
export async function tryReplicate(env: Env): Promise<void> {
  if (listShardNames(env).length === 1) return;
  try {
    await replicate(env);
  } catch (error) {
    console.error(JSON.stringify({ replicate: error instanceof Error ? error.message : String(error) }));
  }
}

/**
 * Applies the directory's changes to all other databases.
 * @returns the number of applied changes
 * @throws Error for a change that a replica rejects; the others are applied, and the next run retries it
 */
export async function replicate(env: Env): Promise<number> {
  const replicas = listShardNames(env).filter((name) => name !== directoryName);
  if (replicas.length === 0) return 0;
  const directory = getDirectoryDb(env);
  clearShardCache(env);
  let appliedCount = 0;
  for (const name of replicas) {
    const db = databaseOf(getShardEnv(env, name));
    appliedCount += await syncReplica(directory, name, db);
    await pullAuditEntries(env, directory, name, db);
  }
  await purgeAppliedChanges(directory, replicas);
  return appliedCount;
}

async function syncReplica(directory: Database, name: string, db: Database): Promise<number> {
  let lastAppliedChangeId = (await isRegistered(directory, name)) ? await findLastAppliedChange(db) : null;
  lastAppliedChangeId ??= await registerReplica(directory, db, name);
  let appliedCount = 0;
  // A rejected change is recorded again with a higher id, so that the next run retries it.
  const maxChangeId = await selectNumber(directory, sql`SELECT max(id) FROM directory_change`);
  for (;;) {
    const changes = await directory
      .select()
      .from(directoryChange)
      .where(and(gt(directoryChange.id, lastAppliedChangeId), lte(directoryChange.id, maxChangeId)))
      .orderBy(asc(directoryChange.id))
      .limit(changesPerBatch);
    const lastChange = changes.at(-1);
    if (!lastChange) break;
    // If a concurrent run came first, this run continues after the changes that the other run applied.
    if (await applyChanges(directory, { db, lastAppliedChangeId }, changes)) appliedCount += changes.length;
    lastAppliedChangeId = (await findLastAppliedChange(db)) ?? 0;
  }
  await directory.update(shard).set({ lastChangeId: lastAppliedChangeId }).where(eq(shard.name, name));
  return appliedCount;
}

const isRegistered = async (directory: Database, name: string): Promise<boolean> =>
  (await directory.select().from(shard).where(eq(shard.name, name)).get()) !== undefined;

const findLastAppliedChange = async (db: Database): Promise<number | null> =>
  (await db.select().from(directoryReplica).where(eq(directoryReplica.id, 1)).get())?.lastChangeId ?? null;

/** Registers a database and copies everything to it. Once its row exists, triggers record changes during the copy. */
async function registerReplica(directory: Database, db: Database, name: string): Promise<number> {
  await directory.insert(shard).values({ name }).onConflictDoNothing();
  const findSequence = (table: string) =>
    selectNumber(directory, sql`SELECT seq FROM sqlite_sequence WHERE name = ${table}`);
  const [lastChangeId, lastAuditId] = [
    await findSequence("directory_change"),
    await findSequence("domain_change"),
  ];
  await copyReplica(directory, db);
  await db
    .insert(directoryReplica)
    .values({ id: 1, lastChangeId, lastAuditId })
    .onConflictDoUpdate({ target: directoryReplica.id, set: { lastChangeId, lastAuditId } });
  await directory.update(shard).set({ lastAuditId }).where(eq(shard.name, name));
  return lastChangeId;
}

interface Replica {
  db: Database;
  /** The id of the last applied change. */
  lastAppliedChangeId: number;
}

/** Applies changes and returns true; false if a concurrent run was faster. @throws Error for a single change that the replica rejects */
async function applyChanges(
  directory: Database,
  replica: Replica,
  changes: readonly DirectoryChangeRow[],
): Promise<boolean> {
  try {
    return await applyInOneBatch(directory, replica, changes);
  } catch (error) {
    const [firstChange, ...otherChanges] = changes;
    if (!firstChange) return true;
    if (otherChanges.length > 0) {
      // Apply them one by one, so that a rejected change does not block the others.
      let lastAppliedChangeId = replica.lastAppliedChangeId;
      for (const change of changes) {
        if (
          !(await applyChanges(directory, { ...replica, lastAppliedChangeId }, [change]).catch(
            logRejectedChange(change),
          ))
        )
          return false;
        lastAppliedChangeId = change.id;
      }
      return true;
    }
    await directory
      .insert(directoryChange)
      .values({ tableName: firstChange.tableName, key: firstChange.key });
    await replica.db
      .update(directoryReplica)
      .set({ lastChangeId: firstChange.id })
      .where(and(eq(directoryReplica.id, 1), eq(directoryReplica.lastChangeId, replica.lastAppliedChangeId)));
    throw error;
  }
}

const logRejectedChange =
  ({ tableName: name, key }: DirectoryChangeRow) =>
  (error: unknown): true => {
    console.error(JSON.stringify({ replicate: name, key, error: String(error) }));
    return true;
  };

async function applyInOneBatch(
  directory: Database,
  { db, lastAppliedChangeId }: Replica,
  changes: readonly DirectoryChangeRow[],
): Promise<boolean> {
  const lastChangeId = changes.at(-1)?.id ?? lastAppliedChangeId;
  const upsertStatements: BatchItem<"sqlite">[] = [];
  const deleteStatements: BatchItem<"sqlite">[] = [];
  for (const table of replicatedTables) {
    const keys = keysOf(changes, table.name);
    if (keys.length === 0) continue;
    const rows = await findRowsByKeys(directory, table, keys);
    const existingKeys = new Set(rows.map((row) => JSON.stringify(table.key.map((column) => row[column]))));
    const deletedKeys = keys.filter((key) => !existingKeys.has(JSON.stringify(key)));
    upsertStatements.push(...createUpsertStatements(db, table, rows));
    // Referencing rows are deleted before the rows they refer to.
    if (deletedKeys.length > 0) deleteStatements.unshift(createDeleteStatement(db, table, deletedKeys));
  }
  const unchangedCondition = sql`(SELECT last_change_id FROM directory_replica WHERE id = 1) = ${lastAppliedChangeId}`;
  const advanceStatement = statement(
    db,
    sql`UPDATE directory_replica SET last_change_id = ${lastChangeId} WHERE id = 1`,
  );
  return (
    (await batchIfWithResults(db, unchangedCondition, [
      ...upsertStatements,
      ...deleteStatements,
      advanceStatement,
    ])) !== null
  );
}

/** The distinct keys of the rows of a table that have changed. */
function keysOf(changes: readonly DirectoryChangeRow[], table: string): z.output<typeof keySchema>[] {
  const keys = new Set(changes.filter(({ tableName: name }) => name === table).map(({ key }) => key));
  return [...keys].map((key) => keySchema.parse(JSON.parse(key)));
}

/** Deletes the changes that every replica has applied. */
async function purgeAppliedChanges(directory: Database, replicas: readonly string[]): Promise<void> {
  const minLastChangeIdSql = sql`(SELECT min(last_change_id) FROM shard WHERE name IN (SELECT value FROM json_each(${JSON.stringify(replicas)})))`;
  if (
    (await selectNumber(
      directory,
      sql`SELECT count(*) FROM (SELECT 1 FROM directory_change WHERE id <= ${minLastChangeIdSql} LIMIT 1)`,
    )) > 0
  )
    await directory.delete(directoryChange).where(sql`id <= ${minLastChangeIdSql}`);
}
