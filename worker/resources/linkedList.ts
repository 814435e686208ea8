import { sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { decodeId } from "#worker/db/idEncoding.ts";
import { idAsText, idListParam, keyListParam } from "#worker/db/ids.ts";
import { type Column, selectRows, text, uuid } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";
import type { ListField } from "./binding.ts";

type Item = Record<string, unknown>;

interface LinkedListSpec {
  /** The table of links, and its columns with the row's id and the linked id. */
  link: string;
  owner: string;
  item: string;
  /** The linked table, its name column, and the keys of the id and name in items. */
  target: string;
  nameColumn: string;
  /** SQL condition for the linked rows that can be in a list; absent if all can. */
  targetCondition?: string;
  idKey: string;
  nameKey: string;
  /** The table of the row. */
  table: string;
}

const { raw } = sql;

/** An id of the linked table: a number or a UUID. */
const anyIdColumn: Column<unknown> = {
  sql: sql`id`,
  read: (value) => (typeof value === "number" ? value : decodeId(value)),
};

/** The rows with these ids as items of the list, sorted by id; null if one does not exist. */
async function findItems(
  db: Database,
  spec: LinkedListSpec,
  ids: readonly unknown[],
): Promise<Item[] | null> {
  const distinctIds = [...new Set(ids)];
  const rows = await selectRows(
    db,
    { id: anyIdColumn, name: text(spec.nameColumn) },
    (columns) => sql`
    SELECT ${columns} FROM ${raw(spec.target)}
    WHERE id IN ${keyListParam(distinctIds)} AND ${raw(spec.targetCondition ?? "true")} ORDER BY id`,
  );
  return rows.length === distinctIds.length
    ? rows.map(({ id, name }) => ({ [spec.idKey]: id, [spec.nameKey]: name }))
    : null;
}

/** A list of `{ id, name }` stored in a table of links. The items that a client sends need only their ids. */
export const createLinkedList = (spec: LinkedListSpec): ListField<Item> => ({
  read: sql`(SELECT json_group_array(json_object(${raw(toSqlLiteral(spec.idKey))}, iif(typeof(t.id) = 'blob', ${idAsText("t.id")}, t.id), ${raw(toSqlLiteral(spec.nameKey))}, t.${raw(spec.nameColumn)}) ORDER BY t.id)
    FROM ${raw(spec.link)} l JOIN ${raw(spec.target)} t ON t.id = l.${raw(spec.item)}
    WHERE l.${raw(spec.owner)} = ${raw(spec.table)}.id)`,
  resolve: (db, input) =>
    findItems(
      db,
      spec,
      input.map((item) => item[spec.idKey]),
    ),
  write: (db, id, items) => [
    statement(db, sql`DELETE FROM ${raw(spec.link)} WHERE ${raw(spec.owner)} = ${id}`),
    statement(
      db,
      sql`INSERT INTO ${raw(spec.link)} (${raw(spec.owner)}, ${raw(spec.item)})
        SELECT ${id}, value FROM ${keyListParam(items.map((item) => item[spec.idKey]))}`,
    ),
  ],
});

/** A list of words stored in a separate table, in the order of the contract. */
export const createWordList = (
  values: readonly string[],
  { link, owner, item, table }: Pick<LinkedListSpec, "link" | "owner" | "item" | "table">,
): ListField => ({
  read: sql`(SELECT json_group_array(w.value ORDER BY w.key) FROM json_each(${raw(toSqlLiteral(JSON.stringify(values)))}) w
    JOIN ${raw(link)} l ON l.${raw(item)} = w.value WHERE l.${raw(owner)} = ${raw(table)}.id)`,
  resolve: async (_db, input) => values.filter((word) => input.includes(word)),
  write: (db, id, items) => [
    statement(db, sql`DELETE FROM ${raw(link)} WHERE ${raw(owner)} = ${id}`),
    statement(
      db,
      sql`INSERT INTO ${raw(link)} (${raw(owner)}, ${raw(item)}) SELECT ${id}, value FROM json_each(${JSON.stringify(items)})`,
    ),
  ],
});

/** A constant as a literal, because a parameter would use up one of a statement's hundred. */
const toSqlLiteral = (constant: string) => `'${constant.replaceAll("'", "''")}'`;

/** The ids of a user's licences, which must all belong to the user's customer. */
export const createLicenseList = (): ListField<string> => ({
  read: sql`(SELECT json_group_array(${idAsText("l.license_id")} ORDER BY l.license_id) FROM user_license l WHERE l.user_id = user.id)`,
  resolve: async (db, input, customerId) => {
    const distinctIds = [...new Set(input)];
    const rows = await selectRows(
      db,
      { id: uuid("id") },
      (columns) => sql`SELECT ${columns} FROM license WHERE customer_id = ${customerId}
      AND id IN ${idListParam(distinctIds)} ORDER BY id`,
    );
    return rows.length === distinctIds.length ? rows.map(({ id }) => id) : null;
  },
  write: (db, id, items, customerId) => [
    statement(db, sql`DELETE FROM user_license WHERE user_id = ${id}`),
    statement(
      db,
      sql`INSERT INTO user_license (user_id, customer_id, license_id)
        SELECT ${id}, ${customerId}, value FROM ${idListParam(items)}`,
    ),
  ],
});
