import { sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { name as lineOf, now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { IgnoredReason, PairImportResult } from "#domain/endpoints/configuration/pairImport.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { changeParamsOf } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { findUniqueViolation, isForeignKeyViolation } from "#worker/db/errors.ts";
import { textAsId } from "#worker/db/ids.ts";
import { number, selectRows, text } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";

export interface InputPair {
  customerId: number;
  name: string;
  value: string;
}

/** The table that pairs are imported into, and its uniqueness rule. */
export interface PairTarget {
  table: string;
  /** The column and field of the second text. */
  field: string;
  objectClass: string;
  /** Unique by name, or by the pair of both texts. */
  uniqueBy: "name" | "pair";
}

/** Attempts when rows are written concurrently between validation and insertion. */
const maxAttempts = 3;

const lineSchema = lineOf();

/**
 * Imports the valid pairs in one batch, each with an audit entry.
 * @throws unavailable if the same rows keep being written concurrently
 */
export async function importPairs(
  db: Database,
  actor: Actor,
  target: PairTarget,
  inputPairs: readonly InputPair[],
): Promise<PairImportResult> {
  for (let attempt = 1; ; attempt += 1) {
    const { pairs, ignored } = await validatePairs(db, target, inputPairs);
    try {
      if (pairs.length > 0) await db.batch(insertStatements(db, actor, target, pairs));
      return { imported: pairs.map(({ row, id }) => ({ row, id })), ignored };
    } catch (error) {
      if (!findUniqueViolation(error) && !isForeignKeyViolation(error)) throw error;
      if (attempt === maxAttempts) throw problem("unavailable");
    }
  }
}

type ValidPair = InputPair & { row: number; id: string };

async function validatePairs(db: Database, target: PairTarget, inputPairs: readonly InputPair[]) {
  const { customers: customerIds, present: existingKeys } = await findExistingRows(db, target, inputPairs);
  const pairs: ValidPair[] = [];
  const ignored: PairImportResult["ignored"] = [];
  for (const [row, { customerId, ...inputTexts }] of inputPairs.entries()) {
    const pair = { customerId, name: inputTexts.name.trim(), value: inputTexts.value.trim() };
    const key = toUniqueKey(target, pair);
    const reason = !customerIds.has(customerId) ? "unknownCustomer" : (findTextError(pair) ?? null);
    const ignoredReason: IgnoredReason | null = reason ?? (existingKeys.has(key) ? "duplicate" : null);
    if (ignoredReason) ignored.push({ row, name: inputTexts.name, reason: ignoredReason });
    else {
      existingKeys.add(key);
      pairs.push({ ...pair, row, id: crypto.randomUUID() });
    }
  }
  return { pairs, ignored };
}

const findTextError = ({ name, value }: InputPair): IgnoredReason | null =>
  !name || !value
    ? "empty"
    : lineSchema.safeParse(name).success && lineSchema.safeParse(value).success
      ? null
      : "invalid";

const toUniqueKey = ({ uniqueBy }: PairTarget, { customerId, name, value }: InputPair) =>
  JSON.stringify(uniqueBy === "name" ? [customerId, name] : [customerId, name, value]);

/** The existing customers of the pairs, and the keys of pairs already stored. */
async function findExistingRows(db: Database, target: PairTarget, pairs: readonly InputPair[]) {
  const namesJson = JSON.stringify(pairs.map(({ customerId, name }) => [customerId, name.trim()]));
  const customerRows = await selectRows(
    db,
    { id: number("id") },
    (columns) =>
      sql`SELECT ${columns} FROM customer WHERE id IN (SELECT value ->> 0 FROM json_each(${namesJson}))`,
  );
  const rows = await selectRows(
    db,
    {
      customerId: number("t.customer_id"),
      name: text("t.name"),
      value: text(`t.${target.field}`),
    },
    (columns) => sql`SELECT DISTINCT ${columns}
    FROM json_each(${namesJson}) g JOIN ${sql.raw(target.table)} t ON t.customer_id = g.value ->> 0 AND t.name = g.value ->> 1`,
  );
  return {
    customers: new Set(customerRows.map(({ id }) => id)),
    present: new Set(rows.map((row) => toUniqueKey(target, row))),
  };
}

/** One statement for the rows and one for their audit entries; each list is one JSON parameter. */
function insertStatements(
  db: Database,
  actor: Actor,
  { table, field, objectClass }: PairTarget,
  pairs: readonly ValidPair[],
) {
  const timestamp = now();
  const { userId, realUserId } = authorOf(actor);
  const rowsJson = JSON.stringify(
    pairs.map(({ id, customerId, name, value }) => [id, customerId, name, value]),
  );
  const auditRowsJson = JSON.stringify(
    pairs.map(({ id, customerId, name, value }) => [
      id,
      customerId,
      JSON.stringify(changeParamsOf(null, { customerId, name, [field]: value })),
    ]),
  );
  return [
    statement(
      db,
      sql`INSERT INTO ${sql.raw(table)} (id, customer_id, name, ${sql.raw(field)}, date_created)
        SELECT ${textAsId("value ->> 0")}, value ->> 1, value ->> 2, value ->> 3, ${timestamp} FROM json_each(${rowsJson})`,
    ),
    statement(
      db,
      sql`INSERT INTO domain_change (date_created, user_id, real_user_id, customer_id, object_class, object_id, action, params)
        SELECT ${timestamp}, ${userId}, ${realUserId}, value ->> 1, ${objectClass}, ${textAsId("value ->> 0")}, 'CREATE', value ->> 2 FROM json_each(${auditRowsJson})`,
    ),
  ] as const;
}
