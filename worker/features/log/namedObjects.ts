import { sql } from "drizzle-orm";
import { z } from "zod";
import { documentationFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText } from "#worker/db/ids.ts";
import { selectRows, text, uuid } from "#worker/db/rows.ts";
import { matchesSearchCondition } from "#worker/db/searchText.ts";
import { createSearch, findPage } from "#worker/listQuery/queryStrategy.ts";

/** Documentations of a name that are looked up, newest first, and rows of every other table. */
const maxNamed = 200;
/** Shorter terms are in most names. */
const minTermLength = 3;

/** Tables of at most some thousand rows, whose names are all compared; at most five in a statement. */
const namedTables = [
  ["template", "license", "suggestion_list", "expected_answer_list", "export_configuration"],
  ["export_document_configuration", "graphic", "reference_photo", "predefined_configuration", "customer"],
] as const;

/** Ids of existing objects whose names contain a term: the audit log shows names that its entries do not hold. */
export async function findNamedObjects(db: Database, q: string): Promise<string[]> {
  if (q.length < minTermLength) return [];
  const idLists = await Promise.all([
    findDocumentations(db, q),
    ...namedTables.map((tables) => findIn(db, tables, q)),
  ]);
  return idLists.flat();
}

async function findDocumentations(db: Database, q: string): Promise<string[]> {
  const search = await createSearch(
    db,
    { customerId: undefined, deleted: true },
    z.strictObject(documentationFilter).parse({ query: q }),
  );
  const seqs = await findPage(
    db,
    search,
    { sort: "dateCreated", order: "desc" },
    { limit: maxNamed, offset: 0 },
  );
  const rows = await selectRows(
    db,
    { id: uuid("d.id"), name: text("coalesce(d.alias, d.name)") },
    (
      columns,
    ) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(seqs)}) s CROSS JOIN documentation d ON d.seq = s.value
      WHERE ${matchesSearchCondition([sql`coalesce(d.alias, d.name)`], q)}`,
  );
  return rows.map(({ id }) => id);
}

const findIn = async (db: Database, tables: readonly string[], q: string): Promise<string[]> =>
  (
    await selectRows(
      db,
      { id: text("id") },
      (columns) =>
        sql`SELECT ${columns} FROM (${sql.join(
          tables.map(
            (
              table,
            ) => sql`SELECT iif(typeof(id) = 'blob', ${idAsText("id")}, CAST(id AS TEXT)) AS id FROM ${sql.raw(table)}
            WHERE ${matchesSearchCondition([sql`name`], q)}`,
          ),
          sql` UNION ALL `,
        )}) LIMIT ${maxNamed}`,
    )
  ).map(({ id }) => id);
