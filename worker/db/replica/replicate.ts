import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { z } from "zod";
import type { DirectoryChangeRow } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { batchIfWithResults } from "../conditionalBatch.ts";
import { type Database, databaseOf } from "../database.ts";
import { numberOf } from "../rows.ts";
import { directoryChange, directoryReplica, shard } from "../schema/index.ts";
import { clearShardCache, directoryDb, directoryName, shardEnv, shardNames } from "../shards.ts";
import { statement } from "../statement.ts";
import { pullAuditEntries } from "./auditLog.ts";
import { copyAll, deleteStatement, rowsOfKeys, upserts } from "./copyReplica.ts";
import { replicatedTables } from "./replicaTables.ts";

/*
 * What further databases hold of the directory: customers, users and what they may do, licences, layouts. Triggers note in the directory
 * which rows have changed (worker/db/triggers/directory.sql); the rows are read and written as they are when it is their turn. A copy's
 * own row of `replica` says how far it has come, and moves in the batch that writes: of two at once one succeeds.
 */

const changesPerBatch = 200;
const keyValues = z.array(z.union([z.string(), z.number(), z.tuple([z.string()])]));

/** `replicate` after a call that may have written to the directory. What fails is done again by cron. Never fails itself. */
export async function replicateQuietly(env: Env): Promise<void> {
  if (shardNames(env).length === 1) return;
  try {
    await replicate(env);
  } catch (error) {
    console.error(JSON.stringify({ replicate: error instanceof Error ? error.message : String(error) }));
  }
}

/**
 * Brings all further databases to what the directory says now.
 * @returns how many changes they took
 * @throws Error for a change that a copy refuses; the others are applied, and it is tried again with the next ones
 */
export async function replicate(env: Env): Promise<number> {
  const further = shardNames(env).filter((name) => name !== directoryName);
  if (further.length === 0) return 0;
  const directory = directoryDb(env);
  clearShardCache(env);
  let applied = 0;
  for (const name of further) {
    const db = databaseOf(shardEnv(env, name));
    applied += await syncReplica(directory, name, db);
    await pullAuditEntries(env, directory, name, db);
  }
  await purgeAppliedChanges(directory, further);
  return applied;
}

async function syncReplica(directory: Database, name: string, db: Database): Promise<number> {
  let at = (await isRegistered(directory, name)) ? await lastAppliedChange(db) : null;
  at ??= await register(directory, db, name);
  let applied = 0;
  // What a copy refuses is noted anew, behind this: for the next time.
  const until = await numberOf(directory, sql`SELECT max(id) FROM directory_change`);
  for (;;) {
    const changes = await directory
      .select()
      .from(directoryChange)
      .where(and(gt(directoryChange.id, at), lte(directoryChange.id, until)))
      .orderBy(asc(directoryChange.id))
      .limit(changesPerBatch);
    const last = changes.at(-1);
    if (!last) break;
    // Another came first: the marker has moved, and this starts from there.
    if (await applyChanges(directory, { db, at }, changes)) applied += changes.length;
    at = (await lastAppliedChange(db)) ?? 0;
  }
  await directory.update(shard).set({ lastChangeId: at }).where(eq(shard.name, name));
  return applied;
}

const isRegistered = async (directory: Database, name: string): Promise<boolean> =>
  (await directory.select().from(shard).where(eq(shard.name, name)).get()) !== undefined;

const lastAppliedChange = async (db: Database): Promise<number | null> =>
  (await db.select().from(directoryReplica).where(eq(directoryReplica.id, 1)).get())?.lastChangeId ?? null;

/** From the first row on that this writes, triggers note what changes while all is copied. */
async function register(directory: Database, db: Database, name: string): Promise<number> {
  await directory.insert(shard).values({ name }).onConflictDoNothing();
  const seqOf = (table: string) =>
    numberOf(directory, sql`SELECT seq FROM sqlite_sequence WHERE name = ${table}`);
  const [since, lines] = [await seqOf("directory_change"), await seqOf("domain_change")];
  await copyAll(directory, db);
  await db
    .insert(directoryReplica)
    .values({ id: 1, lastChangeId: since, lastAuditId: lines })
    .onConflictDoUpdate({ target: directoryReplica.id, set: { lastChangeId: since, lastAuditId: lines } });
  await directory.update(shard).set({ lastAuditId: lines }).where(eq(shard.name, name));
  return since;
}

interface Copy {
  db: Database;
  /** The last change it has. */
  at: number;
}

/** Whether the changes were applied; false when the copy has moved in the meantime. @throws Error after all, for those it refuses */
async function applyChanges(
  directory: Database,
  copy: Copy,
  changes: readonly DirectoryChangeRow[],
): Promise<boolean> {
  try {
    return await applyInOneBatch(directory, copy, changes);
  } catch (error) {
    const [first, ...rest] = changes;
    if (!first) return true;
    if (rest.length > 0) {
      // One that is refused holds nobody up: each by itself, and the refused one behind all others.
      let at = copy.at;
      for (const change of changes) {
        if (!(await applyChanges(directory, { ...copy, at }, [change]).catch(refused(change)))) return false;
        at = change.id;
      }
      return true;
    }
    await directory.insert(directoryChange).values({ tableName: first.tableName, key: first.key });
    await copy.db
      .update(directoryReplica)
      .set({ lastChangeId: first.id })
      .where(and(eq(directoryReplica.id, 1), eq(directoryReplica.lastChangeId, copy.at)));
    throw error;
  }
}

const refused =
  ({ tableName: name, key }: DirectoryChangeRow) =>
  (error: unknown): true => {
    console.error(JSON.stringify({ replicate: name, key, error: String(error) }));
    return true;
  };

async function applyInOneBatch(
  directory: Database,
  { db, at }: Copy,
  changes: readonly DirectoryChangeRow[],
): Promise<boolean> {
  const last = changes.at(-1)?.id ?? at;
  const written: BatchItem<"sqlite">[] = [];
  const removed: BatchItem<"sqlite">[] = [];
  for (const table of replicatedTables) {
    const keys = keysOf(changes, table.name);
    if (keys.length === 0) continue;
    const rows = await rowsOfKeys(directory, table, keys);
    const there = new Set(rows.map((row) => JSON.stringify(table.key.map((column) => row[column]))));
    const gone = keys.filter((key) => !there.has(JSON.stringify(key)));
    written.push(...upserts(db, table, rows));
    // What refers to a row goes before it.
    if (gone.length > 0) removed.unshift(deleteStatement(db, table, gone));
  }
  const unmoved = sql`(SELECT last_change_id FROM directory_replica WHERE id = 1) = ${at}`;
  const moved = statement(db, sql`UPDATE directory_replica SET last_change_id = ${last} WHERE id = 1`);
  return (await batchIfWithResults(db, unmoved, [...written, ...removed, moved])) !== null;
}

/** The distinct keys of the rows of a table that have changed. */
function keysOf(changes: readonly DirectoryChangeRow[], table: string): z.output<typeof keyValues>[] {
  const keys = new Set(changes.filter(({ tableName: name }) => name === table).map(({ key }) => key));
  return [...keys].map((key) => keyValues.parse(JSON.parse(key)));
}

/** Changes that every copy has are forgotten. */
async function purgeAppliedChanges(directory: Database, further: readonly string[]): Promise<void> {
  const all = sql`(SELECT min(last_change_id) FROM shard WHERE name IN (SELECT value FROM json_each(${JSON.stringify(further)})))`;
  if (
    (await numberOf(
      directory,
      sql`SELECT count(*) FROM (SELECT 1 FROM directory_change WHERE id <= ${all} LIMIT 1)`,
    )) > 0
  )
    await directory.delete(directoryChange).where(sql`id <= ${all}`);
}
