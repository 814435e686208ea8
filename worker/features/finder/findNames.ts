import { type SQL, sql } from "drizzle-orm";
import {
  maxHitsByKind,
  type SearchHit,
  type SearchHitKind,
} from "#domain/endpoints/documentation/globalSearch.ts";
import { startsWithFolded } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { selectRows, text, uuid } from "#worker/db/rows.ts";
import { type Scope, scopeSql } from "#worker/db/scope.ts";
import { matchesSearchCondition } from "#worker/db/searchText.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";

/** A query over at most some hundreds of rows, all of which are scanned. */

interface NameQuery {
  id: SQL;
  name: SQL;
  note: SQL;
  from: SQL;
  condition: SQL;
}

async function findNames(
  db: Database,
  kind: SearchHitKind,
  q: string,
  nameQuery: NameQuery,
): Promise<SearchHit[]> {
  const { id, name, note, from, condition } = nameQuery;
  const rows = await selectRows(
    db,
    {
      id: kind === "TEMPLATE" ? uuid(id) : text(sql`CAST(${id} AS TEXT)`),
      name: text(name),
      note: text(note),
    },
    (columns) => sql`SELECT ${columns} FROM ${from} WHERE ${condition}
      ORDER BY ${startsWithFolded(name, q)} DESC, ${sortKeySql(name)}, ${id} LIMIT ${maxHitsByKind[kind]}`,
  );
  return rows.map((row) => ({ kind, ...row, match: null }));
}

export const findTemplates = (db: Database, scope: Scope, q: string): Promise<SearchHit[]> =>
  findNames(db, "TEMPLATE", q, {
    id: sql.raw("t.id"),
    name: sql.raw("t.name"),
    note: scope.customerId === undefined ? sql.raw("c.name") : sql.raw("''"),
    from: sql.raw("template t JOIN customer c ON c.id = t.customer_id"),
    condition: sql`${scopeSql(scope, "t")} AND t.date_deleted IS NULL AND ${matchesSearchCondition([sql.raw("t.name")], q)}`,
  });

/** In all customers, for super admins. */
export const findUsers = (db: Database, q: string): Promise<SearchHit[]> =>
  findNames(db, "USER", q, {
    id: sql.raw("u.id"),
    name: sql.raw("u.username"),
    note: sql.raw("coalesce(u.full_name, c.name)"),
    from: sql.raw("user u JOIN customer c ON c.id = u.customer_id"),
    condition: matchesSearchCondition(
      ["u.username", "u.full_name", "u.email"].map((column) => sql.raw(column)),
      q,
    ),
  });

export const findCustomers = (db: Database, q: string): Promise<SearchHit[]> =>
  findNames(db, "CUSTOMER", q, {
    id: sql.raw("c.id"),
    name: sql.raw("c.name"),
    note: sql.raw("''"),
    from: sql.raw("customer c"),
    condition: matchesSearchCondition([sql.raw("c.name")], q),
  });
