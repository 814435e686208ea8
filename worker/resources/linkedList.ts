import { sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { decodeId } from "#worker/db/idEncoding.ts";
import { idAsText, idListParam, keyListParam } from "#worker/db/ids.ts";
import { type Column, rowsOf, text, uuid } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";
import type { ListField } from "./binding.ts";

type Item = Record<string, unknown>;

interface LinkedList {
  /** The table of links, its column of the row's id, and its column of the linked id. */
  link: string;
  owner: string;
  item: string;
  /** The linked table, its name column, and the keys of an item's id and name. */
  target: string;
  nameColumn: string;
  idKey: string;
  nameKey: string;
  /** The table of the row itself. */
  table: string;
}

const raw = (words: string) => sql.raw(words);

/** An id as the target has it: a number or a UUID. */
const anyId: Column<unknown> = {
  sql: sql`id`,
  read: (value) => (typeof value === "number" ? value : decodeId(value)),
};

/** The rows of these ids as items of the list, by id; null when one does not exist. */
async function named(db: Database, list: LinkedList, ids: readonly unknown[]): Promise<Item[] | null> {
  const distinct = [...new Set(ids)];
  const found = await rowsOf(
    db,
    { id: anyId, name: text(list.nameColumn) },
    (columns) => sql`
    SELECT ${columns} FROM ${raw(list.target)}
    WHERE id IN ${keyListParam(distinct)} ORDER BY id`,
  );
  return found.length === distinct.length
    ? found.map(({ id, name }) => ({ [list.idKey]: id, [list.nameKey]: name }))
    : null;
}

/** A list of `{ id, name }` kept in a table of links. A client's items need only their ids. */
export const linkedList = (list: LinkedList): ListField => ({
  read: sql`(SELECT json_group_array(json_object(${raw(quoted(list.idKey))}, iif(typeof(t.id) = 'blob', ${idAsText("t.id")}, t.id), ${raw(quoted(list.nameKey))}, t.${raw(list.nameColumn)}) ORDER BY t.id)
    FROM ${raw(list.link)} l JOIN ${raw(list.target)} t ON t.id = l.${raw(list.item)}
    WHERE l.${raw(list.owner)} = ${raw(list.table)}.id)`,
  resolve: (db, given) =>
    named(
      db,
      list,
      (given as Item[]).map((item) => item[list.idKey]),
    ),
  write: (db, id, items) => [
    statement(db, sql`DELETE FROM ${raw(list.link)} WHERE ${raw(list.owner)} = ${id}`),
    statement(
      db,
      sql`INSERT INTO ${raw(list.link)} (${raw(list.owner)}, ${raw(list.item)})
        SELECT ${id}, value FROM ${keyListParam((items as Item[]).map((item) => item[list.idKey]))}`,
    ),
  ],
});

/** A list of words kept in a table of its own, in the order of the contract. */
export const wordList = (
  words: readonly string[],
  { link, owner, item, table }: Pick<LinkedList, "link" | "owner" | "item" | "table">,
): ListField => ({
  read: sql`(SELECT json_group_array(w.value ORDER BY w.key) FROM json_each(${raw(quoted(JSON.stringify(words)))}) w
    JOIN ${raw(link)} l ON l.${raw(item)} = w.value WHERE l.${raw(owner)} = ${raw(table)}.id)`,
  resolve: async (_db, given) => words.filter((word) => given.includes(word)),
  write: (db, id, items) => [
    statement(db, sql`DELETE FROM ${raw(link)} WHERE ${raw(owner)} = ${id}`),
    statement(
      db,
      sql`INSERT INTO ${raw(link)} (${raw(owner)}, ${raw(item)}) SELECT ${id}, value FROM json_each(${JSON.stringify(items)})`,
    ),
  ],
});

/** A constant of the contract as a literal: bound, it would use up one of a statement's hundred parameters. */
const quoted = (constant: string) => `'${constant.replaceAll("'", "''")}'`;

/** The ids of a user's licences, all of the user's own customer. */
export const licenseList = (): ListField => ({
  read: sql`(SELECT json_group_array(${idAsText("l.license_id")} ORDER BY l.license_id) FROM user_license l WHERE l.user_id = user.id)`,
  resolve: async (db, given, customerId) => {
    const distinct = [...new Set(given as string[])];
    const found = await rowsOf(
      db,
      { id: uuid("id") },
      (columns) => sql`SELECT ${columns} FROM license WHERE customer_id = ${customerId}
      AND id IN ${idListParam(distinct)} ORDER BY id`,
    );
    return found.length === distinct.length ? found.map(({ id }) => id) : null;
  },
  write: (db, id, items, customerId) => [
    statement(db, sql`DELETE FROM user_license WHERE user_id = ${id}`),
    statement(
      db,
      sql`INSERT INTO user_license (user_id, customer_id, license_id)
        SELECT ${id}, ${customerId}, value FROM ${idListParam(items as string[])}`,
    ),
  ],
});
