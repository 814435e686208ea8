import { eq, lte, type SQL, sql } from "drizzle-orm";
import { inSeconds, now } from "../../../domain/fields";
import { type Author, logged } from "../../db/audit";
import { type Database, databaseOf } from "../../db/database";
import { directoryName, directoryOf, envAt, forgetDatabases } from "../../db/databases";
import { batchIf } from "../../db/guard";
import { replicate } from "../../db/replica/replicate";
import { numberOf } from "../../db/rows";
import { arriving, customer, customerTotal, departing, departingChange } from "../../db/schema";
import { statement } from "../../db/statement";
import type { Env } from "../../env";
import { compareNoted, compareOn, compareRest, type Sums } from "./compare";
import { beginning, type Move, nextRows, type Place, takeNoted, write } from "./copy";
import { type MovedTable, movedTables, type Sequence } from "./tables";
import { guard, unguard, unwatch, watch } from "./triggers";

export interface Route {
  customerId: number;
  from: string;
  to: string;
}

export async function moveOf(env: Env, route: Route, offsets: Record<Sequence, number>): Promise<Move> {
  const source = databaseOf(envAt(env, route.from));
  const target = databaseOf(envAt(env, route.to));
  return { ...route, source, target, offsets, tables: await movedTables(source) };
}

/**
 * Begins to note changes, and has the target's triggers leave the customer alone. What an earlier stay or try has left there goes.
 * @throws Error when the customer's data is not where it is to be moved from
 */
export async function prepare(env: Env, { from, to }: Route, move: Move): Promise<void> {
  if (from === to || (await placeOf(env, move.customerId)) !== from)
    throw new Error(`the data is not in ${from}`);
  const { source, target, tables, customerId } = move;
  await guard(target, tables, customerId);
  await forgetNoted(target, move);
  await removeRows(target, move, tables);
  await noteAll(source, move);
}

/** Notes from here on what changes of a customer in a database. May be repeated. */
async function noteAll(db: Database, { tables, customerId }: Move): Promise<void> {
  await watch(db, tables);
  const noted = { noting: true, fenced: false, logFenced: false };
  await db
    .insert(departing)
    .values({ customerId, ...noted })
    .onConflictDoUpdate({ target: departing.customerId, set: noted });
}

/** Ends that, and forgets what was noted. May be repeated. */
async function forgetNoted(db: Database, move: Move): Promise<void> {
  await db.delete(departing).where(departs(move));
  await db.delete(departingChange);
  await unwatch(db, move.tables);
}

/** Copies rows from a place of a table on, until the time is over. @returns where to go on, or null behind the last row */
export async function copyOn(
  move: Move,
  from: { table: number; after: Place },
  until: number,
): Promise<{ table: number; after: Place } | null> {
  const early = move.tables.filter((table) => !table.late);
  let { table: index, after } = from;
  for (let table = early[index]; table; table = early[index]) {
    const { rows, next } = await nextRows(move.source, table, move.customerId, after);
    await write(move, table, rows, true);
    if (next === null) [index, after] = [index + 1, beginning];
    else after = next;
    if (Date.now() >= until) break;
  }
  return index < early.length ? { table: index, after } : null;
}

/** Compares rows from a place on, until the time is over, as `compareOn` says. From then on the target notes what is written there. */
export async function compareEarly(
  move: Move,
  from: { table: number; after: Place; sums: Sums },
  until: number,
): ReturnType<typeof compareOn> {
  await noteAll(move.target, move);
  return compareOn(move, from, until);
}

/** Of the tables that go early, copies what changed meanwhile, and compares it. @returns how many rows were left to do when it began */
export async function catchUp(move: Move): Promise<number> {
  const taken = await takeNoted(
    move,
    true,
    move.tables.filter((table) => !table.late),
  );
  await compareNoted(move, false);
  return taken;
}

/** Work in the background that belongs to the customer and is under way: jobs, mails and deliveries that somebody holds. */
export async function workUnderWay({ source, customerId }: Move): Promise<number> {
  const held = sql`leased_until > ${now()}`;
  const jobs = sql`SELECT count(*) FROM job WHERE customer_id = ${customerId} AND state IN ('PENDING', 'RUNNING')`;
  const deliveries = sql`SELECT count(*) FROM delivery WHERE customer_id = ${customerId} AND state IN ('PENDING', 'RUNNING', 'WAITING') AND ${held}`;
  const mails = sql`SELECT count(*) FROM outbox_mail WHERE state = 'PENDING' AND ${held}
    AND delivery_id IN (SELECT id FROM delivery WHERE customer_id = ${customerId})`;
  return numberOf(source, sql`SELECT (${jobs}) + (${deliveries}) + (${mails})`);
}

export interface Switched {
  /** Milliseconds during which nothing of the customer could be written. */
  pause: number;
  sums: Sums;
}

/** Who moves. */
interface Holding {
  author: Author;
  /** Renews the lease. */
  beat(): Promise<void>;
  /** The condition, in the directory, that nobody else has taken the move over. */
  held(): SQL;
}

/**
 * The change of place: nobody writes, the last rows are copied, all are compared, and the directory names the other database. May be cut off
 * anywhere and repeated.
 * @throws Error when the rows differ; then nothing has changed place
 */
export async function changePlace(
  env: Env,
  route: Route,
  move: Move,
  { author, beat, held }: Holding,
): Promise<Switched> {
  const began = Date.now();
  const { source, target, tables, customerId } = move;
  // Cut off right after it: the target lives already.
  if ((await placeOf(env, customerId)) === route.to) return { pause: 0, sums: {} };
  await guard(target, tables, customerId);
  await target.update(arriving).set({ entering: true }).where(eq(arriving.customerId, customerId));
  await source.update(departing).set({ fenced: true, logFenced: true }).where(departs(move));
  let sums: Sums;
  try {
    sums = await copyRest(move, beat);
  } catch (error) {
    // Whatever it is, it is found out while everybody can work.
    await source.update(departing).set({ fenced: false, logFenced: false }).where(departs(move));
    await removeRows(
      target,
      move,
      tables.filter(({ late }) => late),
    );
    await target.update(arriving).set({ entering: false }).where(eq(arriving.customerId, customerId));
    throw error;
  }
  await unguard(target, tables, customerId);
  // Lines of the log up to here have been copied; those that the directory gets from here on are taken by themselves.
  await replicate(env);
  const directory = directoryOf(env);
  const still = sql`${held()} AND EXISTS (SELECT 1 FROM customer WHERE id = ${customerId} AND database = ${route.from})`;
  const switched = await batchIf(directory, still, [
    directory.update(customer).set({ database: route.to }).where(eq(customer.id, customerId)),
    logged(directory, {
      // Of no customer: nothing of this one may be written now.
      author: { ...author, customerId: null },
      objectClass: "siteproof.Customer",
      objectId: customerId,
      action: "UPDATE",
      params: { database: { before: route.from, after: route.to } },
    }),
  ]);
  if (!switched) throw new Error("somebody else has taken the move over");
  forgetDatabases(env);
  return { pause: Date.now() - began, sums };
}

/** Copies, behind the fence, what is left, and compares it. */
async function copyRest(move: Move, beat: () => Promise<void>): Promise<Sums> {
  const { source, tables, customerId } = move;
  await takeNoted(move, false);
  for (const table of tables) {
    const rest = table.late ? table : table.masked.length > 0 ? maskedOf(table) : undefined;
    if (!rest) continue;
    for (let after: Place | null = beginning; after !== null; ) {
      const page: Awaited<ReturnType<typeof nextRows>> = await nextRows(source, rest, customerId, after);
      await write(move, table, page.rows, false);
      after = page.next;
    }
    await beat();
  }
  // Rows that were put off because of the order of pages.
  await takeNoted(move, false);
  return compareRest(move, beat);
}

/** Of a table the rows that work in the background would find. They are few, and found by an index. */
const maskedOf = (table: MovedTable): MovedTable => ({
  ...table,
  numbered: false,
  mine: (row, customerId) =>
    `${table.mine(row, customerId)} AND (${table.masked.map((column) => `${row}.${column} IS NOT NULL`).join(" OR ")})`,
});

/** Where the directory says that a customer's data is, asked now. */
async function placeOf(env: Env, customerId: number): Promise<string | undefined> {
  const at = await directoryOf(env)
    .select({ database: customer.database })
    .from(customer)
    .where(eq(customer.id, customerId))
    .get();
  return at?.database;
}

const departs = ({ customerId }: Pick<Move, "customerId">) => eq(departing.customerId, customerId);

/**
 * At the source, after the change of place: what work in the background would act on goes at once; the rest stays behind the fence until
 * `removeDeparted`. The caches of other isolates have forgotten the old place by then.
 */
export async function leave({ from, to }: Route, move: Move): Promise<void> {
  const { source, target, tables, customerId } = move;
  await forgetNoted(target, move);
  await guard(source, tables, customerId);
  const late = tables.filter((table) => table.late);
  const masks = tables
    .filter(({ masked }) => masked.length > 0)
    .map(({ name, mine, masked }) => {
      const empty = masked.map((column) => `"${column}" = NULL`).join(", ");
      return sql.raw(`UPDATE ${name} SET ${empty} WHERE ${mine(name, customerId)}`);
    });
  // In one transaction nobody else gets behind the fence.
  await batchIf(source, sql`1`, [
    source.update(departing).set({ noting: false, fenced: false }).where(departs(move)),
    ...late
      .toReversed()
      .map(({ name, mine }) =>
        statement(source, sql.raw(`DELETE FROM ${name} WHERE ${mine(name, customerId)}`)),
      ),
    ...masks.map((mask) => statement(source, mask)),
    source.update(departing).set({ fenced: true, left: now() }).where(departs(move)),
    source.delete(departingChange),
  ]);
  if (from === directoryName) await removeLines(source, move, to);
  await unguard(source, tables, customerId);
}

/** The directory goes on to write lines of the log about its customers and their users, wherever their data is. */
const isOpen = (from: string, { name }: MovedTable): boolean =>
  from === directoryName && name === "domain_change";

/** Removes a customer's lines from the directory, those that the other database has by now. */
async function removeLines(directory: Database, move: Move, to: string): Promise<void> {
  const { customerId } = move;
  await directory.update(departing).set({ logFenced: false }).where(departs(move));
  const taken = sql`(SELECT lines FROM data_database WHERE name = ${to})`;
  for (;;) {
    const { meta } = await directory.run(sql`DELETE FROM domain_change WHERE id IN
      (SELECT id FROM domain_change WHERE customer_id = ${customerId} AND id <= ${taken} LIMIT ${deletedAtOnce})`);
    if (meta.changes === 0) return;
  }
}

/** Everything is as it was before the move began, unless the customer has changed place. */
export async function goBack(env: Env, route: Route, move: Move): Promise<void> {
  const { source, target, tables, customerId } = move;
  if ((await placeOf(env, customerId)) === route.to) return;
  await guard(target, tables, customerId);
  await removeRows(target, move, tables);
  await unguard(target, tables, customerId);
  for (const db of [target, source]) await forgetNoted(db, move);
}

const deletedAtOnce = 5000;

/** Removes a customer's rows, whose triggers are guarded, children first. Objects in storage stay. */
async function removeRows(
  db: Database,
  { customerId }: Pick<Move, "customerId">,
  tables: Move["tables"],
): Promise<void> {
  for (const { name, mine, shared, numbered, key } of tables.toReversed()) {
    if (shared) continue;
    const place = numbered ? sql`rowid` : sql.raw(`(${key.map((column) => `"${column}"`).join(", ")})`);
    const places = numbered ? sql`rowid` : sql.raw(key.map((column) => `"${column}"`).join(", "));
    for (;;) {
      const { meta } = await db.run(
        sql`DELETE FROM ${sql.raw(name)} WHERE ${place} IN
          (SELECT ${places} FROM ${sql.raw(name)} WHERE ${sql.raw(mine(name, customerId))} LIMIT ${deletedAtOnce})`,
      );
      if (meta.changes === 0) break;
    }
  }
}

/**
 * Removes the old rows of customers who have left a database for long enough. Returns a summary for the log.
 * @param patience hours
 */
export async function removeDeparted(env: Env, db: Database, at: Date, patience = 24): Promise<string> {
  const before = inSeconds(-patience * 3600, at);
  const gone = await db.select().from(departing).where(lte(departing.left, before));
  // A move under way has the same triggers.
  if (gone.length === 0 || (await db.$count(arriving)) > 0) return "";
  const tables = await movedTables(db);
  for (const { customerId } of gone) {
    await guard(db, tables, customerId);
    await db.update(departing).set({ fenced: false, logFenced: false }).where(departs({ customerId }));
    const own = env.ROOT ? tables : tables.filter((table) => !isOpen(directoryName, table));
    await removeRows(db, { customerId }, own);
    await unguard(db, tables, customerId);
    if (env.ROOT) await db.delete(customerTotal).where(eq(customerTotal.customerId, customerId));
    await db.delete(departing).where(departs({ customerId }));
  }
  await unwatch(db, tables);
  return `old rows of ${gone.length} customers removed`;
}

/** Bytes of a database. */
export const sizeOf = async (db: Database): Promise<number> => (await db.run(sql`SELECT 1`)).meta.size_after;

/** Whether two databases have had the same migrations. */
export async function sameSchema(one: Database, other: Database): Promise<boolean> {
  const of = (db: Database) =>
    db.all<{ sql: string }>(
      sql`SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'moving_*' AND name NOT GLOB '_cf*'
        AND name NOT GLOB 'd1_*' AND name NOT GLOB 'sqlite*' ORDER BY type, name`,
    );
  const [here, there] = await Promise.all([of(one), of(other)]);
  return JSON.stringify(here) === JSON.stringify(there);
}
