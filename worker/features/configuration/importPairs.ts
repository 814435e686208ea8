import { sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { name as lineOf, now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { IgnoredReason, PairImportAnswer } from "#domain/endpoints/configuration/pairImport.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { difference } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { foreignKeyViolation, uniqueViolation } from "#worker/db/errors.ts";
import { textAsId } from "#worker/db/ids.ts";
import { number, rowsOf, text } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";

export interface GivenPair {
  customerId: number;
  name: string;
  value: string;
}

/** The table of imported pairs, and which pairs are duplicates. */
export interface PairTarget {
  table: string;
  /** The column and field of the second text. */
  field: string;
  objectClass: string;
  /** Whether the name is unique, or the pair of both texts. */
  uniqueBy: "name" | "pair";
}

/** The rows are checked again when somebody else has written between the check and the write. */
const maxTries = 3;

const line = lineOf();

/** Imports the valid pairs in one batch, each with a log line. @throws unavailable when others keep writing the same rows */
export async function importPairs(
  db: Database,
  actor: Actor,
  target: PairTarget,
  given: readonly GivenPair[],
): Promise<PairImportAnswer> {
  for (let tries = 1; ; tries += 1) {
    const { pairs, ignored } = await validatePairs(db, target, given);
    try {
      if (pairs.length > 0) await db.batch(insertions(db, actor, target, pairs));
      return { taken: pairs.map(({ row, id }) => ({ row, id })), ignored };
    } catch (error) {
      if (!uniqueViolation(error) && !foreignKeyViolation(error)) throw error;
      if (tries === maxTries) throw problem("unavailable");
    }
  }
}

type ValidPair = GivenPair & { row: number; id: string };

async function validatePairs(db: Database, target: PairTarget, given: readonly GivenPair[]) {
  const { customers, present } = await existing(db, target, given);
  const pairs: ValidPair[] = [];
  const ignored: PairImportAnswer["ignored"] = [];
  for (const [row, { customerId, ...texts }] of given.entries()) {
    const pair = { customerId, name: texts.name.trim(), value: texts.value.trim() };
    const key = keyOf(target, pair);
    const reason = !customers.has(customerId) ? "unknownCustomer" : (textFault(pair) ?? null);
    const ignoredFor: IgnoredReason | null = reason ?? (present.has(key) ? "duplicate" : null);
    if (ignoredFor) ignored.push({ row, name: texts.name, reason: ignoredFor });
    else {
      present.add(key);
      pairs.push({ ...pair, row, id: crypto.randomUUID() });
    }
  }
  return { pairs, ignored };
}

const textFault = ({ name, value }: GivenPair): IgnoredReason | null =>
  !name || !value
    ? "empty"
    : line.safeParse(name).success && line.safeParse(value).success
      ? null
      : "invalid";

const keyOf = ({ uniqueBy }: PairTarget, { customerId, name, value }: GivenPair) =>
  JSON.stringify(uniqueBy === "name" ? [customerId, name] : [customerId, name, value]);

/** The customers of the pairs that exist, and the keys of the pairs they already have. */
async function existing(db: Database, target: PairTarget, given: readonly GivenPair[]) {
  const names = JSON.stringify(given.map(({ customerId, name }) => [customerId, name.trim()]));
  const customers = await rowsOf(
    db,
    { id: number("id") },
    (columns) =>
      sql`SELECT ${columns} FROM customer WHERE id IN (SELECT value ->> 0 FROM json_each(${names}))`,
  );
  const rows = await rowsOf(
    db,
    {
      customerId: number("t.customer_id"),
      name: text("t.name"),
      value: text(`t.${target.field}`),
    },
    (columns) => sql`SELECT DISTINCT ${columns}
    FROM json_each(${names}) g JOIN ${sql.raw(target.table)} t ON t.customer_id = g.value ->> 0 AND t.name = g.value ->> 1`,
  );
  return {
    customers: new Set(customers.map(({ id }) => id)),
    present: new Set(rows.map((row) => keyOf(target, row))),
  };
}

/** One statement for the rows and one for their log lines; each list is one parameter of JSON. */
function insertions(
  db: Database,
  actor: Actor,
  { table, field, objectClass }: PairTarget,
  pairs: readonly ValidPair[],
) {
  const at = now();
  const { userId, realUserId } = authorOf(actor);
  const rows = JSON.stringify(pairs.map(({ id, customerId, name, value }) => [id, customerId, name, value]));
  const lines = JSON.stringify(
    pairs.map(({ id, customerId, name, value }) => [
      id,
      customerId,
      JSON.stringify(difference(null, { customerId, name, [field]: value })),
    ]),
  );
  return [
    statement(
      db,
      sql`INSERT INTO ${sql.raw(table)} (id, customer_id, name, ${sql.raw(field)}, date_created)
        SELECT ${textAsId("value ->> 0")}, value ->> 1, value ->> 2, value ->> 3, ${at} FROM json_each(${rows})`,
    ),
    statement(
      db,
      sql`INSERT INTO domain_change (date_created, user_id, real_user_id, customer_id, object_class, object_id, action, params)
        SELECT ${at}, ${userId}, ${realUserId}, value ->> 1, ${objectClass}, ${textAsId("value ->> 0")}, 'CREATE', value ->> 2 FROM json_each(${lines})`,
    ),
  ] as const;
}
