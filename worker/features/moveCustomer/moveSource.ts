import { eq, lte, sql } from "drizzle-orm";
import { addSeconds, now } from "#domain/core/fields.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import {
  capturedChange,
  customer,
  customerTotal,
  incomingCustomer,
  outgoingCustomer,
} from "#worker/db/schema/index.ts";
import { directoryName, getDirectoryDb } from "#worker/db/shards.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import type { Move } from "./copyTables.ts";
import { listMovedTables, type MovedTable, selectMaskedRows, stagingTableOf } from "./movedTables.ts";
import { removeCustomerRows, rowsPerDelete } from "./removeRows.ts";
import { dropStagingTables } from "./stagingTables.ts";
import { dropChangeTriggers, installChangeTriggers, resumeTriggers, suspendTriggers } from "./triggers.ts";

/* Cleanup after a move: at the source once it succeeds, at the target when it fails. */

export interface Route {
  customerId: number;
  from: string;
  to: string;
}

/** The database of a customer's data, read from the directory without a cache. */
export async function findCustomerDatabase(env: Env, customerId: number): Promise<string | undefined> {
  const customerRow = await getDirectoryDb(env)
    .select({ database: customer.shard })
    .from(customer)
    .where(eq(customer.id, customerId))
    .get();
  return customerRow?.database;
}

export const outgoingCustomerCondition = ({ customerId }: Pick<Move, "customerId">) =>
  eq(outgoingCustomer.customerId, customerId);

/** Starts recording a customer's changes in tables of a database. Idempotent. */
export async function startChangeCapture(
  db: Database,
  tables: readonly MovedTable[],
  { customerId }: Pick<Move, "customerId">,
): Promise<void> {
  await installChangeTriggers(db, tables);
  const flags = { isCapturing: true, fenced: false, logFenced: false };
  await db
    .insert(outgoingCustomer)
    .values({ customerId, ...flags })
    .onConflictDoUpdate({ target: outgoingCustomer.customerId, set: flags });
}

/** Stops recording, and deletes the recorded changes. Idempotent. */
export async function stopChangeCapture(
  db: Database,
  move: Pick<Move, "customerId" | "tables">,
): Promise<void> {
  await db.delete(outgoingCustomer).where(outgoingCustomerCondition(move));
  await db.delete(capturedChange);
  await dropChangeTriggers(db, [
    ...move.tables,
    ...move.tables.filter(({ isStaged }) => isStaged).map(stagingTableOf),
  ]);
}

/**
 * Retires the source after the cut-over: rows that background work would act on are deleted immediately; the rest stays fenced
 * until `removeMovedCustomers`. By then the caches of other isolates have expired.
 */
export async function retireSource({ from, to }: Route, move: Move): Promise<void> {
  const { source, target, tables, customerId } = move;
  await stopChangeCapture(target, move);
  await dropStagingTables(target, tables);
  await resumeTriggers(target, tables, customerId);
  await suspendTriggers(source, tables, customerId);
  const stagedTables = tables.filter((table) => table.isStaged);
  const maskStatements = tables
    .filter(({ maskedColumns }) => maskedColumns.length > 0)
    .map((table) => {
      const assignments = table.maskedColumns.map(({ column }) => `"${column}" = NULL`).join(", ");
      return sql.raw(
        `UPDATE ${table.name} SET ${assignments} WHERE ${selectMaskedRows(table).ownerCondition(table.name, customerId)}`,
      );
    });
  // In one transaction, so that no other write can happen while the fence is removed.
  await batchIf(source, sql`1`, [
    source
      .update(outgoingCustomer)
      .set({ isCapturing: false, fenced: false })
      .where(outgoingCustomerCondition(move)),
    ...stagedTables
      .toReversed()
      .map(({ name, ownerCondition }) =>
        statement(source, sql.raw(`DELETE FROM ${name} WHERE ${ownerCondition(name, customerId)}`)),
      ),
    ...maskStatements.map((mask) => statement(source, mask)),
    source
      .update(outgoingCustomer)
      .set({ fenced: true, cutOverAt: now() })
      .where(outgoingCustomerCondition(move)),
    source.delete(capturedChange),
  ]);
  if (from === directoryName) await removeAuditEntries(source, move, to);
  await resumeTriggers(source, tables, customerId);
}

/** The directory keeps writing audit entries about its customers and their users, wherever their data is. */
const isDirectoryAuditLog = (from: string, { name }: MovedTable): boolean =>
  from === directoryName && name === "domain_change";

/** Removes a customer's audit entries from the directory once the other database has them. */
async function removeAuditEntries(directory: Database, move: Move, to: string): Promise<void> {
  const { customerId } = move;
  await directory.update(outgoingCustomer).set({ logFenced: false }).where(outgoingCustomerCondition(move));
  const lastAuditId = sql`(SELECT last_audit_id FROM shard WHERE name = ${to})`;
  for (;;) {
    const { meta } = await directory.run(sql`DELETE FROM domain_change WHERE id IN
      (SELECT id FROM domain_change WHERE customer_id = ${customerId} AND id <= ${lastAuditId} LIMIT ${rowsPerDelete})`);
    if (meta.changes === 0) return;
  }
}

/** Restores the state before the move, unless the customer has been cut over. */
export async function rollBack(env: Env, route: Route, move: Move): Promise<void> {
  const { source, target, tables, customerId } = move;
  if ((await findCustomerDatabase(env, customerId)) === route.to) return;
  await suspendTriggers(target, tables, customerId);
  await removeCustomerRows(target, move, tables);
  await dropStagingTables(target, tables);
  await resumeTriggers(target, tables, customerId);
  for (const db of [target, source]) await stopChangeCapture(db, move);
}

/**
 * Removes the old rows of customers that left a database long enough ago. Returns a summary for the log.
 * @param retentionHours hours for which the old rows are kept
 */
export async function removeMovedCustomers(
  env: Env,
  db: Database,
  runAt: Date,
  retentionHours = 24,
): Promise<string> {
  const cutoff = addSeconds(-retentionHours * 3600, runAt);
  const departedCustomers = await db
    .select()
    .from(outgoingCustomer)
    .where(lte(outgoingCustomer.cutOverAt, cutoff));
  // An active move uses the same triggers.
  if (departedCustomers.length === 0 || (await db.$count(incomingCustomer)) > 0) return "";
  const tables = await listMovedTables(db);
  for (const { customerId } of departedCustomers) {
    await suspendTriggers(db, tables, customerId);
    await db
      .update(outgoingCustomer)
      .set({ fenced: false, logFenced: false })
      .where(outgoingCustomerCondition({ customerId }));
    const ownTables = env.ROOT
      ? tables
      : tables.filter((table) => !isDirectoryAuditLog(directoryName, table));
    await removeCustomerRows(db, { customerId }, ownTables);
    await resumeTriggers(db, tables, customerId);
    if (env.ROOT) await db.delete(customerTotal).where(eq(customerTotal.customerId, customerId));
    await db.delete(outgoingCustomer).where(outgoingCustomerCondition({ customerId }));
  }
  await dropChangeTriggers(db, tables);
  return `old rows of ${departedCustomers.length} customers removed`;
}
