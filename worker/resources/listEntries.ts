import { asc, desc, eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { andCondition } from "#worker/db/andCondition.ts";
import { auditStatement, type ChangeAction, difference } from "#worker/db/audit.ts";
import { containsFolded } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { foreignKeyViolation, uniqueViolation } from "#worker/db/errors.ts";
import type { ChangeParams } from "#worker/db/schema/index.ts";
import { hasStoredKey, sortKeySql } from "#worker/db/sortKey.ts";
import { statement } from "#worker/db/statement.ts";
import { columnsOf } from "./binding.ts";

/**
 * The entries of a list of texts: suggestions, expected answers. A list can have 100 000, so entries have their own endpoints and do not
 * change the list's version.
 */
export interface Entries {
  table: SQLiteTable & { id: SQLiteColumn; customerId: SQLiteColumn; imported: SQLiteColumn };
  /** The columns with the list's id and with the text, which is unique in a list. */
  list: SQLiteColumn;
  text: SQLiteColumn;
  /** The contract's name of the text: `text` or `answer`. */
  textField: string;
  searched: readonly SQLiteColumn[];
  objectClass: string;
  lists: SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn };
  listClass: string;
}

export interface EntryQuery {
  q: string;
  max: number;
  offset: number;
  sort: string;
  order: "asc" | "desc";
}

/** A list that the actor can see. */
export interface Owner {
  id: string;
  customerId: number;
}

const entriesCondition = ({ table, list, searched }: Entries, owner: Owner, q: string): SQL => {
  const hits = searched.map((column) => containsFolded(column, q));
  return andCondition(
    // Lets SQLite use the index of a page, which begins with the customer.
    eq(table.customerId, owner.customerId),
    eq(list, owner.id),
    q ? sql`(${sql.join(hits, sql` OR `)})` : undefined,
  );
};

/** A page of entries. Sorts texts as names. */
export function listEntryPage(db: Database, entries: Entries, owner: Owner, query: EntryQuery) {
  const direction = query.order === "asc" ? asc : desc;
  const columns = columnsOf(entries.table);
  const column = columns[query.sort]!;
  const stored = hasStoredKey(getTableName(entries.table), query.sort) && columns[`${query.sort}Key`];
  const sorted = stored || (column.dataType === "string" ? sortKeySql(column) : sql`${column}`);
  return db
    .select()
    .from(entries.table)
    .where(entriesCondition(entries, owner, query.q))
    .orderBy(direction(sorted), direction(entries.text))
    .limit(query.max)
    .offset(query.offset);
}

export async function countEntries(db: Database, entries: Entries, owner: Owner, q: string): Promise<number> {
  const [totals] = await db
    .select({ total: sql<number>`count(*)` })
    .from(entries.table)
    .where(entriesCondition(entries, owner, q));
  return totals?.total ?? 0;
}

type Fields = Record<string, unknown>;

/** @throws duplicate if the list already has the text; notFound if the list has just been deleted */
export async function addEntry(
  db: Database,
  entries: Entries,
  actor: Actor,
  owner: Owner,
  fields: Fields,
): Promise<string> {
  const id = crypto.randomUUID();
  const row = { id, customerId: owner.customerId, [listProperty(entries)]: owner.id, ...fields };
  await mapWriteErrors(entries, () =>
    db.batch([
      db.insert(entries.table).values(row),
      auditListStatement(db, entries.objectClass, actor, owner, id, "CREATE", difference(null, fields)),
    ]),
  );
  return id;
}

/** Writes the fields that differ, if any, and then also `extraColumns`, which are not audited. */
export async function changeEntry(
  db: Database,
  entries: Entries,
  actor: Actor,
  before: Fields & Owner,
  change: Fields,
  extraColumns: Fields = {},
): Promise<void> {
  const params = difference(
    Object.fromEntries(Object.keys(change).map((field) => [field, before[field]])),
    change,
  );
  if (Object.keys(params).length === 0) return;
  const { table, objectClass } = entries;
  await mapWriteErrors(entries, () =>
    db.batch([
      db
        .update(table)
        .set({ ...change, ...extraColumns })
        .where(eq(table.id, before.id)),
      auditListStatement(db, objectClass, actor, before, before.id, "UPDATE", params),
    ]),
  );
}

export async function removeEntry(
  db: Database,
  { table, objectClass }: Entries,
  actor: Actor,
  before: Owner,
  auditedFields: Fields,
): Promise<void> {
  await db.batch([
    db.delete(table).where(eq(table.id, before.id)),
    auditListStatement(db, objectClass, actor, before, before.id, "DELETE", difference(auditedFields, null)),
  ]);
}

/** Deletes a list's imported entries and returns their number. */
export async function removeImported(
  db: Database,
  entries: Entries,
  actor: Actor,
  owner: Owner,
): Promise<number> {
  const { table, list, listClass } = entries;
  const isImported = andCondition(eq(list, owner.id), eq(table.imported, true));
  const count = sql`json_object('imported', json_object('before', (SELECT count(*) FROM ${table} WHERE ${isImported}), 'after', 0))`;
  const [, , deleted] = await db.batch([
    touchListStatement(db, entries, owner, sql`EXISTS (SELECT 1 FROM ${table} WHERE ${isImported})`),
    auditListStatement(db, listClass, actor, owner, owner.id, "UPDATE", count),
    db.delete(table).where(isImported),
  ]);
  return deleted.meta.changes;
}

/**
 * Updates the list's row without changing it, so that the audit entry that follows is written once, whatever the number of entries, and
 * only if the list exists.
 */
export const touchListStatement = (
  db: Database,
  { lists }: Entries,
  owner: Owner,
  condition: SQL = sql`true`,
) =>
  statement(db, sql`UPDATE ${lists} SET version = version WHERE ${eq(lists.id, owner.id)} AND ${condition}`);

export const auditListStatement = (
  db: Database,
  objectClass: string,
  actor: Actor,
  { customerId }: Owner,
  objectId: string,
  action: ChangeAction,
  params: ChangeParams | SQL,
) =>
  auditStatement(db, {
    author: { ...authorOf(actor), customerId },
    objectClass,
    objectId,
    action,
    params,
  });

const listProperty = ({ table, list }: Entries): string =>
  Object.entries(table).find(([, column]) => column === list)![0];

/** Runs a write. @throws duplicate, notFound for a violated constraint */
export async function mapWriteErrors<T>({ textField }: Entries, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (uniqueViolation(error)) throw problem("duplicate", { fields: { [textField]: "duplicate" } });
    if (foreignKeyViolation(error)) throw problem("notFound");
    throw error;
  }
}
