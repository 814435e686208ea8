import { eq, sql } from "drizzle-orm";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { jsonColumnSql } from "#worker/db/jsonRows.ts";
import { incomingCustomer, outgoingCustomer } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { MovedTable } from "./movedTables.ts";

/*
 * Triggers that exist only during a move.
 * - A guard on the existing triggers: rows copied or removed by the move are not counted, tagged, delivered or audited again. The
 * triggers of the search index keep running.
 * - Change capture at the source: every row of the customer that changes while it is copied is recorded, and from the cut-over on
 * writes to them are refused. No cache, job or consumer gets past it.
 */

const [guardStart, guardEnd] = ["/*arriving*/", "/*arrived*/"];

/**
 * Makes a trigger ignore the rows of arriving customers.
 * @throws Error for a trigger it cannot parse
 */
export function addGuard(trigger: string): string {
  const body = trigger.search(/\bBEGIN\b/);
  const head = trigger.slice(0, body);
  const event = /^CREATE TRIGGER \w+ (?:AFTER|BEFORE) (INSERT|UPDATE|DELETE)\b/.exec(head)?.[1];
  if (body < 0 || !event) throw new Error(`not a trigger: ${trigger.slice(0, 80)}`);
  const row = event === "DELETE" ? "OLD" : "NEW";
  const notIncomingCondition = `NOT EXISTS (SELECT 1 FROM incoming_customer WHERE customer_id = ${row}.customer_id)`;
  const condition = head.search(/\bWHEN\b/);
  if (condition < 0)
    return `${head}${guardStart}WHEN ${notIncomingCondition} ${guardEnd}${trigger.slice(body)}`;
  const bodyStart = condition + "WHEN".length;
  return `${head.slice(0, bodyStart)}${guardStart} ${notIncomingCondition} AND (${guardEnd}${head.slice(bodyStart)}${guardStart})${guardEnd}${trigger.slice(body)}`;
}

/** Restores the original trigger. */
export const removeGuard = (trigger: string): string =>
  trigger.replace(/\/\*arriving\*\/[\s\S]*?\/\*arrived\*\//g, "");

interface Trigger {
  name: string;
  sql: string;
}

const listTriggers = (db: Database, tables: readonly MovedTable[]): Promise<Trigger[]> =>
  db.all<Trigger>(sql`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name NOT GLOB 'moving_*'
    AND tbl_name IN (SELECT value FROM json_each(${JSON.stringify(tables.filter(({ columns }) => columns.includes("customer_id")).map(({ name }) => name))}))
    AND instr(sql, 'search_') = 0 ORDER BY name`);

const recreateTrigger = (db: Database, { name }: Trigger, createSql: string) => [
  statement(db, sql.raw(`DROP TRIGGER ${name}`)),
  statement(db, sql.raw(createSql)),
];

/** Suspends the triggers of a database for a customer. Idempotent. */
export async function suspendTriggers(
  db: Database,
  tables: readonly MovedTable[],
  customerId: number,
): Promise<void> {
  const unguardedTriggers = (await listTriggers(db, tables)).filter(
    (trigger) => !trigger.sql.includes(guardStart),
  );
  await batchIf(db, sql`1`, [
    statement(db, sql`INSERT OR IGNORE INTO incoming_customer (customer_id) VALUES (${customerId})`),
    ...unguardedTriggers.flatMap((trigger) => recreateTrigger(db, trigger, addGuard(trigger.sql))),
  ]);
}

/** Resumes the triggers for a customer; after the last customer, the original triggers are restored. Idempotent. */
export async function resumeTriggers(
  db: Database,
  tables: readonly MovedTable[],
  customerId: number,
): Promise<void> {
  await db.delete(incomingCustomer).where(eq(incomingCustomer.customerId, customerId));
  if ((await db.$count(incomingCustomer)) > 0) return;
  const guardedTriggers = (await listTriggers(db, tables)).filter((trigger) =>
    trigger.sql.includes(guardStart),
  );
  await batchIf(db, sql`1`, [
    ...guardedTriggers.flatMap((trigger) => recreateTrigger(db, trigger, removeGuard(trigger.sql))),
  ]);
}

const triggerEvents = ["INSERT", "UPDATE", "DELETE"] as const;
const rowsByEvent = { INSERT: ["NEW"], UPDATE: ["OLD", "NEW"], DELETE: ["OLD"] } as const;

const triggerName = ({ name }: MovedTable, event: (typeof triggerEvents)[number]) =>
  `moving_${name}_${event.toLowerCase()}`;

/** Captures changes of all customers in `outgoing_customer`. Idempotent. */
export async function installChangeTriggers(db: Database, tables: readonly MovedTable[]): Promise<void> {
  const statements = tables.flatMap((table) =>
    triggerEvents.map((event) => {
      const actionStatements = rowsByEvent[event].flatMap((row) => [
        // worker/db/errors.ts recognises this message.
        ...(table.isShared
          ? []
          : [
              `SELECT raise(ABORT, 'customer is moving') WHERE ${outgoingRowCondition(table, row, fenceColumn(table))};`,
            ]),
        `INSERT INTO captured_change (table_name, key) SELECT '${table.name}', json_array(${table.key.map((column) => jsonColumnSql(`${row}."${column}"`)).join(", ")}) WHERE ${outgoingRowCondition(table, row, "d.is_capturing")};`,
      ]);
      return `CREATE TRIGGER IF NOT EXISTS ${triggerName(table, event)} AFTER ${event} ON ${table.name} BEGIN ${actionStatements.join(" ")} END`;
    }),
  );
  await runInBatches(db, statements);
}

const fenceColumn = ({ name }: MovedTable): string =>
  name === "domain_change" ? "d.log_fenced" : "d.fenced";

/**
 * SQL condition: the row belongs to a customer for whom `condition` is true. For children of a deleted row the customer is unknown.
 * They are captured regardless, and skipped when they turn out to belong to another customer.
 */
function outgoingRowCondition(table: MovedTable, row: "NEW" | "OLD", condition: string): string {
  const isUnresolvable =
    condition === "d.is_capturing" && row === "OLD" && !table.columns.includes("customer_id");
  return `EXISTS (SELECT 1 FROM outgoing_customer d WHERE ${condition} AND ${isUnresolvable ? "1" : table.ownerCondition(row, "d.customer_id")})`;
}

/** Removes change capture once there is no outgoing customer. */
export async function dropChangeTriggers(db: Database, tables: readonly MovedTable[]): Promise<void> {
  if ((await db.$count(outgoingCustomer)) > 0) return;
  await runInBatches(
    db,
    tables.flatMap((table) =>
      triggerEvents.map((event) => `DROP TRIGGER IF EXISTS ${triggerName(table, event)}`),
    ),
  );
}

const statementsPerBatch = 100;

async function runInBatches(db: Database, statements: readonly string[]): Promise<void> {
  for (let bodyStart = 0; bodyStart < statements.length; bodyStart += statementsPerBatch)
    await batchIf(
      db,
      sql`1`,
      statements
        .slice(bodyStart, bodyStart + statementsPerBatch)
        .map((sqlText) => statement(db, sql.raw(sqlText))),
    );
}
