import { asc, desc, eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { andCondition } from "#worker/db/andCondition.ts";
import { auditStatement, type ChangeAction, changeParamsOf } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { findUniqueViolation, isForeignKeyViolation } from "#worker/db/errors.ts";
import type { ChangeParams } from "#worker/db/schema/index.ts";
import { matchesSearchCondition } from "#worker/db/searchText.ts";
import { hasStoredKey, sortKeySql } from "#worker/db/sortKey.ts";
import { statement } from "#worker/db/statement.ts";
import { getColumns } from "./binding.ts";

/**
 * The entries of a list of texts: suggestions, expected answers. A list can have 100 000, so entries have their own endpoints and do not
 * change the list's version.
 */
export interface EntryTable {
  table: SQLiteTable & { id: SQLiteColumn; customerId: SQLiteColumn; imported: SQLiteColumn };
  /** The columns with the list's id and with the text, which is unique in a list. */
  list: SQLiteColumn;
  text: SQLiteColumn;
  /** The contract's name of the text: `text` or `answer`. */
  textField: string;
  searchColumns: readonly SQLiteColumn[];
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
export interface EntryList {
  id: string;
  customerId: number;
}

const entriesCondition = ({ table, list, searchColumns }: EntryTable, owner: EntryList, q: string): SQL => {
  return andCondition(
    // Lets SQLite use the index of a page, which begins with the customer.
    eq(table.customerId, owner.customerId),
    eq(list, owner.id),
    q ? matchesSearchCondition(searchColumns, q) : undefined,
  );
};

/** A page of entries. Sorts texts as names. */
export function listEntryPage(db: Database, entryTable: EntryTable, list: EntryList, query: EntryQuery) {
  const direction = query.order === "asc" ? asc : desc;
  const columns = getColumns(entryTable.table);
  const column = columns[query.sort]!;
  const storedKeyColumn =
    hasStoredKey(getTableName(entryTable.table), query.sort) && columns[`${query.sort}Key`];
  const sortExpression =
    storedKeyColumn || (column.dataType === "string" ? sortKeySql(column) : sql`${column}`);
  return db
    .select()
    .from(entryTable.table)
    .where(entriesCondition(entryTable, list, query.q))
    .orderBy(direction(sortExpression), direction(entryTable.text))
    .limit(query.max)
    .offset(query.offset);
}

export async function countEntries(
  db: Database,
  entryTable: EntryTable,
  list: EntryList,
  q: string,
): Promise<number> {
  const [totals] = await db
    .select({ total: sql<number>`count(*)` })
    .from(entryTable.table)
    .where(entriesCondition(entryTable, list, q));
  return totals?.total ?? 0;
}

type Fields = Record<string, unknown>;

/** @throws duplicate if the list already has the text; notFound if the list has just been deleted */
export async function addEntry(
  db: Database,
  entryTable: EntryTable,
  actor: Actor,
  list: EntryList,
  fields: Fields,
): Promise<string> {
  const id = crypto.randomUUID();
  const row = { id, customerId: list.customerId, [getListProperty(entryTable)]: list.id, ...fields };
  await mapWriteErrors(entryTable, () =>
    db.batch([
      db.insert(entryTable.table).values(row),
      auditListStatement(db, entryTable.objectClass, actor, list, id, "CREATE", changeParamsOf(null, fields)),
    ]),
  );
  return id;
}

/** Writes the fields that differ, if any, and then also `extraColumns`, which are not audited. */
export async function changeEntry(
  db: Database,
  entryTable: EntryTable,
  actor: Actor,
  entry: Fields & EntryList,
  change: Fields,
  extraColumns: Fields = {},
): Promise<void> {
  const params = changeParamsOf(
    Object.fromEntries(Object.keys(change).map((field) => [field, entry[field]])),
    change,
  );
  if (Object.keys(params).length === 0) return;
  const { table, objectClass } = entryTable;
  await mapWriteErrors(entryTable, () =>
    db.batch([
      db
        .update(table)
        .set({ ...change, ...extraColumns })
        .where(eq(table.id, entry.id)),
      auditListStatement(db, objectClass, actor, entry, entry.id, "UPDATE", params),
    ]),
  );
}

export async function removeEntry(
  db: Database,
  { table, objectClass }: EntryTable,
  actor: Actor,
  entry: EntryList,
  auditedFields: Fields,
): Promise<void> {
  await db.batch([
    db.delete(table).where(eq(table.id, entry.id)),
    auditListStatement(
      db,
      objectClass,
      actor,
      entry,
      entry.id,
      "DELETE",
      changeParamsOf(auditedFields, null),
    ),
  ]);
}

/** Deletes a list's imported entries and returns their number. */
export async function removeImportedEntries(
  db: Database,
  entryTable: EntryTable,
  actor: Actor,
  owner: EntryList,
): Promise<number> {
  const { table, list, listClass } = entryTable;
  const importedCondition = andCondition(eq(list, owner.id), eq(table.imported, true));
  const countParams = sql`json_object('imported', json_object('before', (SELECT count(*) FROM ${table} WHERE ${importedCondition}), 'after', 0))`;
  const [, , deleteResult] = await db.batch([
    touchListStatement(
      db,
      entryTable,
      owner,
      sql`EXISTS (SELECT 1 FROM ${table} WHERE ${importedCondition})`,
    ),
    auditListStatement(db, listClass, actor, owner, owner.id, "UPDATE", countParams),
    db.delete(table).where(importedCondition),
  ]);
  return deleteResult.meta.changes;
}

/**
 * Updates the list's row without changing it, so that the audit entry that follows is written once, whatever the number of entries, and
 * only if the list exists.
 */
export const touchListStatement = (
  db: Database,
  { lists }: EntryTable,
  list: EntryList,
  condition: SQL = sql`true`,
) =>
  statement(db, sql`UPDATE ${lists} SET version = version WHERE ${eq(lists.id, list.id)} AND ${condition}`);

export const auditListStatement = (
  db: Database,
  objectClass: string,
  actor: Actor,
  { customerId }: EntryList,
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

const getListProperty = ({ table, list }: EntryTable): string =>
  Object.entries(table).find(([, column]) => column === list)![0];

/** Runs a write. @throws duplicate, notFound for a violated constraint */
export async function mapWriteErrors<T>({ textField }: EntryTable, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (findUniqueViolation(error)) throw problem("duplicate", { fields: { [textField]: "duplicate" } });
    if (isForeignKeyViolation(error)) throw problem("notFound");
    throw error;
  }
}
