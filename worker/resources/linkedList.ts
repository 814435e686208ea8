import { sql } from "drizzle-orm";
import type { Database } from "../db/database";
import { idsOf, valuesOf } from "../db/ids";
import { statement } from "../db/statement";
import type { KeptList } from "./binding";

type Item = Record<string, unknown>;

interface LinkedList {
  /** The table of links, its column that names the row, and the one that names what the row is linked to. */
  link: string;
  owner: string;
  item: string;
  /** What is linked to: its table, its name column, and the keys an item of the list has for its id and name. */
  target: string;
  nameColumn: string;
  idKey: string;
  nameKey: string;
  /** The table of the row itself. */
  table: string;
}

const raw = (text: string) => sql.raw(text);

/** What `ids` names in the target, by id, as items of the list; null when one is not there. */
async function named(db: Database, list: LinkedList, ids: readonly unknown[]): Promise<Item[] | null> {
  const wanted = [...new Set(ids)];
  const found = await db.all<{ id: unknown; name: string }>(sql`
    SELECT id, ${raw(list.nameColumn)} AS name FROM ${raw(list.target)}
    WHERE id IN ${valuesOf(wanted)} ORDER BY id`);
  return found.length === wanted.length
    ? found.map(({ id, name }) => ({ [list.idKey]: id, [list.nameKey]: name }))
    : null;
}

/** A list of `{ id, name }` behind a table of links. Items are told by their ids; names may be left out when they are given. */
export const linkedList = (list: LinkedList): KeptList => ({
  read: sql`(SELECT json_group_array(json_object(${raw(quoted(list.idKey))}, t.id, ${raw(quoted(list.nameKey))}, t.${raw(list.nameColumn)}) ORDER BY t.id)
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
        SELECT ${id}, value FROM json_each(${JSON.stringify((items as Item[]).map((item) => item[list.idKey]))})`,
    ),
  ],
});

/** A list of words in a table of its own, in the order the contract has them. */
export const wordList = (
  words: readonly string[],
  { link, owner, item, table }: Pick<LinkedList, "link" | "owner" | "item" | "table">,
): KeptList => ({
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

/** Not bound: a constant of the contract, which would cost a parameter of the hundred in every statement that reads it. */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The licences of a user: ids alone, of the user's own customer. */
export const licenseList = (): KeptList => ({
  read: sql`(SELECT json_group_array(l.license_id ORDER BY l.license_id) FROM user_license l WHERE l.user_id = user.id)`,
  resolve: async (db, given, customerId) => {
    const wanted = [...new Set(given as string[])];
    const found = await db.all<{ id: string }>(sql`SELECT id FROM license WHERE customer_id = ${customerId}
      AND id IN ${idsOf(wanted)} ORDER BY id`);
    return found.length === wanted.length ? found.map(({ id }) => id) : null;
  },
  write: (db, id, items, customerId) => [
    statement(db, sql`DELETE FROM user_license WHERE user_id = ${id}`),
    statement(
      db,
      sql`INSERT INTO user_license (user_id, customer_id, license_id)
        SELECT ${id}, ${customerId}, value FROM json_each(${JSON.stringify(items)})`,
    ),
  ],
});
