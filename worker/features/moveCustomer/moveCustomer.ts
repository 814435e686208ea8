import { eq, type SQL, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { type Author, auditStatement } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
import { isForeignKeyViolation } from "#worker/db/errors.ts";
import { replicate } from "#worker/db/replica/replicate.ts";
import { selectNumber } from "#worker/db/rows.ts";
import { customer, incomingCustomer, outgoingCustomer } from "#worker/db/schema/index.ts";
import { clearShardCache, getDirectoryDb, getShardEnv } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { type ChecksumsByTable, compareCapturedChanges, compareRows } from "./compareRows.ts";
import {
  applyCapturedChanges,
  listPages,
  type Move,
  processPages,
  type Row,
  readNextRows,
  type TableCursor,
  writeRows,
} from "./copyTables.ts";
import {
  listMovedTables,
  type MovedTable,
  type Sequence,
  selectMaskedRows,
  stagingTableOf,
} from "./movedTables.ts";
import {
  findCustomerDatabase,
  outgoingCustomerCondition,
  type Route,
  startChangeCapture,
  stopChangeCapture,
} from "./moveSource.ts";
import { removeCustomerRows } from "./removeRows.ts";
import { createStagingTables, publishStagedRows } from "./stagingTables.ts";
import { suspendTriggers } from "./triggers.ts";

export async function planMove(env: Env, route: Route, offsets: Record<Sequence, number>): Promise<Move> {
  const source = databaseOf(getShardEnv(env, route.from));
  const target = databaseOf(getShardEnv(env, route.to));
  return { ...route, source, target, offsets, tables: await listMovedTables(source) };
}

/**
 * Starts capturing changes, and suspends the target's triggers for the customer. Removes leftovers of an earlier stay or attempt
 * there.
 * @throws Error if the customer's data is not in the source
 */
export async function prepareMove(env: Env, { from, to }: Route, move: Move): Promise<void> {
  if (from === to || (await findCustomerDatabase(env, move.customerId)) !== from)
    throw new Error(`the data is not in ${from}`);
  const { source, target, tables, customerId } = move;
  await suspendTriggers(target, tables, customerId);
  await stopChangeCapture(target, move);
  await removeCustomerRows(target, move, tables);
  await createStagingTables(target, tables);
  await startChangeCapture(source, tables, move);
}

/**
 * Copies rows from a cursor until the time is up.
 * @returns the cursor to continue from, or null at the end
 */
export const copyRows = (move: Move, cursor: TableCursor, deadline: number): Promise<TableCursor | null> =>
  processPages(move.tables, cursor, deadline, async (table, rowCursor) => {
    const { rows, next } = await readNextRows(move.source, table, move.customerId, rowCursor);
    await writeRowsAfterParents(move, table, rows);
    return next;
  });

/**
 * Writes rows whose parents may have been created after the parents' table was copied: changes of earlier tables are applied
 * first. Changes of later tables may belong to rows that do not exist yet.
 */
async function writeRowsAfterParents(move: Move, table: MovedTable, rows: readonly Row[]): Promise<void> {
  const { tables } = move;
  for (let attempt = 0; ; attempt += 1)
    try {
      return await writeRows(move, table, rows, true);
    } catch (error) {
      if (attempt >= 5 || !isForeignKeyViolation(error)) throw error;
      await applyCapturedChanges(move, true, tables.slice(0, tables.indexOf(table)));
    }
}

/** Compares rows from a cursor until the time is up, as `compareRows` does. From then on the target records its changes. */
export async function startComparing(
  move: Move,
  cursor: TableCursor & { sums: ChecksumsByTable },
  deadline: number,
): ReturnType<typeof compareRows> {
  await startChangeCapture(move.target, move.tables.map(stagingTableOf), move);
  return compareRows(move, cursor, deadline);
}

/**
 * Copies and compares rows that changed in the meantime.
 * @returns the number of rows that were still to be copied when it started
 */
export async function catchUpChanges(move: Move): Promise<number> {
  const appliedCount = await applyCapturedChanges(move, true);
  await compareCapturedChanges(move, false);
  return appliedCount;
}

/** Counts the customer's background work in progress: claimed jobs, mails and deliveries. */
export async function countActiveWork({ source, customerId }: Move): Promise<number> {
  const leaseCondition = sql`leased_until > ${now()}`;
  const jobs = sql`SELECT count(*) FROM job WHERE customer_id = ${customerId} AND state IN ('PENDING', 'RUNNING')`;
  const deliveries = sql`SELECT count(*) FROM delivery WHERE customer_id = ${customerId} AND state IN ('PENDING', 'RUNNING', 'WAITING') AND ${leaseCondition}`;
  const mails = sql`SELECT count(*) FROM outbox_mail WHERE state = 'PENDING' AND ${leaseCondition}
    AND delivery_id IN (SELECT id FROM delivery WHERE customer_id = ${customerId})`;
  return selectNumber(source, sql`SELECT (${jobs}) + (${deliveries}) + (${mails})`);
}

export interface CutOverResult {
  /** How long no one could write the customer's data. */
  pauseMs: number;
}

/** The lease of the consumer that runs the move. */
interface MoveLease {
  author: Author;
  renew(): Promise<void>;
  /** SQL condition, in the directory: no other consumer has taken over the move. */
  heldCondition(): SQL;
}

/**
 * Cuts over: stops writes, copies and compares the last rows, publishes the staged rows, and updates the directory. May be
 * interrupted anywhere and repeated.
 * @throws Error if rows differ; the customer then stays in the source
 */
export async function cutOver(
  env: Env,
  route: Route,
  move: Move,
  { author, renew, heldCondition }: MoveLease,
): Promise<CutOverResult> {
  const startedAt = Date.now();
  const { source, target, tables, customerId } = move;
  // Interrupted right after the cut-over: the target is already live.
  if ((await findCustomerDatabase(env, customerId)) === route.to) return { pauseMs: 0 };
  await suspendTriggers(target, tables, customerId);
  await target
    .update(incomingCustomer)
    .set({ isCuttingOver: true })
    .where(eq(incomingCustomer.customerId, customerId));
  await source
    .update(outgoingCustomer)
    .set({ fenced: true, logFenced: true })
    .where(outgoingCustomerCondition(move));
  try {
    await copyRemaining(move, renew);
  } catch (error) {
    // Removes the fence first, so that users can work while the cause is investigated.
    await source
      .update(outgoingCustomer)
      .set({ fenced: false, logFenced: false })
      .where(outgoingCustomerCondition(move));
    await removeCustomerRows(
      target,
      move,
      tables.filter(({ isStaged }) => isStaged),
    );
    await target
      .update(incomingCustomer)
      .set({ isCuttingOver: false })
      .where(eq(incomingCustomer.customerId, customerId));
    throw error;
  }
  // From here on its triggers count the customer's writes. Restoring the original triggers takes longer and follows later.
  await target.delete(incomingCustomer).where(eq(incomingCustomer.customerId, customerId));
  // Audit entries up to here have been copied; those the directory writes from now on are replicated separately.
  await replicate(env);
  const directory = getDirectoryDb(env);
  const canSwitchCondition = sql`${heldCondition()} AND EXISTS (SELECT 1 FROM customer WHERE id = ${customerId} AND shard = ${route.from})`;
  const hasSwitched = await batchIf(directory, canSwitchCondition, [
    directory.update(customer).set({ shard: route.to }).where(eq(customer.id, customerId)),
    auditStatement(directory, {
      // Without a customer, because nothing of this customer may be written now.
      author: { ...author, customerId: null },
      objectClass: "siteproof.Customer",
      objectId: customerId,
      action: "UPDATE",
      params: { database: { before: route.from, after: route.to } },
    }),
  ]);
  if (!hasSwitched) throw new Error("another consumer has taken over the move");
  clearShardCache(env);
  return { pauseMs: Date.now() - startedAt };
}

/**
 * While writes are fenced: copies and compares the remaining rows, and publishes the staged ones.
 * @throws Error naming a table that differs
 */
async function copyRemaining(move: Move, renew: () => Promise<void>): Promise<void> {
  const { source, tables, customerId } = move;
  await applyCapturedChanges(move, false);
  for (const table of tables.filter(({ maskedColumns }) => maskedColumns.length > 0))
    for await (const rows of listPages(source, selectMaskedRows(table), customerId))
      await writeRows(move, table, rows, false);
  // Rows deferred because of the order of pages.
  await applyCapturedChanges(move, false);
  await renew();
  const [differingTable] = await compareCapturedChanges(move, true);
  if (differingTable) throw new Error(`${differingTable} differs`);
  await renew();
  await publishStagedRows(move, renew);
}

/** Size of a database in bytes. */
export const readDatabaseSize = async (db: Database): Promise<number> =>
  (await db.run(sql`SELECT 1`)).meta.size_after;

/** True if both databases have the same migrations. */
export async function haveSameSchema(source: Database, target: Database): Promise<boolean> {
  const readSchema = (db: Database) =>
    db.all<{ sql: string }>(
      sql`SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'moving_*' AND name NOT GLOB '_cf*'
        AND name NOT GLOB 'd1_*' AND name NOT GLOB 'sqlite*' ORDER BY type, name`,
    );
  const [sourceSchema, targetSchema] = await Promise.all([readSchema(source), readSchema(target)]);
  return JSON.stringify(sourceSchema) === JSON.stringify(targetSchema);
}
