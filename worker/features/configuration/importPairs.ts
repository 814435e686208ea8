import { sql } from "drizzle-orm";
import type { Actor } from "../../../domain/access/actor";
import type { IgnoredReason, PairImportAnswer } from "../../../domain/endpoints/pairImport";
import { name as lineOf, now } from "../../../domain/fields";
import { problem } from "../../../domain/problem";
import { difference } from "../../db/audit";
import type { Database } from "../../db/database";
import { foreignKeyViolation, uniqueViolation } from "../../db/errors";
import { statement } from "../../db/statement";
import { authorOf } from "../../entrance/session/actor";

export interface GivenPair {
  customerId: number;
  name: string;
  value: string;
}

/** Where the pairs of an import go, and which of them are alike. */
export interface PairTarget {
  table: string;
  /** The column and field of the second text. */
  field: string;
  objectClass: string;
  /** Whether a name may be there once only, or once with each second text. */
  uniqueBy: "name" | "pair";
}

/** Between looking and writing somebody else may have written: then it is looked at again. */
const mostTries = 3;

const line = lineOf();

/** Takes the pairs that can be taken, in one batch, with a log line each. @throws unavailable when others keep writing the same. */
export async function importPairs(
  db: Database,
  actor: Actor,
  target: PairTarget,
  given: readonly GivenPair[],
): Promise<PairImportAnswer> {
  for (let tries = 1; ; tries += 1) {
    const { pairs, ignored } = await judged(db, target, given);
    try {
      if (pairs.length > 0) await db.batch(writing(db, actor, target, pairs));
      return { taken: pairs.map(({ row, id }) => ({ row, id })), ignored };
    } catch (error) {
      if (!uniqueViolation(error) && !foreignKeyViolation(error)) throw error;
      if (tries === mostTries) throw problem("unavailable");
    }
  }
}

type Judged = GivenPair & { row: number; id: string };

async function judged(db: Database, target: PairTarget, given: readonly GivenPair[]) {
  const { customers, present } = await known(db, target, given);
  const pairs: Judged[] = [];
  const ignored: PairImportAnswer["ignored"] = [];
  for (const [row, { customerId, ...texts }] of given.entries()) {
    const pair = { customerId, name: texts.name.trim(), value: texts.value.trim() };
    const key = keyOf(target, pair);
    const reason = !customers.has(customerId) ? "unknownCustomer" : (textFault(pair) ?? null);
    const stands: IgnoredReason | null = reason ?? (present.has(key) ? "duplicate" : null);
    if (stands) ignored.push({ row, name: texts.name, reason: stands });
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

/** The customers there are, and what they have already under the names given. */
async function known(db: Database, target: PairTarget, given: readonly GivenPair[]) {
  const asked = JSON.stringify(given.map(({ customerId, name }) => [customerId, name.trim()]));
  const customers = await db.all<{ id: number }>(
    sql`SELECT id FROM customer WHERE id IN (SELECT value ->> 0 FROM json_each(${asked}))`,
  );
  const rows =
    await db.all<GivenPair>(sql`SELECT DISTINCT t.customer_id AS customerId, t.name, t.${sql.raw(target.field)} AS value
    FROM json_each(${asked}) g JOIN ${sql.raw(target.table)} t ON t.customer_id = g.value ->> 0 AND t.name = g.value ->> 1`);
  return {
    customers: new Set(customers.map(({ id }) => id)),
    present: new Set(rows.map((row) => keyOf(target, row))),
  };
}

/** One statement for the rows and one for their log lines: as JSON, the whole list is one parameter each. */
function writing(
  db: Database,
  actor: Actor,
  { table, field, objectClass }: PairTarget,
  pairs: readonly Judged[],
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
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, ${at} FROM json_each(${rows})`,
    ),
    statement(
      db,
      sql`INSERT INTO domain_change (date_created, user_id, real_user_id, customer_id, object_class, object_id, action, params)
        SELECT ${at}, ${userId}, ${realUserId}, value ->> 1, ${objectClass}, value ->> 0, 'CREATE', value ->> 2 FROM json_each(${lines})`,
    ),
  ] as const;
}
