import { type SQL, sql } from "drizzle-orm";
import { sortKeySql } from "./sortKey.ts";

/**
 * Orders rows by the name of a photo or file, without its extension: "image.jpg" before "image (2).jpg", "plan 2.pdf" before
 * "plan 10.pdf". Breaks ties of instants, which are whole seconds; the id comes last, because it is random.
 * domain/contract/merge/naturalOrder.ts is the same order in memory.
 */

/** The sort keys of a name, to be ordered in this sequence: that of its stem, and the name itself. */
function naturalKeys(name: SQL): [stem: SQL, name: SQL] {
  // The longest end without a dot is what rtrim removes when it may remove every other character of the name.
  const stemSql = sql`iif(instr(${name}, '.'), rtrim(rtrim(${name}, replace(${name}, '.', '')), '.'), ${name})`;
  return [sortKeySql(stemSql), name];
}

/** The terms of an ORDER BY for a column of names, such as `p.name`. Follow them with the id. */
export const naturalOrder = (column: string, order: "asc" | "desc" = "asc"): SQL[] =>
  naturalKeys(sql.raw(column)).map((key) => sql`${key} ${sql.raw(order)}`);

/** The same keys as a list, to compare with those of a name: `(date, …keys, id) > (…)`. */
export const naturalKeyList = (name: SQL): SQL => sql.join(naturalKeys(name), sql`, `);
